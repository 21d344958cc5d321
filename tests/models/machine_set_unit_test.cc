// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "tests/models/machine_test_files.h"

namespace crossroof::testing {
namespace {

RramChip chip(const std::vector<std::string>& sets, const std::string& preset = "teaching") {
  return load_machine(preset, sets).chip;
}

TEST(Set, ReplacesOneValue) {
  EXPECT_EQ(chip({"core.l1.ports.read_write=2"}).kinds[0].l1.ports.read_write, 2);
  EXPECT_EQ(chip({"stage_slots=3"}).stage_slots, 3);
}

TEST(Set, TakesTextThatIsNoJsonAsAString) {
  EXPECT_EQ(chip({"noc.flit=32 bit"}).noc.flit.count(), 32);
  EXPECT_EQ(chip({"noc.flit=\"8 B\""}).noc.flit.count(), 64);
  EXPECT_EQ(chip({"core.partial_sums=adder-tree"}).kinds[0].partial_sums, PartialSums::adder_tree);
  EXPECT_EQ(chip({"core.crossbar.adc.per_crossbar=1/2"}).kinds[0].crossbar.adc.crossbars, 2);
  EXPECT_EQ(chip({"title=2024"}).title, "2024");
  EXPECT_EQ(chip({"title=a=b"}).title, "a=b");
}

TEST(Set, TheLastOneWins) { EXPECT_EQ(chip({"stage_slots=3", "stage_slots=5"}).stage_slots, 5); }

TEST(Set, ReachesIntoArraysByNumber) {
  EXPECT_EQ(chip({"memory.0.rate=8 B/cycle"}).memory[0].rate, BytesPerSecond(8e9));
}

TEST(Set, StartsFromTheDefaultOfAnObjectThatIsNotThere) {
  EXPECT_EQ(chip({"core.simd.lane_ops.exp=4"}).kinds[0].simd.lane_ops[index(SimdKind::exp)], 4);
  EXPECT_EQ(chip({"core.simd.lane_ops.exp=4"}).kinds[0].simd.lane_ops[index(SimdKind::div)], 4);
}

TEST(Set, MakesAnOptionalObject) {
  const RramChip c = chip({"chip_link.rate=1 GB/s", "chips=4"});
  ASSERT_TRUE(c.chip_link.has_value());
  EXPECT_EQ(c.chip_link->rate, BytesPerSecond(1e9));
  EXPECT_EQ(c.chip_link->links, 1);
}

TEST(Set, TakesWholeObjectsAndArrays) {
  EXPECT_EQ(chip({R"(memory=[{"name": "m", "rate": "1 GB/s"}])"}).memory[0].name, "m");
  EXPECT_EQ(chip({R"(core.l1.ports={"read": 2, "write": 1})"}).kinds[0].l1.ports.read, 2);
}

TEST(Set, NullRemovesAKey) {
  const std::vector<std::string> sets = {"core.crossbar.adc.rate=null",
                                         "core.crossbar.adc.conversion_time.8=2 cycles"};
  EXPECT_EQ(chip(sets).kinds[0].crossbar.adc.conversion, Seconds(2e-9));
}

TEST(Set, ChangesAGridAsAWhole) {
  const RramChip c = chip({"cores=9", "noc.width=null", "noc.height=null"}, "pimsim-nn");
  EXPECT_EQ(c.noc.topology.width, 3);
  EXPECT_EQ(c.noc.topology.height, 3);
}

TEST(Set, RefusesAPathThatDoesNotExist) {
  EXPECT_EQ(refusal("teaching", {"core.l1.capacty=7"}),
            "--set core.l1.capacty=7: error: no such path: core.l1 has no key \"capacty\"; did you "
            "mean \"capacity\"?");
  EXPECT_EQ(refusal("teaching", {"cor.l1=7"}),
            "--set cor.l1=7: error: no such path: the machine has no key \"cor\"; did you mean "
            "\"core\"?");
  EXPECT_EQ(refusal("teaching", {"memory.1.rate=1 GB/s"}),
            "--set memory.1.rate=1 GB/s: error: no such path: memory has 1 entry, numbered from 0; "
            "found \"1\"");
  EXPECT_EQ(refusal("teaching", {"memory.dram.rate=1 GB/s"}),
            "--set memory.dram.rate=1 GB/s: error: no such path: memory has 1 entry, numbered from "
            "0; found \"dram\"");
  EXPECT_EQ(refusal("teaching", {"cores.count=2"}),
            "--set cores.count=2: error: no such path: cores has no parts, it is an integer from 1 "
            "to 65536 or an array of at least 1 entries, each an object (group of cores)");
  EXPECT_EQ(refusal("teaching", {"core_kinds.big.crossbars=2"}),
            "--set core_kinds.big.crossbars=2: error: no such path: core_kinds has no \"big\"");
  EXPECT_EQ(refusal("teaching", {"clock..x=1"}).substr(0, 46),
            "--set clock..x=1: error: no such path: clock h");
}

TEST(Set, RefusesWhatIsNoAssignment) {
  for (const std::string text : {"clock", "=1", ""}) {
    EXPECT_EQ(refusal("teaching", {text}),
              "--set " + text + ": error: expected PATH=VALUE, for example clock=\"1 GHz\"");
  }
  EXPECT_EQ(refusal("teaching", {"extends=puma"}),
            "--set extends=puma: error: extends is resolved already: a file can extend, or name "
            "another machine");
}

TEST(Set, RefusesWrongValuesLikeAFileDoes) {
  EXPECT_EQ(
      refusal("teaching", {"core.l1.capacity=7"}),
      "--set core.l1.capacity=7: error: /core/l1/capacity: found 7, expected a size such as "
      "\"64 KiB\"; the unit is missing (units: bit, B, kbit, Kibit, kB, KiB, Mbit, Mibit, MB, "
      "MiB, Gbit, Gibit, GB, GiB, TB or TiB)");
  EXPECT_EQ(refusal("teaching", {"memory=[{"}),
            "--set memory=[{: error: the value is not JSON: syntax error while parsing object key "
            "- unexpected end of input; expected string literal");
}

TEST(Set, AllMistakesAreReportedAtOnce) {
  EXPECT_EQ(refusal("teaching", {"cores=0", "x=1", "core.crossbar.active_rows=33"}),
            "--set cores=0: error: /cores: found 0, expected an integer from 1 to 65536\n"
            "--set x=1: error: no such path: the machine has no key \"x\": crossroof, kind, "
            "extends, $schema, name, title, source, clock, precision, stage_slots, "
            "dynamic_products, core, core_kinds, cores, noc, memory, chip_link, chips, "
            "published and calibration\n"
            "--set core.crossbar.active_rows=33: error: /core/crossbar/active_rows: found 33, "
            "expected at most the 32 rows of the crossbar");
}

}  // namespace
}  // namespace crossroof::testing
