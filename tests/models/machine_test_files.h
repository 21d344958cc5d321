// SPDX-License-Identifier: Apache-2.0
// Machine files for tests: a folder that vanishes, and the error text of a load.
#ifndef CROSSROOF_TESTS_MODELS_MACHINE_TEST_FILES_H_
#define CROSSROOF_TESTS_MODELS_MACHINE_TEST_FILES_H_

#include <string>
#include <vector>

namespace crossroof::testing {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Writes a file, making its folders; returns its path.
  std::string write(const std::string& name, const std::string& text) const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// What load_machine() says against it, or "accepted"; `folder` and its slash are left out.
std::string refusal(const std::string& preset_or_path, const std::vector<std::string>& sets = {},
                    const std::string& folder = "");

std::string read_file(const std::string& path);

}  // namespace crossroof::testing

#endif  // CROSSROOF_TESTS_MODELS_MACHINE_TEST_FILES_H_
