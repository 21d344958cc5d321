// SPDX-License-Identifier: Apache-2.0
#include "cli/choices.h"
#include "tests/cli/onnx_files.h"
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

const std::vector<std::string> kCommands = {"crossroof",
                                            "crossroof estimate",
                                            "crossroof simulate",
                                            "crossroof validate",
                                            "crossroof roofline",
                                            "crossroof calibrate",
                                            "crossroof noc",
                                            "crossroof network",
                                            "crossroof network list",
                                            "crossroof network show",
                                            "crossroof machine",
                                            "crossroof machine list",
                                            "crossroof machine show",
                                            "crossroof schema"};

// The shell lines under "Examples:" of a help text.
std::vector<std::string> examples(const std::string& help) {
  std::vector<std::string> found;
  bool within = false;
  for (const std::string& line : lines(help)) {
    if (line == "Examples:") within = true;
    if (within && line.rfind("  crossroof ", 0) == 0) found.push_back(line.substr(2));
  }
  return found;
}

class Help : public ProgramTest {};

TEST_F(Help, EveryCommandHasOneThatNamesItAndGoesToStandardOutput) {
  for (const std::string& command : kCommands) {
    const Outcome help = run(command + " --help");
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_EQ(help.err, "") << command;
    EXPECT_NE(help.out.find("Usage: " + command + " ["), std::string::npos) << help.out;
    EXPECT_GE(examples(help.out).size(), 1u) << command;
  }
}

// Files an example may name: a network of the user and the machine an earlier example wrote.
TEST_F(Help, EveryExampleRuns) {
  write("net.onnx", worked_example_file(true));
  ASSERT_EQ(run("crossroof machine show teaching --resolved --output my-chip.json").exit_code, 0);
  for (const std::string& command : kCommands) {
    for (const std::string& example : examples(run(command + " --help").out)) {
      const Outcome outcome = run(example);
      EXPECT_EQ(outcome.exit_code, 0) << example << "\n" << outcome.err;
      EXPECT_EQ(outcome.err, "") << example;
      const bool to_file = example.find("--output") != std::string::npos;
      EXPECT_EQ(outcome.out.empty(), to_file) << example;
    }
  }
}

TEST_F(Help, NamesEveryWordAnOptionAccepts) {
  const std::string help = run("crossroof estimate --help").out;
  const auto expect_words = [&help](const auto& table) {
    for (const std::string& word : cli::words(table)) {
      EXPECT_NE(help.find("  " + word + ": "), std::string::npos) << word;
    }
  };
  expect_words(cli::kModes);
  expect_words(cli::kTiers);
  expect_words(cli::kReuses);
  expect_words(cli::kOverflows);
  expect_words(cli::kDuplications);
  expect_words(cli::kSharings);
}

TEST_F(Help, VersionIsOneLine) {
  const Outcome version = run("crossroof --version");
  EXPECT_EQ(version.exit_code, 0);
  ASSERT_EQ(lines(version.out).size(), 1u);
  EXPECT_EQ(version.out.rfind("crossroof ", 0), 0u) << version.out;
}

}  // namespace
}  // namespace crossroof::testing_tools
