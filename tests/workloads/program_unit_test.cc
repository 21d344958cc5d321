// SPDX-License-Identifier: Apache-2.0
// Chunks, needs and messages of small programs, worked by hand.
#include "workloads/program.h"

#include <array>
#include <utility>

#include <gtest/gtest.h>

#include "tests/workloads/program_interpreter.h"
#include "tests/workloads/small_programs.h"

namespace crossroof::oracle {
namespace {

using Spans = std::vector<std::pair<int, int>>;
Spans spans(const Demand& d) {
  Spans all;
  for (const MessageSpan& s : d.needs) all.emplace_back(s.begin, s.end);
  return all;
}

// Ordinals, emitters and positions of a list.
using Items = std::vector<std::array<int, 3>>;
Items items(const MessageList& list) {
  Items all;
  for (const Carried& x : list) all.push_back({x.ordinal, x.emitter, x.positions});
  return all;
}

// 4 x 4 positions in chunks of a row of 4. Per chunk: S2 36 rows * 4 B = 144 B (one byte an
// operand); 4 MVMs, 4 * 8 slots * 32 columns * 2 arrays = 2048 conversions, 4 * 36 * 8 = 1152 MACs;
// S4 = S5 = 2 row blocks * 8 columns * 4 positions * 4 B = 256 B; S6 32 sums + 32 ReLU; S7 32 B.
TEST(Program, WorkedExampleHasFourEqualChunks) {
  SmallProgram e = worked_example();
  ASSERT_EQ(e.program.tasks.size(), 1U);
  const CoreTask& task = e.program.tasks[0];
  EXPECT_EQ(task.chunks, (std::vector<std::int32_t>{0, 1, 2, 3}));
  ASSERT_EQ(task.classes.size(), 1U);
  const StageWork& w = task.work(3);
  EXPECT_EQ(w.s2.amount, Bits(144 * 8));
  EXPECT_EQ(w.mvms, 4);
  EXPECT_EQ(w.conversions, 2048);
  EXPECT_EQ(w.macs, 1152);
  EXPECT_EQ(w.s4.amount, Bits(256 * 8));
  EXPECT_EQ(w.s5.amount, Bits(256 * 8));
  std::int64_t operations = 0;
  for (const SimdWork& op : w.s6) operations += op.count;
  EXPECT_EQ(operations, 32 + 32);
  EXPECT_EQ(w.s7.amount, Bits(32 * 8));
}

// Row j of a padded 3x3 window needs rows j-1, j and j+1 of 4. Window 3 + 2 slots = 5 credits.
TEST(Program, WorkedExampleNeedsRowsOfTheReceptiveField) {
  SmallProgram e = worked_example();
  const Inlet& inlet = e.inlet(LayerId::network_input, LayerId(0));
  EXPECT_EQ(e.demand(inlet).messages, 4);
  EXPECT_EQ(spans(e.demand(inlet)), (Spans{{0, 2}, {0, 3}, {1, 4}, {2, 4}}));
  EXPECT_EQ(inlet.credits, 5);
}

// Four rows of 4 positions: 4 channels of 8 bits come in (16 B), 8 channels of 8 bits go out (32
// B).
TEST(Program, WorkedExampleMovesRowsOf16AndOf32Bytes) {
  SmallProgram e = worked_example();
  ASSERT_EQ(e.program.feeds.size(), 2U);
  const Feed in = e.feeds(StreamKind::input).at(0);
  EXPECT_TRUE(in.from.memory);
  EXPECT_EQ(in.position_bits, Bits(4 * 8));
  EXPECT_EQ(items(e.program.list(in)), (Items{{0, -1, 4}, {1, -1, 4}, {2, -1, 4}, {3, -1, 4}}));
  const Feed out = e.feeds(StreamKind::store).at(0);
  EXPECT_TRUE(out.to.memory);
  EXPECT_EQ(out.position_bits, Bits(8 * 8));
  EXPECT_EQ(items(e.program.list(out)), (Items{{0, 0, 4}, {1, 1, 4}, {2, 2, 4}, {3, 3, 4}}));
  EXPECT_EQ(e.program.tensors.at(0).stores, (std::vector<std::int32_t>{1, 1, 1, 1}));
}

// Chunk j passes S2..S7 and leaves: six stages one after the other, and three more chunks behind.
TEST(Program, WorkedExampleTakesNineSteps) {
  SmallProgram e = worked_example();
  EXPECT_EQ(interpret(e.program, 2, 1).steps, 6 + 3);
  EXPECT_EQ(interpret(e.program, 2, 2).steps, 6 + 7);
}

// 1x1 with stride 3 over 5 rows touches rows 0 and 3: two messages, one for each output row.
TEST(Program, AStrideSkipsMessagesThatNoWindowNeeds) {
  SmallProgram e = every_third_row();
  const Inlet& inlet = e.inlet(LayerId(0), LayerId(1));
  EXPECT_EQ(e.demand(inlet).messages, 2);
  EXPECT_EQ(spans(e.demand(inlet)), (Spans{{0, 1}, {1, 2}}));
  // Rows 0 and 3 of the producer.
  const Feed feed = e.feeds(StreamKind::activation).at(0);
  EXPECT_EQ(items(e.program.list(feed)), (Items{{0, 0, 4}, {1, 3, 4}}));
}

// conv0 -> conv1 + conv0: row j of the sum needs row j of the skip, at S5.
TEST(Program, ASkipWaitsAtS5WithTheCreditsOfItsDelay) {
  SmallProgram e = one_skip();
  const Inlet& inlet = e.inlet(LayerId(0), LayerId(1), Gate::s5_operands);
  EXPECT_EQ(inlet.kind, StreamKind::skip);
  EXPECT_EQ(spans(e.demand(inlet)).at(7), std::pair(7, 8));
  // Row j+2 is made when row j is used (delay 2), 2 slots, 3 for the one layer between.
  EXPECT_EQ(inlet.credits, 2 + 2 + 3);
  EXPECT_FALSE(e.feed(StreamKind::skip).local);  // the layers sit on two cores
}

// 36 rows in arrays of 16: three row blocks, two to a core. The second core sends 4 columns * 32
// bits for each MVM of a chunk of 4; the root adds them.
TEST(Program, AColumnOverTwoCoresSendsPartialSumsChunkByChunk) {
  SmallProgram e = split_column();
  ASSERT_EQ(e.program.tasks.size(), 2U);
  EXPECT_EQ(e.program.tasks[1].role, Role::partial);
  const Inlet& inlet = e.inlet(LayerId(0), LayerId(0), Gate::s5_operands);
  EXPECT_EQ(inlet.kind, StreamKind::partial);
  EXPECT_EQ(inlet.credits, 1 + 2);
  EXPECT_EQ(spans(e.demand(inlet)), (Spans{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  const Feed feed = e.feeds(StreamKind::partial).at(0);
  EXPECT_EQ(feed.position_bits, Bits(4 * 32));
  EXPECT_EQ(items(e.program.list(feed)), (Items{{0, 0, 4}, {1, 1, 4}, {2, 2, 4}, {3, 3, 4}}));
}

// Two replicas take rows in turn: replica 0 rows 0 and 2, replica 1 rows 1 and 3. The next layer
// gets rows 0..3 in order from both.
TEST(Program, ReplicasTakeChunksInTurn) {
  const SmallProgram e = two_replicas();
  EXPECT_EQ(e.program.tasks[0].chunks, (std::vector<std::int32_t>{0, 2}));
  EXPECT_EQ(e.program.tasks[1].chunks, (std::vector<std::int32_t>{1, 3}));
  const std::vector<Feed> feeds = e.feeds(StreamKind::activation);
  ASSERT_EQ(feeds.size(), 2U);
  EXPECT_EQ(items(e.program.list(feeds[0])), (Items{{0, 0, 4}, {2, 1, 4}}));
  EXPECT_EQ(items(e.program.list(feeds[1])), (Items{{1, 0, 4}, {3, 1, 4}}));
}

// Layer by layer, the first result is stored and read again: what is read waits for the message of
// the same number.
TEST(Program, WhatCrossesAPhaseIsStoredAndThenRead) {
  const SmallProgram e = two_phases();
  ASSERT_EQ(e.program.phases.size(), 2U);
  ASSERT_EQ(e.program.tensors.size(), 2U);
  const Feed read = e.feeds(StreamKind::activation).at(0);
  EXPECT_TRUE(read.from.memory);
  EXPECT_EQ(e.program.tensors[index(read.tensor)].layer, LayerId(0));
  EXPECT_EQ(items(e.program.list(read)), (Items{{0, 0, 4}, {1, 1, 4}, {2, 2, 4}, {3, 3, 4}}));
}

// A skip that would have to hold 13 rows in too small an L1 waits in memory instead.
TEST(Program, ASpilledSkipIsReadBackMessageByMessage) {
  SmallProgram e = spilled_skip();
  const Inlet& inlet = e.inlet(LayerId(0), LayerId(13));
  EXPECT_TRUE(e.mapping.streams[inlet.stream].spilled);
  std::int64_t reads = 0;
  for (const Feed& f : e.program.feeds) {
    if (f.stream != inlet.stream) continue;
    EXPECT_TRUE(f.from.memory);
    EXPECT_NE(f.tensor, TensorId::none);
    reads += static_cast<std::int64_t>(e.program.list(f).size());
  }
  EXPECT_EQ(reads, e.demand(inlet).messages);
}

// Two arrays, four layers of one array each: two passes. 16 and 4 rows x 4 columns x 8 bits, half
// from either controller.
TEST(Program, ReloadBringsTheWeightsOfEachPass) {
  const SmallProgram e = two_passes();
  ASSERT_EQ(e.program.phases.size(), 2U);
  const std::vector<Reload>& first = e.program.phases[0].reloads;
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].rows, 16);
  EXPECT_EQ(first[0].from_controller, (std::vector<Bits>{Bits(256), Bits(256)}));
  EXPECT_EQ(first[1].rows, 4);
  EXPECT_EQ(first[1].from_controller, (std::vector<Bits>{Bits(64), Bits(64)}));
}

// Two layers to a chip: the third gets its input over the link, the others stay on their core.
TEST(Program, LayersOnSuccessiveChipsFeedEachOther) {
  const SmallProgram e = two_chips();
  EXPECT_EQ(e.program.chips, 2);
  for (const Feed& f : e.feeds(StreamKind::activation)) {
    EXPECT_EQ(f.local, f.from.chip == f.to.chip);
    EXPECT_EQ(f.from.chip != f.to.chip, f.from.number == 1);
  }
}

// Both column halves of layer 1, on two cores, read all 4 channels of layer 0: one group of two.
TEST(Program, AMulticastGroupCarriesWhatAllItsReceiversRead) {
  const SmallProgram e = multicast_pair();
  const std::vector<Feed> feeds = e.feeds(StreamKind::activation);
  ASSERT_EQ(feeds.size(), 2U);
  EXPECT_GE(feeds[0].group, 0);
  EXPECT_EQ(feeds[0].group, feeds[1].group);
  EXPECT_NE(feeds[0].to.number, feeds[1].to.number);
  EXPECT_EQ(feeds[0].position_bits, Bits(4 * 8));
  // 2 x 2 positions of 32 bits leave once.
  EXPECT_EQ(e.mapping.layers[0].tasks[0].work.noc_write, Bits(4 * 32));
}

}  // namespace
}  // namespace crossroof::oracle
