// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "tests/models/machine_test_files.h"

namespace crossroof::testing {
namespace {

std::string line_with(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return "";
  const std::size_t start = text.rfind('\n', at) + 1;
  return text.substr(start, text.find('\n', at) - start);
}

TEST(Resolved, LoadsAgainAsTheSameText) {
  const TemporaryFolder folder;
  for (const PresetInfo& preset : machine_presets()) {
    const std::string text = resolved_json(load_machine(preset.name));
    const std::string file = folder.write(preset.name + ".json", text);
    EXPECT_EQ(resolved_json(load_machine(file)), text) << preset.name;
    const std::string commented =
        folder.write(preset.name + "-origin.json", resolved_with_origin(load_machine(preset.name)));
    EXPECT_EQ(resolved_json(load_machine(commented)), text) << preset.name;
  }
}

TEST(Resolved, SpellsEachValueInOneWay) {
  const std::string a = resolved_json(load_machine(
      "teaching", {"core.crossbar.array_read=0.1 us", "core.l1.capacity=0.0625 MiB",
                   "core.crossbar.adc.per_crossbar=\"2/1\"", "core.simd.cycles_per_op=1.0"}));
  const std::string b = resolved_json(load_machine(
      "teaching", {"core.crossbar.array_read=100 ns", "core.l1.capacity=64 KiB",
                   "core.crossbar.adc.per_crossbar=2", "core.simd.cycles_per_op=1e0"}));
  EXPECT_EQ(a, b);
  EXPECT_EQ(line_with(a, "array_read"), "      \"array_read\": \"100 ns\",");
}

TEST(Resolved, ContainsDefaults) {
  const std::string text = resolved_json(load_machine("neurram"));
  EXPECT_EQ(line_with(text, "\"stage_slots\""), "  \"stage_slots\": 2,");
  EXPECT_EQ(line_with(text, "\"softmax\""), "        \"softmax\": 15,");
}

TEST(Origin, NamesFilePresetDefaultAndSet) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("a.json", "{\"crossroof\": 1, \"extends\": \"teaching\",\n  \"cores\": 2}");
  const std::string text = resolved_with_origin(load_machine(file, {"clock=2 GHz"}));
  EXPECT_EQ(line_with(text, "\"cores\""), "  \"cores\": 2,  // " + file + ":2:12");
  EXPECT_EQ(line_with(text, "\"clock\""), "  \"clock\": \"2 GHz\",  // --set clock=2 GHz");
  EXPECT_EQ(line_with(text, "\"rows\""), "      \"rows\": 32,  // <preset teaching>:15:15");
  EXPECT_EQ(line_with(text, "\"multicast\""), "    \"multicast\": false  // default");
}

TEST(Origin, StaysOneLineWhateverTheSetContains) {
  const std::string text =
      resolved_with_origin(load_machine("teaching", {"title=a\nb", "source=*/ \"c\""}));
  EXPECT_EQ(line_with(text, "\"title\""), "  \"title\": \"a\\nb\",  // --set title=a?b");
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(folder.write("a.json", text)), "accepted");
}

TEST(Resolved, KeepsCoreKindsAndExplicitTables) {
  const TemporaryFolder folder;
  const std::string core = R"({"crossbars": 1, "simd": {"lanes": 1},
    "crossbar": {"rows": 8, "columns": 8, "cell_bits": 8, "array_read": "1 ns",
                 "adc": {"resolution": 8, "rate": "1 GS/s"}},
    "l1": {"capacity": "1 KiB", "word": "8 bit"}})";
  const std::string file = folder.write("a.json", R"({
    "crossroof": 1, "kind": "rram", "name": "mixed", "clock": "1 GHz",
    "core_kinds": {"small": )" + core + R"(, "other": )" +
                                                      core + R"(},
    "cores": [{"kind": "other", "count": 1}, {"kind": "small", "count": 2}],
    "noc": {"topology": "explicit", "routers": 2, "links": [[0, 1], [1, 0]], "attach": [0, 1, 1],
            "flit": "8 bit", "clock": "500 MHz", "router_pipeline": "4 ns"},
    "memory": [{"name": "m", "rate": "1 GB/s", "router": 1}]
  })");
  const Machine machine = load_machine(file);
  EXPECT_EQ(machine.chip.kind(CoreId(0)).name, "other");
  EXPECT_EQ(machine.chip.kind(CoreId(2)).name, "small");
  EXPECT_EQ(machine.chip.noc.topology.nodes(), 4u);
  EXPECT_EQ(machine.chip.noc.router_pipeline, Cycles(2));  // 4 ns at 500 MHz
  const std::string text = resolved_json(machine);
  EXPECT_EQ(line_with(text, "\"attach\""), "    \"attach\": [0, 1, 1],");
  EXPECT_EQ(resolved_json(load_machine(folder.write("b.json", text))), text);
}

}  // namespace
}  // namespace crossroof::testing
