// SPDX-License-Identifier: Apache-2.0
// A journal survives being cut anywhere, and refuses what it was not written for.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "models/error.h"
#include "tests/models/machine_test_files.h"
#include "validation/digest.h"
#include "validation/journal_json.h"
#include "validation/simulated_case_json.h"

namespace crossroof::validation {
namespace {

namespace fs = std::filesystem;

const JournalHead kHead{"1.2.3", "0123456789abcdef", 3};

SimulatedCase made(const std::string& mapping) {
  SimulatedCase s;
  s.mapping = mapping;
  s.interval = s.latency = Seconds(0.1);
  s.runs = {{1, Seconds(0.1)}, {4, Seconds(0.3)}};
  s.whole = true;
  s.busiest = ResourceKey{sim::SimResourceKind::crossbars, 1, 2, LayerId(3)};
  s.layers.resize(2);
  return s;
}

class JournalFile : public ::testing::Test {
 protected:
  std::string name() const { return folder_.path() + "/journal"; }
  std::string bytes() const {
    std::ifstream in(name(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  void put(const std::string& text) const { std::ofstream(name(), std::ios::binary) << text; }
  void write_two() const {
    Journal journal(name(), kHead);
    journal.append(2, made("second"));
    journal.append(0, made("first"));
  }
  void expect_refused(const JournalHead& head, const std::string& said) const {
    try {
      Journal journal(name(), head);
      FAIL() << said;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(name()), std::string::npos) << error.what();
    }
  }

  testing::TemporaryFolder folder_;
};

TEST_F(JournalFile, KeepsCases) {
  write_two();
  const Journal again(name(), kHead);
  ASSERT_EQ(again.finished().size(), 2U);
  EXPECT_EQ(again.finished().at(0).mapping, "first");
  EXPECT_EQ(simulated_text(again.finished().at(2)), simulated_text(made("second")));
  EXPECT_EQ(again.torn(), "");
}

TEST_F(JournalFile, GoesOnAfterBeingCutAtAnyByte) {
  write_two();
  const std::string whole = bytes();
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    put(whole.substr(0, cut));
    {
      Journal journal(name(), kHead);
      const bool at_line = cut == 0 || whole[cut - 1] == '\n';
      EXPECT_EQ(journal.torn().empty(), at_line) << cut;
      if (journal.finished().count(2) == 0) journal.append(2, made("second"));
      if (journal.finished().count(0) == 0) journal.append(0, made("first"));
    }
    ASSERT_EQ(bytes(), whole) << cut;
  }
}

// A line break may reach the disk before what precedes it.
TEST_F(JournalFile, DropsALastLineThatIsNoCase) {
  write_two();
  const std::string whole = bytes();
  put(whole + std::string(5, '\0') + "\n");
  const Journal journal(name(), kHead);
  EXPECT_NE(journal.torn(), "");
  EXPECT_EQ(journal.finished().size(), 2U);
  EXPECT_EQ(bytes(), whole);
}

TEST_F(JournalFile, RefusesALineInTheMiddleThatIsNoCase) {
  write_two();
  std::string text = bytes();
  text.insert(text.find('\n') + 1, "{\"case\": 1}\n");
  put(text);
  expect_refused(kHead, ":2: not a case");
  EXPECT_EQ(bytes(), text);
}

TEST_F(JournalFile, RefusesACaseThereIsNot) {
  write_two();
  std::string text = bytes();
  const std::string number = "{\"case\":2";
  text.replace(text.find(number), number.size(), "{\"case\":3");
  put(text);
  expect_refused(kHead, ":2: not a case");
}

TEST_F(JournalFile, RefusesOtherVersionsArgumentsAndFiles) {
  write_two();
  const std::string whole = bytes();
  expect_refused({"1.2.4", kHead.digest, 3}, "version: found \"1.2.3\", expected \"1.2.4\"");
  expect_refused({"1.2.3", "fedcba9876543210", 3}, "other networks, machines or options");
  expect_refused({"1.2.3", kHead.digest, 4}, "other networks, machines or options");
  EXPECT_EQ(bytes(), whole);
  for (const std::string text : {"hello", "hello\n", "{}\n", "[1]\n", "\n\n"}) {
    put(text);
    expect_refused(kHead, "is not a journal");
    EXPECT_EQ(bytes(), text);
  }
}

TEST_F(JournalFile, SaysWhenItCannotBeWritten) {
  try {
    Journal journal(folder_.path() + "/missing/journal", kHead);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::run_failed);
    EXPECT_NE(std::string(error.what()).find("No such file"), std::string::npos) << error.what();
  }
}

TEST_F(JournalFile, IsOfOneRunAtATime) {
  const Journal journal(name(), kHead);
  try {
    const Journal second(name(), kHead);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::run_failed);
    EXPECT_NE(std::string(error.what()).find("another run is using it"), std::string::npos);
  }
}

// FNV-1a of nothing is its offset basis; of "a" af63dc4c8601ec8c (Fowler, Noll, Vo). Each text is
// followed by a byte 0xff, so that "ab", "c" is not "a", "bc".
TEST(Digest, TellsTextsApart) {
  EXPECT_EQ(Digest().text(), "cbf29ce484222325");
  EXPECT_NE(Digest().add("a").text(), Digest().add("b").text());
  EXPECT_NE(Digest().add("ab").add("c").text(), Digest().add("a").add("bc").text());
  EXPECT_NE(Digest().add("a").text(), Digest().add("a").add("").text());
  EXPECT_EQ(Digest().add("a").text(), Digest().add("a").text());
}

}  // namespace
}  // namespace crossroof::validation
