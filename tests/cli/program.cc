// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdlib.h>
#include <sys/wait.h>

#include "tests/cli/onnx_files.h"

namespace crossroof::testing_tools {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

void ProgramTest::SetUp() {
  std::string pattern = (fs::temp_directory_path() / "crossroof cli XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  folder_ = pattern;
  fs::create_directories(folder_ / "bin");
  fs::create_directories(folder_ / "work");
  fs::create_symlink(CROSSROOF_PROGRAM, folder_ / "bin/crossroof");
  write("conv.onnx", worked_example_file());
}

void ProgramTest::TearDown() { fs::remove_all(folder_); }

Outcome ProgramTest::run(const std::string& line) const {
  const std::string home = folder_.string();
  const std::string command = "cd '" + home + "/work' && export PATH='" + home +
                              "/bin':\"$PATH\" && exec >'" + home + "/out' 2>'" + home +
                              "/err' && { " + line + "\n}";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(folder_ / "out"),
          bytes_of(folder_ / "err")};
}

void ProgramTest::write(const std::string& name, const std::string& bytes) const {
  std::ofstream(path(name), std::ios::binary) << bytes;
}

std::string ProgramTest::read(const std::string& name) const { return bytes_of(path(name)); }

std::vector<std::string> ProgramTest::files() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_ / "work")) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

}  // namespace crossroof::testing_tools
