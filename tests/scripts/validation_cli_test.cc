// SPDX-License-Identifier: Apache-2.0
// docs/validation.md is what scripts/validation writes: its short form, run here, makes a document
// of the same sections, and what it says of the bounds and bands holds.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <vector>

#include <gtest/gtest.h>

#include "tests/models/machine_test_files.h"

namespace crossroof {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> headings(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t at = text.find("\n## "); at != std::string::npos;
       at = text.find("\n## ", at + 1)) {
    found.push_back(text.substr(at + 1, text.find('\n', at + 1) - at - 1));
  }
  return found;
}

// "bounds hold in N of N" for every table; the number of tables.
int tables_whose_bounds_hold(const std::string& text) {
  int tables = 0;
  for (std::size_t at = text.find("\nbounds "); at != std::string::npos;
       at = text.find("\nbounds ", at + 1)) {
    int hold = 0, of = 0;
    EXPECT_EQ(std::sscanf(text.c_str() + at, "\nbounds hold in %d of %d", &hold, &of), 2);
    EXPECT_EQ(hold, of);
    EXPECT_GT(of, 0);
    ++tables;
  }
  return tables;
}

class ValidationScript : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  int script(const std::string& arguments) {
    const std::string command = "bash '" CROSSROOF_SOURCE_DIR
                                "/scripts/validation' --program '" CROSSROOF_PROGRAM "' " +
                                arguments + " >'" + path("said") + "' 2>&1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(ValidationScript, WritesTheDocument) {
  const std::string written = path("validation.md");
  ASSERT_EQ(script("--short -o '" + written + "'"), 0) << text_of(path("said"));
  const std::string text = text_of(written);
  const std::string committed = text_of(fs::path(CROSSROOF_SOURCE_DIR) / "docs/validation.md");
  EXPECT_GE(headings(text).size(), 5U);
  EXPECT_EQ(headings(text), headings(committed));
  EXPECT_EQ(tables_whose_bounds_hold(text), 3);
  EXPECT_EQ(tables_whose_bounds_hold(committed), 3);
  EXPECT_NE(text.find("contention"), std::string::npos);
}

TEST_F(ValidationScript, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(script("--shorter"), 2);
  EXPECT_NE(text_of(path("said")).find("unknown argument --shorter"), std::string::npos);
}

}  // namespace
}  // namespace crossroof
