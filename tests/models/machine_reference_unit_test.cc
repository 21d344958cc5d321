// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "tests/models/machine_test_files.h"

namespace crossroof::testing {
namespace {

TEST(MachineReference, IsWhatTheDocumentationSays) {
  const bool same =
      read_file(std::string(CROSSROOF_SOURCE_DIR) + "/docs/machine.md") == machine_reference();
  if (!same) std::ofstream("machine.md") << machine_reference();
  EXPECT_TRUE(same) << "docs/machine.md is out of date: the new text is machine.md, here";
}

TEST(MachineReference, ShowsAnExampleThatLoads) {
  const std::string text = machine_reference();
  const std::size_t start = text.find("```json\n") + 8;
  const TemporaryFolder folder;
  const std::string file =
      folder.write("a.json", text.substr(start, text.find("```", start) - start));
  EXPECT_EQ(load_machine(file).chip.kinds[0].l1.ports.read_write, 2);
}

TEST(MachineReference, ShowsSettingsThatApply) {
  EXPECT_EQ(refusal("isaac-ce",
                    {"core.l1.ports.read_write=2", "noc.flit=32 bit", "memory.0.rate=8 B/cycle"}),
            "accepted");
}

}  // namespace
}  // namespace crossroof::testing
