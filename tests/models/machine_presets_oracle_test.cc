// SPDX-License-Identifier: Apache-2.0
// The presets against the numbers of their sources, worked by hand. Peaks and MVM times belong to
// the analytic engine and are tested there; here stand the figures that structure alone gives.
#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "models/embedded.h"
#include "models/machine_json.h"

namespace crossroof {
namespace {

TEST(Presets, AreTheFilesThatAreEmbedded) {
  std::set<std::string> embedded, listed;
  for (const EmbeddedFile& file : embedded_presets()) embedded.insert(std::string(file.name));
  for (const PresetInfo& preset : machine_presets()) {
    listed.insert(preset.name);
    EXPECT_FALSE(preset.description.empty()) << preset.name;
    EXPECT_EQ(load_machine(preset.name).chip.name, preset.name);
    EXPECT_FALSE(load_machine(preset.name).chip.source.empty()) << preset.name;
  }
  EXPECT_TRUE(std::includes(embedded.begin(), embedded.end(), listed.begin(), listed.end()));
}

TEST(Presets, PublishedFiguresNameSourceAndDefinition) {
  for (const PresetInfo& preset : machine_presets()) {
    for (const Published& figure : load_machine(preset.name).chip.published) {
      EXPECT_FALSE(figure.source.empty()) << preset.name << figure.quantity;
      EXPECT_FALSE(figure.definition.empty()) << preset.name << figure.quantity;
      EXPECT_TRUE(figure.derivable || !figure.reason.empty()) << preset.name << figure.quantity;
    }
  }
}

TEST(IsaacCe, HasThePublishedStructure) {
  const RramChip chip = load_machine("isaac-ce").chip;
  const CoreKind& tile = chip.kinds[0];
  // 168 tiles x 12 IMAs x 8 = 16128 crossbars; 128 rows x 128 / (16 bit / 2 bit) = 2048 weights
  // each.
  EXPECT_EQ(chip.cores.size() * static_cast<std::size_t>(tile.crossbars), 16128u);
  EXPECT_EQ(tile.crossbar.rows * (tile.crossbar.columns / (16 / tile.crossbar.cell_bits)), 2048);
  EXPECT_EQ(tile.crossbar.slices, Slices::columns);
  EXPECT_EQ(tile.partial_sums, PartialSums::adder_tree);
  EXPECT_EQ(tile.l1.capacity.count(), 64 * 1024 * 8);
  EXPECT_EQ(tile.l1.word.count(), 256);
  // 168 tiles, 4 to a router: 42 routers, all full.
  EXPECT_EQ(chip.noc.topology.routers, 42u);
  EXPECT_EQ(chip.noc.topology.kind, TopologyKind::concentrated_mesh);
  EXPECT_EQ(chip.noc.topology.inject[167], RouterId{41});
  EXPECT_EQ(chip.noc.flit.count(), 32);
}

TEST(IsaacCe, ConvertsAllColumnsInItsCycle) {
  const Crossbar crossbar = load_machine("isaac-ce").chip.kinds[0].crossbar;
  // 128 conversions at 1.28 GS/s take the 100 ns of a cycle, exactly as long as the front.
  EXPECT_EQ(128 * crossbar.adc.conversion, Seconds(100e-9));
  EXPECT_EQ(crossbar.dac_time + crossbar.array_read, Seconds(100e-9));
  EXPECT_TRUE(crossbar.double_sample_hold);
}

TEST(IsaacCe, ASlowerConverterIsOneSettingAway) {
  const Crossbar crossbar =
      load_machine("isaac-ce", {"core.crossbar.adc.rate=1.2 GS/s"}).chip.kinds[0].crossbar;
  // 128 columns take 106.7 ns.
  EXPECT_NEAR((128 * crossbar.adc.conversion).value(), 106.67e-9, 0.01e-9);
}

TEST(IsaacCe, ChipLinksAreFourOfHyperTransport) {
  const RramChip chip = load_machine("isaac-ce").chip;
  ASSERT_TRUE(chip.chip_link.has_value());
  EXPECT_EQ(chip.chip_link->rate, BytesPerSecond(6.4e9));
  EXPECT_EQ(chip.chip_link->links, 4);
}

TEST(Puma, HoldsSeventyMegabytes) {
  const RramChip chip = load_machine("puma").chip;
  const CoreKind& tile = chip.kinds[0];
  // 16-bit weights on 8 crossbars of 2 bits: 138 x 128 / 8 = 2208 matrices of 128 x 128 weights.
  EXPECT_EQ(tile.crossbar.slices, Slices::arrays);
  const std::int64_t matrices = static_cast<std::int64_t>(chip.cores.size()) * tile.crossbars / 8;
  EXPECT_EQ(matrices, 2208);
  EXPECT_EQ(matrices * 128 * 128, 36175872);  // 36.176 M weights, 72.4 MB: published as ~70 MB
  EXPECT_NEAR(static_cast<double>(matrices) * 128 * 128 * 2, 70e6, 0.04 * 70e6);
}

TEST(Puma, SweepsInAHundredNanoseconds) {
  const Crossbar crossbar = load_machine("puma").chip.kinds[0].crossbar;
  EXPECT_EQ(crossbar.adc.count, 2);
  EXPECT_EQ(64 * crossbar.adc.conversion, Seconds(100e-9));
  EXPECT_EQ(crossbar.array_read, Seconds(100e-9));
}

TEST(Puma, WritesACrossbarInElevenMicroseconds) {
  const Crossbar crossbar = load_machine("puma").chip.kinds[0].crossbar;
  ASSERT_TRUE(crossbar.write.has_value());
  EXPECT_NEAR((128 * crossbar.write->pulse).value(), 351e-6 / 32, 1e-12);
}

TEST(Puma, LastRouterHasTwoTiles) {
  const RramChip chip = load_machine("puma").chip;
  EXPECT_EQ(chip.noc.topology.routers, 35u);  // 138 = 34 x 4 + 2
  EXPECT_EQ(chip.noc.topology.inject[137], RouterId{34});
  EXPECT_EQ(chip.noc.topology.inject[135], RouterId{33});
}

TEST(PimsimNn, FrontAndBackAreThoseOfItsFormula) {
  const RramChip chip = load_machine("pimsim-nn").chip;
  const Crossbar& crossbar = chip.kinds[0].crossbar;
  // Front 0 + 1 + 30 + 1 = 32 cycles of 1 ns; back 64 x 10.03125 = 642; 32 + 642 + 7 x 642 = 5168.
  const double front = (crossbar.dac_time + crossbar.array_read) / Seconds(1e-9);
  const double back = (64 * crossbar.adc.conversion) / Seconds(1e-9);  // 128 / 2
  EXPECT_NEAR(front, 32, 1e-9);
  EXPECT_NEAR(back, 642, 1e-9);
  EXPECT_NEAR(front + back + 7 * back, 5168, 1e-6);
  EXPECT_EQ(chip.cores.size(), 64u);
  EXPECT_EQ(chip.noc.topology.width, 8);
}

TEST(NeuRram, CoresHoldRowPairs) {
  const RramChip chip = load_machine("neurram").chip;
  const Crossbar& crossbar = chip.kinds[0].crossbar;
  EXPECT_EQ(chip.cores.size(), 48u);
  EXPECT_EQ(chip.kinds[0].crossbars, 1);
  EXPECT_EQ(crossbar.sign, Sign::diff_rows);
  // 256 rows in pairs x 256 columns = 32768 weights a core, one cell each way: 4 bits in a cell.
  EXPECT_EQ(crossbar.rows / 2 * crossbar.columns, 256 * 128);
  EXPECT_GE(crossbar.cell_bits, chip.precision.weight);
  EXPECT_TRUE(crossbar.adc.per_column);
}

TEST(NeuRram, PulsesReproduceTheTwoPhasePointsTheyWereNotFittedTo) {
  const PulseCount p = load_machine("neurram").chip.kinds[0].crossbar.pulse_count;
  const double weights = 48 * 256 * 128;
  struct Point {
    int out, first, second;  // bits of the phases: 4 -> 2+2, 5 -> 3+2, 6 -> 3+3, 7 -> 4+3
    double tops;
  };
  for (const Point& point :
       {Point{7, 2, 2, 0.525}, {8, 3, 2, 0.418}, {9, 3, 3, 0.344}, {10, 4, 3, 0.264}}) {
    const double pulses = (1 << point.first) - 1 + (1 << point.second) - 1;
    const double steps = point.out + (point.out - point.first);
    const Seconds time = pulses * p.pulse + steps * p.adc_step + 2 * p.phase;
    EXPECT_NEAR(2 * weights / time.value() / 1e12 / point.tops, 1, 0.02) << point.out;
  }
}

TEST(Teaching, IsTheChipOfTheWorkedExample) {
  const RramChip chip = load_machine("teaching").chip;
  const CoreKind& core = chip.kinds[0];
  const Seconds cycle(1e-9);
  EXPECT_EQ(core.crossbars, 2);
  EXPECT_EQ(core.crossbar.adc.count, 4);
  EXPECT_EQ(core.crossbar.adc.conversion, cycle);
  EXPECT_EQ(core.crossbar.array_read, Seconds(4e-9));
  EXPECT_EQ(core.crossbar.dac_time, Seconds(0));
  EXPECT_EQ(core.l1.word.count(), 16);  // 2 B/cycle on one port
  EXPECT_EQ(core.l1.ports.read_write, 1);
  EXPECT_FALSE(core.l1.burst.has_value());
  EXPECT_EQ(core.simd.lanes, 2);
  EXPECT_EQ(chip.memory[0].rate, BytesPerSecond(4e9));
  EXPECT_EQ(chip.memory[0].latency, Seconds(0));
  EXPECT_EQ(chip.noc.link_rate(), BytesPerSecond(4e9));
  EXPECT_EQ(chip.noc.payload_flits, 1);
  EXPECT_EQ(chip.noc.header_flits, 0);
  EXPECT_EQ(chip.noc.router_pipeline, Cycles(0));
  EXPECT_TRUE(route(chip.noc.topology, chip.core_node(CoreId(0)), chip.memory_node(0)).empty());
}

}  // namespace
}  // namespace crossroof
