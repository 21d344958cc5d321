// SPDX-License-Identifier: Apache-2.0
// One small case for each kind of fault that mappers are known for, worked by hand in its comment
// and recounted by the loop nest. Plain chips: 2-bit cells, 8-bit operands (4 cells per weight),
// 1-bit DACs (8 input slots), 32-bit accumulators.
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/workloads/loop_nest_check.h"
#include "tests/workloads/random_cases.h"
#include "workloads/mapper.h"

namespace crossroof::oracle {
namespace {

// Maps the case and holds it against the loop nest.
Mapping map_and_recount(const Case& c) {
  Mapping mapping = map_case(c);
  std::string wrong;
  for (const std::string& line : differences(c.net, c.chip, c.options, mapping)) {
    wrong += line + "\n";
  }
  EXPECT_EQ(wrong, "") << describe(c) << describe(mapping);
  return mapping;
}

Case one_layer_on(RramChip chip, Layer layer) {
  Case c;
  c.chip = std::move(chip);
  c.net = one_layer(std::move(layer));
  return c;
}

Window square(std::int64_t kernel, std::int64_t stride, std::int64_t pad) {
  Window w;
  w.kernel_h = w.kernel_w = kernel;
  w.stride_h = w.stride_w = stride;
  w.pad_top = w.pad_left = w.pad_bottom = w.pad_right = pad;
  return w;
}

const TaskWork& work(const Mapping& m, std::size_t layer, std::size_t task) {
  return m.layers.at(layer).tasks.at(task).work;
}

// 3x3 with padding 1 on a 2x2 map of 3 channels: 4 positions, not none. 27 rows, 2 columns.
TEST(MappingCases, AMapOfTwoByTwoHasFourPositions) {
  const Mapping m = map_and_recount(
      one_layer_on(plain_chip(1, 1, 32, 32), conv_layer({3, 2, 2}, 2, square(3, 1, 1))));
  EXPECT_EQ(work(m, 0, 0).mac.count, 4);
  EXPECT_EQ(work(m, 0, 0).mac.macs, 4 * 27 * 2);
  EXPECT_EQ(work(m, 0, 0).l1_read_mac.count(), 4 * 27 * 8);
}

// K = 5 of 32 rows, 4 active at once: ceil(5 / 4) = 2 row steps, not 8; 8 * 2 slots, 3 * 4 cells.
TEST(MappingCases, FewerRowsThanTheCrossbarHasTakeTheirOwnSlots) {
  RramChip chip = plain_chip(1, 1, 32, 32);
  chip.kinds[0].crossbar.active_rows = 4;
  const Mapping m = map_and_recount(one_layer_on(chip, conv_layer({5, 1, 1}, 3, square(1, 1, 0))));
  EXPECT_EQ(work(m, 0, 0).mac.slots, 16);
  EXPECT_EQ(work(m, 0, 0).mac.conversions, 16 * 12);
}

// 5 weights of 4 cells = 20 columns behind 3 ADCs: 20 conversions a slot, none for idle converters.
TEST(MappingCases, ColumnsThatAdcsDoNotDivideAreConvertedOnceEach) {
  RramChip chip = plain_chip(1, 1, 32, 32);
  chip.kinds[0].crossbar.adc.count = 3;
  const Mapping m = map_and_recount(one_layer_on(chip, conv_layer({2, 1, 3}, 5, square(1, 1, 0))));
  EXPECT_EQ(work(m, 0, 0).mac.columns, 20);
  EXPECT_EQ(work(m, 0, 0).mac.conversions, 3 * 8 * 20);
}

// 20 columns in column blocks of 8, 8 and 4 on cores of two arrays: the second is half empty.
TEST(MappingCases, APartlyFilledCoreHoldsTheRest) {
  const Mapping m = map_and_recount(
      one_layer_on(plain_chip(2, 2, 32, 32), conv_layer({4, 1, 1}, 20, square(1, 1, 0))));
  ASSERT_EQ(m.layers[0].tasks.size(), 2U);
  EXPECT_EQ(m.layers[0].tasks[0].held.columns, 16);
  EXPECT_EQ(m.layers[0].tasks[1].held.columns, 4);
  EXPECT_EQ(work(m, 0, 1).mac.columns, 16);
  EXPECT_EQ(work(m, 0, 1).noc_write.count(), 4 * 8);
}

// Eight groups of 9 x 1: floor(min(32 / 9, 8 / 1)) = 3 share an array, so 3 + 3 + 2. A channel is
// read only by the core of its group.
TEST(MappingCases, DepthwiseGroupsShareArraysDiagonally) {
  const Mapping m = map_and_recount(
      one_layer_on(plain_chip(3, 1, 32, 32), conv_layer({8, 3, 3}, 8, square(3, 1, 1), 8)));
  ASSERT_EQ(m.layers[0].tasks.size(), 3U);
  EXPECT_EQ(m.layers[0].tasks[2].held.rows, 18);
  EXPECT_EQ(work(m, 0, 2).mac.macs, 9 * 18);
  EXPECT_EQ(work(m, 0, 2).noc_read.count(), 9 * 2 * 8);
}

// 1x1 with stride 3 on 6 rows touches rows 0 and 3: four of the six messages are never sent. Within
// a row the message comes whole.
TEST(MappingCases, AStrideBeyondTheKernelSkipsRows) {
  Case c = one_layer_on(plain_chip(2, 1, 32, 32), conv_layer({2, 6, 6}, 8, square(1, 1, 0)));
  append_layer(c.net, conv_layer({8, 6, 6}, 8, square(1, 3, 0)));
  const Mapping m = map_and_recount(c);
  EXPECT_EQ(work(m, 1, 0).noc_read.count(), 2 * 6 * 8 * 8);
  EXPECT_EQ(work(m, 0, 0).noc_write.count(), 2 * 6 * 8 * 8);
}

// Rows 2 to 4 of the output see nothing but the padding below the map: they need no message.
TEST(MappingCases, AChunkOfPaddingNeedsNoMessage) {
  Window w;
  w.pad_bottom = 3;
  const Layer layer = conv_layer({2, 2, 2}, 3, w);
  ASSERT_EQ(layer.out.height, 5);
  const Mapping m = map_and_recount(one_layer_on(plain_chip(1, 1, 32, 32), layer));
  EXPECT_EQ(work(m, 0, 0).noc_read.count(), 2 * 2 * 2 * 8);
  EXPECT_EQ(work(m, 0, 0).l1_read_mac.count(), 10 * 2 * 8);
}

// With a line buffer only the distinct inputs are read, and none of the padding.
TEST(MappingCases, ALineBufferReadsEachInputOnce) {
  Case c = one_layer_on(plain_chip(1, 2, 32, 32), conv_layer({4, 4, 4}, 8, square(3, 1, 1)));
  c.options.reuse = Reuse::line_buffer;
  EXPECT_EQ(work(map_and_recount(c), 0, 0).l1_read_mac.count(), 64 * 8);
}

// 5x5 positions on 4 replicas: ceil(25 / 20) = 2 rounds, so chunks of ceil(25 / 8) = 4 positions
// that straddle rows of 5; 7 chunks, so replicas have 8, 8, 4 + 1 and 4 positions. Replica 1 has
// positions 4..7 and 20..23: rows 0, 1 and 4.
class FourReplicas : public ::testing::Test {
 protected:
  FourReplicas() {
    Case c = one_layer_on(plain_chip(4, 1, 32, 32), conv_layer({2, 5, 5}, 3, square(1, 1, 0)));
    c.replicas = {{LayerId{0}, 3}};
    mapping_ = map_and_recount(c);
  }
  Mapping mapping_;
};

TEST_F(FourReplicas, ChunksStraddleRows) {
  EXPECT_EQ(mapping_.layers[0].plan.length, 4);
  EXPECT_EQ(work(mapping_, 0, 1).noc_read.count(), 3 * 5 * 2 * 8);
}

TEST_F(FourReplicas, TheLastHasFewerPositions) {
  std::vector<std::int64_t> positions;
  for (const Task& task : mapping_.layers[0].tasks) positions.push_back(task.positions);
  EXPECT_EQ(positions, (std::vector<std::int64_t>{8, 8, 5, 4}));
  EXPECT_EQ(mapping_.layers[0].plan.largest_share(), 8);
}

// Two replicas of a layer of one position: the second has nothing to do, at any stage.
TEST(MappingCases, AReplicaWithoutPositionsDoesNothing) {
  Layer layer = conv_layer({6, 1, 1}, 6, square(1, 1, 0));
  layer.fused.push_back({SimdKind::add, 6});
  Case c = one_layer_on(plain_chip(2, 1, 32, 32), layer);
  Edge skip;
  skip.from = {6, 1, 1};
  skip.channels = 6;
  skip.gate = Gate::s5_operands;
  c.net.layers[0].in_edges.push_back(skip);
  c.replicas = {{LayerId{0}, 1}};
  const Mapping m = map_and_recount(c);
  ASSERT_EQ(m.layers[0].tasks.size(), 2U);
  EXPECT_EQ(work(m, 0, 1).l1_read_simd.count(), 0);
}

// Two layers on one core: nothing moves between them; the last result goes to memory.
TEST(MappingCases, WhatStaysOnACoreDoesNotMove) {
  Case c = one_layer_on(plain_chip(1, 2, 32, 32), conv_layer({3, 2, 2}, 4, square(1, 1, 0)));
  append_layer(c.net, conv_layer({4, 2, 2}, 5, square(1, 1, 0)));
  const Mapping m = map_and_recount(c);
  EXPECT_EQ(work(m, 0, 0).noc_write.count(), 0);
  EXPECT_EQ(work(m, 1, 0).noc_read.count(), 0);
  EXPECT_EQ(work(m, 1, 0).noc_write.count(), 4 * 5 * 8);
}

// 80 rows = 32 + 32 + 16 over three cores of one array: the root adds two partial sums to its own.
class SumsOverCores : public ::testing::Test {
 protected:
  static Mapping mapped(PartialSums sums, std::int64_t crossbars) {
    RramChip chip = plain_chip(3, crossbars, 32, 32);
    chip.kinds[0].partial_sums = sums;
    return map_and_recount(one_layer_on(chip, conv_layer({80, 1, 1}, 4, square(1, 1, 0))));
  }
};

TEST_F(SumsOverCores, TheRootAddsOnePartialPerOtherCore) {
  const Mapping m = mapped(PartialSums::simd, 1);
  ASSERT_EQ(m.layers[0].tasks.size(), 3U);
  EXPECT_EQ(m.layers[0].tasks[0].remote, 2);
  EXPECT_EQ(work(m, 0, 0).l1_read_simd.count(), 4 * 32 * 3);
  EXPECT_EQ(work(m, 0, 2).l1_write_mac.count(), 4 * 32);
  EXPECT_EQ(work(m, 0, 2).l1_read_simd.count(), 0);
  EXPECT_EQ(work(m, 0, 2).noc_write.count(), 4 * 32);
  EXPECT_EQ(work(m, 0, 0).noc_read.count(), 32 * 8 + 2 * 4 * 32);
}

// Two row blocks on the root, one beyond it: with an adder tree each core writes one sum.
TEST_F(SumsOverCores, AnAdderTreeLeavesOneSumPerCore) {
  const Mapping simd = mapped(PartialSums::simd, 2);
  EXPECT_EQ(work(simd, 0, 0).l1_write_mac.count(), 4 * 32 * 2);
  EXPECT_EQ(work(simd, 0, 0).l1_read_simd.count(), 4 * 32 * (2 + 1));
  const Mapping tree = mapped(PartialSums::adder_tree, 2);
  EXPECT_EQ(work(tree, 0, 0).l1_write_mac.count(), 4 * 32);
  EXPECT_EQ(work(tree, 0, 0).l1_read_simd.count(), 4 * 32 * (1 + 1));
}

// A map of one channel joined with one of four, depthwise on cores of one array each: a core gets
// only the channels its own rows touch, however few channels the producer has.
TEST(MappingCases, AJoinedMapOfOneChannelGoesOnlyToTheCoreThatReadsIt) {
  Case c = one_layer_on(plain_chip(8, 1, 4, 4), conv_layer({4, 1, 1}, 1, square(1, 1, 0)));
  Layer second = conv_layer({5, 1, 1}, 5, square(1, 1, 0), 5);
  Edge joined;
  joined.from = {4, 1, 1};
  joined.channels = 4;
  joined.consumer_channel = 1;
  joined.need = Need::window;
  second.in_edges.push_back(joined);
  append_layer(c.net, second);
  const Mapping m = map_and_recount(c);
  ASSERT_EQ(m.layers[1].tasks.size(), 5U);
  EXPECT_EQ(work(m, 0, 0).noc_write.count(), 8);
  EXPECT_EQ(work(m, 1, 4).noc_read.count(), 8);
}

// Layer 1 sees only padding (taps at rows -3, -1 and 1 of a map of one row), so it reads none of
// layer 0's eleven results; its residual sum reads ten of them. Memory holds those ten for the next
// phase.
TEST(MappingCases, MemoryKeepsOnlyChannelsThatAreRead) {
  Case c = one_layer_on(plain_chip(2, 2, 40, 40), conv_layer({4, 1, 1}, 11, square(1, 1, 0)));
  Window padding;
  padding.kernel_h = 3;
  padding.dilation_h = 2;
  padding.pad_top = 3;
  padding.pad_bottom = 1;
  Layer second = conv_layer({11, 1, 1}, 10, padding);
  second.fused.push_back({SimdKind::add, 10});
  Edge skip;
  skip.producer = LayerId{0};
  skip.from = {11, 1, 1};
  skip.producer_channel = 1;
  skip.channels = 10;
  skip.gate = Gate::s5_operands;
  second.in_edges.push_back(skip);
  append_layer(c.net, second);
  c.options.mode = RunMode::layer_serial;
  const Mapping m = map_and_recount(c);
  std::int64_t stored = 0;
  for (const Task& task : m.layers[0].tasks) stored += task.work.memory_write.count();
  EXPECT_EQ(stored, 10 * 8);
}

// A residual sum reads, at S5, the channels of the root's own columns.
TEST(MappingCases, ASkipBringsTheChannelsOfTheColumns) {
  Case c = one_layer_on(plain_chip(4, 1, 32, 32), conv_layer({2, 2, 2}, 12, square(1, 1, 0)));
  Layer second = conv_layer({12, 2, 2}, 12, square(1, 1, 0));
  second.fused.push_back({SimdKind::add, 48});
  Edge skip;
  skip.producer = LayerId{0};
  skip.from = {12, 2, 2};
  skip.channels = 12;
  skip.gate = Gate::s5_operands;
  second.in_edges.push_back(skip);
  append_layer(c.net, second);
  const Mapping m = map_and_recount(c);
  ASSERT_EQ(m.layers[1].tasks.size(), 2U);
  // Columns 0..7 and 8..11: all 12 channels to multiply, 8 or 4 to add, 4 positions of 8 bits.
  EXPECT_EQ(work(m, 1, 0).noc_read.count(), (12 + 8) * 4 * 8);
  EXPECT_EQ(work(m, 1, 1).noc_read.count(), (12 + 4) * 4 * 8);
  EXPECT_EQ(work(m, 1, 1).l1_read_simd.count(), 4 * 4 * (32 + 8));
}

}  // namespace
}  // namespace crossroof::oracle
