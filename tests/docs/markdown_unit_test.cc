// SPDX-License-Identifier: Apache-2.0
// The reader of documents on small examples, good and bad: a check that cannot fail checks nothing.
#include "tests/docs/markdown.h"

#include <gtest/gtest.h>

namespace crossroof::docs {
namespace {

Document document(const std::string& text) { return {"docs/a.md", split_lines(text)}; }

std::vector<Command> commands_of(const std::string& text) {
  Lines mistakes;
  std::vector<Command> found = commands(document(text), mistakes);
  EXPECT_EQ(mistakes, Lines());
  return found;
}

Lines mistakes_of(const std::string& text) {
  Lines mistakes;
  commands(document(text), mistakes);
  return mistakes;
}

TEST(MarkdownCommands, AreLinesOfShellBlocksThatStartWithTheProgram) {
  const auto found = commands_of(
      "crossroof outside\n```sh\ngit status\nbuild/release/crossroof a 'b c'\ncrossroof\n"
      "crossroofs no\n```\nprose\n```text\ncrossroof text\n```\n```json\ncrossroof json\n```\n"
      "```sh\ncrossroof last\n```\n");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].arguments, "a 'b c'");
  EXPECT_EQ(found[0].where, "docs/a.md:4");
  EXPECT_EQ(found[0].exit_code, 0);
  EXPECT_EQ(found[1].arguments, "");
  EXPECT_EQ(found[2].arguments, "last");
}

TEST(MarkdownCommands, StateTheirExitCodeAndContinueBehindABackslash) {
  const auto found = commands_of("```sh\ncrossroof a \\\n  b  # exit 3\n```\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].arguments, "a   b");
  EXPECT_EQ(found[0].exit_code, 3);
}

TEST(MarkdownCommands, HaveTheOutputThatFollowsAtOnce) {
  const auto found = commands_of(
      "```sh\ncrossroof a\n```\n\n```text\none\n\ntwo\n```\n"
      "```sh\ncrossroof b\n```\nprose\n```text\nother\n```\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].shown, Lines({"one", "", "two"}));
  EXPECT_FALSE(found[1].shown.has_value());
}

TEST(MarkdownCommands, MistakesOfBlocksAreFound) {
  EXPECT_EQ(mistakes_of("```sh\ncrossroof a\n"), Lines{"docs/a.md:1: this block does not end"});
  EXPECT_EQ(mistakes_of("```sh\ncrossroof a\ncrossroof b\n```\n```text\nx\n```\n"),
            Lines{"docs/a.md:5: output is shown behind a block that has not exactly one command"});
}

TEST(MarkdownOutput, MustBeEqualLineByLine) {
  EXPECT_EQ(difference({"a", "b"}, {"a", "b"}), std::nullopt);
  EXPECT_EQ(difference({"a", "b"}, {"a", "c"}), "shown:   b\nprinted: c");
  EXPECT_EQ(difference({"a"}, {"a", "b"}), "not shown: b");
  EXPECT_EQ(difference({"a", "b"}, {"a"}), "not printed: b");
  EXPECT_EQ(difference({"a"}, {"a "}), "shown:   a\nprinted: a ");
  EXPECT_EQ(difference({}, {}), std::nullopt);
  EXPECT_EQ(difference({}, {"a"}), "not shown: a");
}

TEST(MarkdownOutput, DotsStandForLines) {
  EXPECT_EQ(difference({"a", "...", "d"}, {"a", "b", "c", "d"}), std::nullopt);
  EXPECT_EQ(difference({"a", "...", "b"}, {"a", "b"}), std::nullopt);
  EXPECT_EQ(difference({"...", "b", "..."}, {"a", "b", "c"}), std::nullopt);
  EXPECT_EQ(difference({"a", "...", "d"}, {"a", "b", "d", "e"}), "not shown: e");
  EXPECT_EQ(difference({"a", "...", "x", "..."}, {"a", "b", "c"}), "not printed: x");
  EXPECT_EQ(difference({"...", "a", "b"}, {"a", "c"}), "shown:   b\nprinted: c");
}

TEST(MarkdownOutput, DotsWithinALineStandForCharacters) {
  EXPECT_EQ(difference({"a ... c"}, {"a b c"}), std::nullopt);
  EXPECT_EQ(difference({"a ..."}, {"a b c"}), std::nullopt);
  EXPECT_EQ(difference({"... c"}, {"a b c"}), std::nullopt);
  EXPECT_EQ(difference({"a...b...c"}, {"a1b2c"}), std::nullopt);
  EXPECT_NE(difference({"a ... d"}, {"a b c"}), std::nullopt);
  EXPECT_NE(difference({"b ..."}, {"a b c"}), std::nullopt);
  EXPECT_NE(difference({"a...b...c"}, {"a1c2b"}), std::nullopt);
  EXPECT_NE(difference({"aa...aa"}, {"aaa"}), std::nullopt);
}

TEST(MarkdownLinks, MustLeadToFilesAndHeadings) {
  const std::string root = CROSSROOF_SOURCE_DIR;
  EXPECT_EQ(broken_links(document("# One Two\n[a](../README.md) [b](#one-two) "
                                  "[c](machine.md#group-of-cores) [d](https://example.org/x)\n"
                                  "```sh\nscripts/demo\n[x](nowhere)\n```\n"),
                         root),
            Lines());
  EXPECT_EQ(
      broken_links(document("[a](no.md)\n[b](#none) [c](machine.md#none)\n"
                            "```sh\nscripts/none now\n```\n"),
                   root),
      Lines({"docs/a.md:1: no file no.md", "docs/a.md:2: no heading #none",
             "docs/a.md:2: no heading machine.md#none", "docs/a.md:4: no script scripts/none"}));
}

TEST(MarkdownEquations, NeedNumberSourceAndFile) {
  const std::string root = CROSSROOF_SOURCE_DIR;
  const std::string good = "**E1** `a = b`.\nSource: own. File: `models/units.h`.\n";
  EXPECT_EQ(equation_mistakes(document(good), root), Lines());
  EXPECT_EQ(equation_mistakes(document("nothing\n"), root), Lines{"docs/a.md: no equation"});
  EXPECT_EQ(equation_mistakes(
                document(good + "\n**E3** `c`. Source: own. Files: `models/none.h`.\n"), root),
            Lines({"docs/a.md:4: expected E2", "docs/a.md:4: no file models/none.h"}));
  EXPECT_EQ(
      equation_mistakes(document("**E1** `models/units.h`\n\nSource: own. File: `a.h`.\n"), root),
      Lines({"docs/a.md:1: E1 names no source", "docs/a.md:1: E1 names no file"}));
}

TEST(MarkdownEquations, AreKnownWhereTheyAreNamed) {
  const Document equations = document("**E1** a\n\n**E2** b\n");
  EXPECT_EQ(unknown_equations(document("(E1, E2) 2E9 E2E\n```text\nE7\n```\n"), equations),
            Lines());
  EXPECT_EQ(unknown_equations(document("x\nE3 to E0\n"), equations),
            Lines({"docs/a.md:2: there is no E3", "docs/a.md:2: there is no E0"}));
}

}  // namespace
}  // namespace crossroof::docs
