// SPDX-License-Identifier: Apache-2.0
// Where results go: files complete or not at all, pipes that close, devices that are full.
#include <sys/stat.h>

#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

namespace fs = std::filesystem;

class Output : public ProgramTest {
 protected:
  void expect_refused(const std::string& line, const std::string& message) const {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, 1) << line;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << line << "\n" << outcome.err;
  }
};

TEST_F(Output, GoesToTheFileAndNowhereElse) {
  const std::string expected = run("crossroof machine list").out;
  const Outcome outcome = run("crossroof machine list --output list.txt");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(read("list.txt"), expected);
  EXPECT_EQ(files(), (std::vector<std::string>{"conv.onnx", "list.txt"}));
}

TEST_F(Output, ReplacesAFileAndKeepsItsMode) {
  write("list.txt", "old");
  ASSERT_EQ(::chmod(path("list.txt").c_str(), 0600), 0);
  ASSERT_EQ(run("crossroof machine list -o list.txt").exit_code, 0);
  EXPECT_EQ(read("list.txt"), run("crossroof machine list").out);
  EXPECT_EQ(fs::status(path("list.txt")).permissions(), fs::perms(0600));
}

TEST_F(Output, WritesThroughALink) {
  write("real.txt", "old");
  fs::create_symlink("real.txt", path("link.txt"));
  ASSERT_EQ(run("crossroof machine list -o link.txt").exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(path("link.txt")));
  EXPECT_EQ(read("real.txt"), run("crossroof machine list").out);
}

TEST_F(Output, ToADeviceLeavesTheDevice) {
  EXPECT_EQ(run("crossroof machine list -o /dev/null").exit_code, 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Output, ThatCannotBeWrittenIsNamedAndLeavesNothing) {
  expect_refused("crossroof machine list -o missing/list.txt",
                 "--output: cannot write \"missing/list.txt\": No such file or directory");
  expect_refused("mkdir d && crossroof machine list -o d",
                 "--output: cannot write \"d\": Is a directory");
  expect_refused("crossroof machine list -o /dev/full",
                 "--output: cannot write \"/dev/full\": No space left on device");
  EXPECT_EQ(files(), (std::vector<std::string>{"conv.onnx", "d"}));
}

TEST_F(Output, IsNotTouchedWhenTheCommandFails) {
  write("result.json", "old");
  EXPECT_EQ(run("crossroof estimate conv.onnx --machine none --json -o result.json").exit_code, 3);
  EXPECT_EQ(read("result.json"), "old");
}

TEST_F(Output, StandardOutputThatIsFullOrClosedIsAnError) {
  expect_refused("crossroof machine list >/dev/full",
                 "cannot write to standard output: No space left on device");
  expect_refused("crossroof machine list >&-", "cannot write to standard output");
}

TEST_F(Output, AReaderThatHasSeenEnoughIsNoError) {
  const Outcome outcome =
      run("{ crossroof network show bert_base_s128 --json; echo $? >status; } | head -1");
  EXPECT_EQ(outcome.out, "{\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(read("status"), "0\n");
}

}  // namespace
}  // namespace crossroof::testing_tools
