// SPDX-License-Identifier: Apache-2.0
// Number 364 has the digit 1 six times in base 3 (1 + 3 + 9 + 27 + 81 + 243): the machine itself.
#include "validation/grid.h"

#include <set>

#include <gtest/gtest.h>

#include "models/machine_json.h"

namespace crossroof::validation {
namespace {

TEST(Grid, HasTheMachineItselfInTheMiddle) {
  const RramChip base = load_machine("isaac-ce").chip;
  const RramChip middle = grid_machine(base, 364);
  EXPECT_EQ(middle.name, "isaac-ce");
  EXPECT_EQ(middle.kinds[0].l1.word.count(), 256);
}

TEST(Grid, HasOnlyDifferentMachines) {
  const RramChip base = load_machine("puma").chip;
  std::set<std::string> names;
  for (std::size_t number = 0; number < kGridSize; ++number) {
    names.insert(grid_machine(base, number).name);
  }
  EXPECT_EQ(names.size(), kGridSize);
}

// Digit 0 is half, digit 2 twice; all zeros and all twos.
TEST(Grid, HalvesAndDoublesSixParameters) {
  const RramChip base = load_machine("isaac-ce").chip;
  const RramChip half = grid_machine(base, 0), twice = grid_machine(base, kGridSize - 1);
  EXPECT_EQ(half.name, "isaac-ce adc x0.5, read x0.5, l1 x0.5, simd x0.5, flit x0.5, memory x0.5");
  EXPECT_EQ(half.kinds[0].crossbar.adc.count, 1);
  EXPECT_EQ(half.kinds[0].crossbar.adc.crossbars, 2);
  EXPECT_EQ(twice.kinds[0].crossbar.adc.count, 2);
  EXPECT_NEAR(half.kinds[0].crossbar.array_read.value(), 200e-9, 1e-18);
  EXPECT_NEAR(twice.kinds[0].crossbar.array_read.value(), 50e-9, 1e-18);
  EXPECT_EQ(half.kinds[0].l1.word.count(), 128);
  EXPECT_EQ(twice.kinds[0].l1.word.count(), 512);
  EXPECT_EQ(half.kinds[0].simd.lanes, 8);
  EXPECT_EQ(twice.kinds[0].simd.lanes, 32);
  EXPECT_EQ(half.noc.flit.count(), 16);
  EXPECT_EQ(twice.noc.flit.count(), 64);
  EXPECT_NEAR(half.memory[3].rate.value(), 3.2e9, 1);
  EXPECT_NEAR(twice.memory[3].rate.value(), 12.8e9, 1);
}

// NeuRRAM converts all columns at once: its converters become faster instead.
TEST(Grid, SpeedsUpConvertersThatCannotBecomeMore) {
  const RramChip base = load_machine("neurram").chip;
  const RramChip twice = grid_machine(base, kGridSize - 1);
  EXPECT_TRUE(twice.kinds[0].crossbar.adc.per_column);
  EXPECT_NEAR(twice.kinds[0].crossbar.pulse_count.adc_step.value(), 149.851e-9, 1e-15);
  EXPECT_NEAR(twice.kinds[0].crossbar.pulse_count.pulse.value(), 152.5925e-9, 1e-15);
}

TEST(Grid, IsDrawnWithoutRepetitionAndTheSameForASeed) {
  const std::vector<std::size_t> drawn = draw_grid(50, 7);
  EXPECT_EQ(drawn, draw_grid(50, 7));
  EXPECT_NE(drawn, draw_grid(50, 8));
  EXPECT_EQ(std::set<std::size_t>(drawn.begin(), drawn.end()).size(), 50U);
  EXPECT_LT(drawn.back(), kGridSize);
  EXPECT_EQ(draw_grid(kGridSize, 1).size(), kGridSize);
}

}  // namespace
}  // namespace crossroof::validation
