// SPDX-License-Identifier: Apache-2.0
#include "models/text.h"

#include <gtest/gtest.h>

namespace crossroof {
namespace {

TEST(EditDistance, CountsEveryKindOfEditAsOne) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("rows", "rows"), 0u);
  EXPECT_EQ(edit_distance("row", "rows"), 1u);    // insertion
  EXPECT_EQ(edit_distance("rowss", "rows"), 1u);  // deletion
  EXPECT_EQ(edit_distance("rews", "rows"), 1u);   // substitution
  EXPECT_EQ(edit_distance("rwos", "rows"), 1u);   // swap of neighbours
  EXPECT_EQ(edit_distance("", "rows"), 4u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Closest, AllowsOneEditPerThreeLetters) {
  const std::vector<std::string> words = {"columns", "rows", "cell_bits"};
  EXPECT_EQ(closest("colums", words), "columns");
  EXPECT_EQ(closest("cel_bit", words), "cell_bits");  // 2 edits, 7 letters
  EXPECT_EQ(closest("cel_bt", words), std::nullopt);  // 3 edits, 6 letters
  EXPECT_EQ(closest("rws", words), "rows");
  EXPECT_EQ(closest("rw", words), std::nullopt);  // 2 edits
}

TEST(Closest, IgnoresCase) { EXPECT_EQ(closest("Kib", {"MiB", "KiB"}), "KiB"); }

TEST(Closest, TakesABeginningOfThreeLetters) {
  EXPECT_EQ(closest("isaac", {"isaac-ce"}), "isaac-ce");
  EXPECT_EQ(closest("pim", {"puma", "pimsim-nn"}), "pimsim-nn");
  EXPECT_EQ(closest("pi", {"pimsim-nn"}), std::nullopt);
}

TEST(Closest, GivesTiesToTheEarlierCandidate) { EXPECT_EQ(closest("cat", {"cut", "cot"}), "cut"); }

TEST(Closest, DoesNotReplaceAWholeWord) {
  EXPECT_EQ(closest("a", {"b"}), std::nullopt);
  EXPECT_EQ(closest("", {"b"}), std::nullopt);
}

TEST(Closest, GivesUpOnVeryLongWords) {
  EXPECT_EQ(closest(std::string(64, 'a'), {std::string(63, 'a')}), std::string(63, 'a'));
  EXPECT_EQ(closest(std::string(65, 'a'), {std::string(64, 'a')}), std::nullopt);
}

TEST(Listing, JoinsWordsLikeASentence) {
  EXPECT_EQ(listing({}), "");
  EXPECT_EQ(listing({"a"}), "a");
  EXPECT_EQ(listing({"a", "b"}), "a or b");
  EXPECT_EQ(listing({"a", "b", "c"}, "and"), "a, b and c");
}

}  // namespace
}  // namespace crossroof
