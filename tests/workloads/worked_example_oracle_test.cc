// SPDX-License-Identifier: Apache-2.0
// The worked example by hand: conv 3x3, pad 1, 4x4x4 -> 8x4x4, ReLU, on one core with two crossbars
// 32 x 32 of 2-bit cells. K = 36, M = 8, N = 16; s = ceil(8 / 2) = 4 cells per weight, so 8 weights
// fill a row: two row blocks (32 + 4 rows) x one column block.
#include <gtest/gtest.h>

#include "tests/workloads/loop_nest_check.h"
#include "tests/workloads/random_cases.h"
#include "workloads/mapper.h"

namespace crossroof::oracle {
namespace {

class WorkedExampleMapping : public ::testing::Test {
 protected:
  WorkedExampleMapping() {
    case_.chip = plain_chip(1, 2, 32, 32);
    Window window;
    window.kernel_h = window.kernel_w = 3;
    window.pad_top = window.pad_left = window.pad_bottom = window.pad_right = 1;
    Layer conv = conv_layer({4, 4, 4}, 8, window);
    conv.fused.push_back({SimdKind::add, conv.out.elements()});  // ReLU
    case_.net = one_layer(conv);
    mapping_ = map_network(case_.net, case_.chip, case_.options);
  }

  const LayerMapping& layer() const { return mapping_.layers[0]; }
  const Task& task() const { return layer().tasks.at(0); }
  static std::int64_t bytes(Bits bits) {
    EXPECT_EQ(bits.count() % 8, 0);
    return bits.count() / 8;
  }

  Case case_;
  Mapping mapping_;
};

TEST_F(WorkedExampleMapping, SitsInTwoArraysOfOneCore) {
  ASSERT_EQ(layer().tasks.size(), 1U);
  EXPECT_EQ(task().role, Role::root);
  EXPECT_EQ(mapping_.arrays_used, 2);
  EXPECT_EQ(task().held.arrays, 2);
  EXPECT_EQ(task().row_blocks, 2);
  EXPECT_EQ(task().remote, 0);
  EXPECT_EQ(task().held.fullest_rows, 32);
  EXPECT_EQ(task().held.fullest_columns, 32);
}

// 36 * 8 weights * 4 cells over 2 * 32 * 32 cells = 1152 / 2048.
TEST_F(WorkedExampleMapping, UsesFiftySixAndAQuarterPercentOfItsCells) {
  EXPECT_DOUBLE_EQ(layer().geometry.utilisation(case_.chip.kinds[0].crossbar), 0.5625);
}

TEST_F(WorkedExampleMapping, RunsFourChunksOfOneRow) {
  EXPECT_EQ(layer().plan.length, 4);
  EXPECT_EQ(layer().plan.count(), 4);
  EXPECT_EQ(mapping_.input_plans.at(0).count(), 4);
}

// Four input rows of 4 positions x 4 channels x 1 byte.
TEST_F(WorkedExampleMapping, S1Reads64BytesFromMemory) {
  EXPECT_EQ(bytes(task().work.noc_read), 64);
  EXPECT_EQ(bytes(task().work.memory_read), 64);
}

// K * N = 36 * 16.
TEST_F(WorkedExampleMapping, S2Reads576Bytes) { EXPECT_EQ(bytes(task().work.l1_read_mac), 576); }

// 16 MVMs of 8 slots (8 bits, 1-bit DAC, all rows active); 36 * 8 * 16 MACs;
// 16 MVMs * 8 slots * 32 columns * 2 arrays conversions.
TEST_F(WorkedExampleMapping, S3Makes16MvmsOf4608MacsAnd8192Conversions) {
  const MvmWork& mac = task().work.mac;
  EXPECT_EQ(mac.count, 16);
  EXPECT_EQ(mac.slots, 8);
  EXPECT_EQ(mac.columns, 32);
  EXPECT_EQ(mac.macs, 4608);
  EXPECT_EQ(mac.conversions, 8192);
}

// 2 row blocks * 8 columns * 16 positions * 4 bytes of accumulator.
TEST_F(WorkedExampleMapping, S4WritesAndS5Reads1024Bytes) {
  EXPECT_EQ(bytes(task().work.l1_write_mac), 1024);
  EXPECT_EQ(bytes(task().work.l1_read_simd), 1024);
}

// One addition and one ReLU for each of 8 * 16 results.
TEST_F(WorkedExampleMapping, S6Adds128TimesAndClips128Times) {
  std::int64_t operations = 0;
  for (const SimdWork& work : task().work.simd) {
    EXPECT_EQ(work.kind, SimdKind::add);
    operations += work.count;
  }
  EXPECT_EQ(operations, 128 + 128);
}

TEST_F(WorkedExampleMapping, S7WritesAndS8SendsTheResultsOf128Bytes) {
  EXPECT_EQ(bytes(task().work.l1_write_simd), 128);
  EXPECT_EQ(bytes(task().work.noc_write), 128);
  EXPECT_EQ(bytes(task().work.memory_write), 128);
}

TEST_F(WorkedExampleMapping, EqualsTheLoopNest) {
  const std::vector<std::string> wrong =
      differences(case_.net, case_.chip, case_.options, mapping_);
  EXPECT_EQ(wrong, std::vector<std::string>());
}

}  // namespace
}  // namespace crossroof::oracle
