// SPDX-License-Identifier: Apache-2.0
// Every command in README.md and docs/*.md is run as it stands, in a scratch folder that mirrors
// the checkout by links (so what a command writes does not land in the checkout). It must end with
// exit code 0, or the one the document states, and print what the document shows for it.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdlib.h>
#include <string>
#include <sys/wait.h>

#include <gtest/gtest.h>

#include "tests/docs/markdown.h"

namespace crossroof::docs {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string joined(const Lines& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

class Documents : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "crossroof docs XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    fs::create_directory(folder_ / "checkout");
    for (const fs::directory_entry& entry : fs::directory_iterator(CROSSROOF_SOURCE_DIR)) {
      const fs::path name = entry.path().filename();
      if (name != "build" && name != ".git") fs::create_symlink(entry, folder_ / "checkout" / name);
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Runs one command; what it printed is in out() and err() then.
  int run(const Command& command) const {
    const std::string line = "cd '" + (folder_ / "checkout").string() + "' && '" +
                             CROSSROOF_PROGRAM + "' " + command.arguments + " >'" +
                             (folder_ / "out").string() + "' 2>'" + (folder_ / "err").string() +
                             "' </dev/null";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string out() const { return text_of(folder_ / "out"); }
  std::string err() const { return text_of(folder_ / "err"); }

 private:
  fs::path folder_;
};

TEST_F(Documents, CommandsDoWhatTheyAreSaidToDo) {
  std::size_t run_commands = 0, compared = 0;
  for (const Document& document : read_documents(CROSSROOF_SOURCE_DIR)) {
    Lines mistakes;
    for (const Command& command : commands(document, mistakes)) {
      ++run_commands;
      const int code = run(command);
      EXPECT_EQ(code, command.exit_code)
          << command.where << ": crossroof " << command.arguments << "\n"
          << err();
      if (!command.shown || code != command.exit_code) continue;
      ++compared;
      const std::string printed = code == 0 ? out() : err();
      const auto wrong = difference(*command.shown, split_lines(printed));
      EXPECT_FALSE(wrong.has_value())
          << command.where << ": crossroof " << command.arguments << "\n"
          << wrong.value_or("") << "\nall of it:\n"
          << printed;
    }
    EXPECT_TRUE(mistakes.empty()) << joined(mistakes);
  }
  EXPECT_GE(run_commands, 20u);
  EXPECT_GE(compared, 5u);
}

TEST(DocumentLinks, LeadSomewhere) {
  for (const Document& document : read_documents(CROSSROOF_SOURCE_DIR)) {
    const Lines broken = broken_links(document, CROSSROOF_SOURCE_DIR);
    EXPECT_TRUE(broken.empty()) << joined(broken);
  }
}

TEST(DocumentEquations, AreNumberedAndNameTheirSourceAndFile) {
  const std::vector<Document> documents = read_documents(CROSSROOF_SOURCE_DIR);
  bool found = false;
  for (const Document& equations : documents) {
    if (equations.path != "docs/equations.md") continue;
    found = true;
    const Lines wrong = equation_mistakes(equations, CROSSROOF_SOURCE_DIR);
    EXPECT_TRUE(wrong.empty()) << joined(wrong);
    for (const Document& document : documents) {
      const Lines unknown = unknown_equations(document, equations);
      EXPECT_TRUE(unknown.empty()) << joined(unknown);
    }
  }
  EXPECT_TRUE(found);
}

// The README writes the file out; the shipped one must be the same.
TEST(Readme, ShowsTheExampleMachineAsItIsShipped) {
  const fs::path root = CROSSROOF_SOURCE_DIR;
  const std::string example = text_of(root / "examples/my-chip.json");
  ASSERT_FALSE(example.empty());
  EXPECT_NE(text_of(root / "README.md").find("```json\n" + example + "```\n"), std::string::npos);
}

TEST(Readme, BeginsWithTheTwoCommands) {
  const std::string readme = text_of(fs::path(CROSSROOF_SOURCE_DIR) / "README.md");
  EXPECT_LT(readme.find("scripts/demo"), readme.find("\n## "));
  EXPECT_LT(readme.find("scripts/test"), readme.find("\n## "));
}

}  // namespace
}  // namespace crossroof::docs
