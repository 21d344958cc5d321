// SPDX-License-Identifier: Apache-2.0
#include "tests/models/machine_test_files.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <stdlib.h>

#include "models/error.h"
#include "models/machine_json.h"

namespace crossroof::testing {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "crossroof-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  const fs::path path = fs::path(path_) / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

std::string refusal(const std::string& preset_or_path, const std::vector<std::string>& sets,
                    const std::string& folder) {
  try {
    load_machine(preset_or_path, sets);
  } catch (const Error& error) {
    std::string text = error.what();
    const std::string prefix = folder + "/";
    for (std::size_t at = text.find(prefix); !folder.empty() && at != std::string::npos;
         at = text.find(prefix)) {
      text.erase(at, prefix.size());
    }
    return text;
  }
  return "accepted";
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace crossroof::testing
