// SPDX-License-Identifier: Apache-2.0
// The crossbars of one task by hand. Times in ns; the crossbar is that of docs/worked-example.md:
// 32 x 32, 4 converters of 1 ns, array read 4 ns, so front 4 and back 32 / 4 = 8.
#include "sim/crossbar_server.h"

#include <gtest/gtest.h>

namespace crossroof::sim {
namespace {

constexpr Tick kNs = 1000000;

Crossbar worked_crossbar() {
  Crossbar x;
  x.rows = x.columns = x.active_rows = 32;
  x.cell_bits = 2;
  x.adc = {false, 4, 1, 8, Seconds(1e-9)};
  x.array_read = Seconds(4e-9);
  x.double_sample_hold = true;
  return x;
}

constexpr MvmShape kShape{8, 32, 8, 1};

void expect_span(const CrossbarSpan& span, Tick start_ns, Tick finish_ns) {
  EXPECT_EQ(span.start, start_ns * kNs);
  EXPECT_EQ(span.finish, finish_ns * kNs);
}

// 8 slots of max(4, 8); one front more until the first result: 4 + 8 + 7 * 8.
TEST(Mvm, WithDoubledSampleAndHoldTheLongerOfFrontAndBackSetsThePace) {
  const CrossbarServer server(worked_crossbar(), kShape);
  EXPECT_EQ(server.interval(), 64 * kNs);
  EXPECT_EQ(server.latency(), 68 * kNs);
}

TEST(Mvm, WithoutItFrontAndBackAdd) {
  Crossbar x = worked_crossbar();
  x.double_sample_hold = false;
  const CrossbarServer server(x, kShape);
  EXPECT_EQ(server.interval(), 96 * kNs);
  EXPECT_EQ(server.latency(), 96 * kNs);
}

// Front 12, back 8: 8 * 12, and one back more.
TEST(Mvm, ALongFrontHidesTheBack) {
  Crossbar x = worked_crossbar();
  x.dac_time = Seconds(8e-9);
  const CrossbarServer server(x, kShape);
  EXPECT_EQ(server.interval(), 96 * kNs);
  EXPECT_EQ(server.latency(), 104 * kNs);
}

// 33 columns of two crossbars on 4 converters: ceil(66 / 4) = 17 conversions.
TEST(Mvm, CrossbarsThatShareConvertersSweepTogether) {
  Crossbar x = worked_crossbar();
  x.adc.crossbars = 2;
  EXPECT_EQ(slot_times(x, {8, 33, 8, 1}).back.at(0), 17 * kNs);
}

TEST(Mvm, AConverterPerColumnNeedsOneConversion) {
  Crossbar x = worked_crossbar();
  x.adc.per_column = true;
  EXPECT_EQ(slot_times(x, kShape).back.at(0), 1 * kNs);
}

TEST(Mvm, PlanesBehindOneReadOutTakeTurns) {
  const CrossbarServer server(worked_crossbar(), {8, 32, 8, 3});
  EXPECT_EQ(server.interval(), 3 * 64 * kNs);
}

// 6 input bits: 5 without the sign, phases of 3 and 2 bits; 8 output bits.
//   pulses 7 + 3 = 10 of 10 ns, steps 8 + (8 - 3) = 13 of 20 ns, two fixed times of 100 ns: 560.
// Two row groups make 4 slots and twice the time.
TEST(Mvm, PulseCountingTakesTheTimeOfItsPhases) {
  Crossbar x = worked_crossbar();
  x.input = InputCoding::pulse_count;
  x.adc.conversion = Seconds(0);
  x.pulse_count = {Seconds(10e-9), Seconds(20e-9), Seconds(100e-9), true};
  EXPECT_EQ(CrossbarServer(x, {2, 32, 6, 1}).interval(), 560 * kNs);
  EXPECT_EQ(CrossbarServer(x, {4, 32, 6, 1}).latency(), 1120 * kNs);
  x.pulse_count.two_phase = false;  // 31 pulses, 8 steps, once 100: 310 + 160 + 100
  EXPECT_EQ(CrossbarServer(x, {1, 32, 6, 1}).interval(), 570 * kNs);
}

// One output bit, already counted by the pulses of the first phase: one step all the same.
TEST(Mvm, APhaseHasAtLeastOneStep) {
  Crossbar x = worked_crossbar();
  x.input = InputCoding::pulse_count;
  x.adc.bits = 1;
  x.pulse_count = {Seconds(0), Seconds(20e-9), Seconds(0), true};
  EXPECT_EQ(CrossbarServer(x, {2, 32, 6, 1}).interval(), 40 * kNs);
}

// Stage S3 of the worked example, chunks of 4 MVMs. Operands at 80, 152, 412, 668; the third chunk
// waits for space until 468, the fourth until 724.
TEST(Chunks, FollowEachOtherWithoutABubbleAndTheFirstPaysTheFront) {
  CrossbarServer server(worked_crossbar(), kShape);
  expect_span(server.run(4, 80 * kNs), 80, 340);
  expect_span(server.run(4, 152 * kNs), 336, 596);
  expect_span(server.run(4, 468 * kNs, 412 * kNs), 592, 852);
  expect_span(server.run(4, 724 * kNs, 668 * kNs), 848, 1108);
  EXPECT_EQ(server.use().busy, 1028 * kNs);
  EXPECT_EQ(server.use().slots, 128);
  EXPECT_EQ(server.use().mvms, 16);
  EXPECT_EQ(server.use().blocked, 0U);  // there was space again before they were free
}

// Free at 340; operands at 400, space at 420.
TEST(Chunks, ThatHaveOperandsButNoSpaceForResultsBlockTheCrossbars) {
  CrossbarServer server(worked_crossbar(), kShape);
  server.run(4, 80 * kNs);
  expect_span(server.run(4, 420 * kNs, 400 * kNs), 420, 680);
  EXPECT_EQ(server.use().blocked, 20 * kNs);
  EXPECT_EQ(server.use().busy, 520 * kNs);
}

// Blocks of 32 and 4 rows, all 32 columns in use: 16 MVMs * 8 slots * 2 * 32.
TEST(Counting, EveryBlockConvertsItsOwnColumns) {
  CrossbarServer server(worked_crossbar(), kShape, {{32, 32}, {4, 32}});
  server.run(16, 0);
  EXPECT_EQ(server.use().conversions, 8192);
  EXPECT_EQ(server.use().block_slots, 256);
}

// 8 active rows: the block of 32 rows has 4 row groups and 32 slots, that of 12 rows 2 and 16.
TEST(Counting, ABlockOfFewRowsHasFewerSlots) {
  Crossbar x = worked_crossbar();
  x.active_rows = 8;
  CrossbarServer server(x, {32, 20, 8, 1}, {{32, 20}, {12, 7}});
  server.run(1, 0);
  EXPECT_EQ(server.use().block_slots, 48);
  EXPECT_EQ(server.use().conversions, 32 * 20 + 16 * 7);
}

// 10 rows, 4 at once, 3 times 100 ns each: 3 * 3 * 100.
TEST(Writing, TakesAPulsePerRowsInParallelAndIteration) {
  Crossbar x = worked_crossbar();
  x.write = ArrayWrite{Seconds(100e-9), 4, 3, {}, false};
  CrossbarServer server(x, kShape);
  EXPECT_EQ(server.write_time(10), 900 * kNs);
  server.run(1, 0);  // until 68
  expect_span(server.write(10, 50 * kNs), 68, 968);
  expect_span(server.run(1, 100 * kNs), 968, 1036);
  EXPECT_EQ(server.use().writing, 900 * kNs);
  EXPECT_EQ(server.use().rows_written, 10);
}

TEST(Writing, DelaysNoMvmWhereTheMachineOverlapsThem) {
  Crossbar x = worked_crossbar();
  x.write = ArrayWrite{Seconds(100e-9), 1, 1, {}, true};
  CrossbarServer server(x, kShape);
  server.run(1, 0);
  expect_span(server.write(1, 50 * kNs), 50, 150);
  expect_span(server.run(1, 70 * kNs), 70, 138);
}

}  // namespace
}  // namespace crossroof::sim
