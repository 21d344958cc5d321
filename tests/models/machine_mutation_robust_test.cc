// SPDX-License-Identifier: Apache-2.0
// One character of a preset deleted, doubled or replaced: the file loads, or is refused with an
// Error that names a place in it. Never anything else.
#include <string>

#include <gtest/gtest.h>

#include "models/embedded.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "tests/models/machine_test_files.h"

namespace crossroof::testing {
namespace {

constexpr std::size_t kStep = 13;  // of the sampled positions

std::string preset_bytes(const std::string& name) {
  for (const EmbeddedFile& file : embedded_presets()) {
    if (file.name == name) return std::string(file.bytes);
  }
  return "";
}

void expect_load_or_error(const TemporaryFolder& folder, const std::string& text) {
  const std::string file = folder.write("m.json", text);
  try {
    load_machine(file);
  } catch (const Error& error) {
    ASSERT_NE(std::string(error.what()).find(": error: "), std::string::npos) << error.what();
  }
}

TEST(MutatedMachine, LoadsOrIsRefused) {
  const TemporaryFolder folder;
  const std::string strange = std::string("\0\xFF\"{]\\-9", 8);
  for (const PresetInfo& preset : machine_presets()) {
    const std::string bytes = preset_bytes(preset.name);
    for (std::size_t i = 0; i < bytes.size(); i += kStep) {
      expect_load_or_error(folder, std::string(bytes).erase(i, 1));
      expect_load_or_error(folder, std::string(bytes).insert(i, 1, bytes[i]));
      expect_load_or_error(folder,
                           std::string(bytes).replace(i, 1, 1, strange[i % strange.size()]));
      expect_load_or_error(folder, bytes.substr(0, i));
    }
  }
}

}  // namespace
}  // namespace crossroof::testing
