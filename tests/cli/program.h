// SPDX-License-Identifier: Apache-2.0
// The built program as a user runs it: a shell line in a folder of its own, with `crossroof` on
// PATH.
#ifndef CROSSROOF_TESTS_CLI_PROGRAM_H_
#define CROSSROOF_TESTS_CLI_PROGRAM_H_

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace crossroof::testing_tools {

struct Outcome {
  int exit_code = -1;
  std::string out, err;
};

// A test with an empty working folder that disappears afterwards. It holds conv.onnx, the worked
// example of the documentation (see onnx_files.h), and whatever else a test puts there.
class ProgramTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Runs a shell line, as in "crossroof machine list | head -1".
  Outcome run(const std::string& line) const;
  std::filesystem::path path(const std::string& name) const { return folder_ / "work" / name; }
  void write(const std::string& name, const std::string& bytes) const;
  std::string read(const std::string& name) const;
  // Names in the working folder, sorted.
  std::vector<std::string> files() const;

 private:
  std::filesystem::path folder_;
};

std::vector<std::string> lines(const std::string& text);

}  // namespace crossroof::testing_tools

#endif  // CROSSROOF_TESTS_CLI_PROGRAM_H_
