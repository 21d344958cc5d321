// SPDX-License-Identifier: Apache-2.0
// Every file in tests/models/broken is refused with exactly the text beside it: all of its mistakes
// at once, in order of their places. No text of one is produced by another file.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/models/machine_test_files.h"

namespace crossroof::testing {
namespace {

namespace fs = std::filesystem;

std::string folder() { return std::string(CROSSROOF_SOURCE_DIR) + "/tests/models/broken"; }

std::vector<fs::path> broken_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(BrokenMachine, IsRefusedWithEveryMistakeAndItsPlace) {
  ASSERT_GE(broken_files().size(), 40u);
  for (const fs::path& file : broken_files()) {
    fs::path expected = file;
    expected.replace_extension(".txt");
    EXPECT_EQ(refusal(file.string(), {}, folder()) + "\n", read_file(expected.string()))
        << file.filename();
  }
}

}  // namespace
}  // namespace crossroof::testing
