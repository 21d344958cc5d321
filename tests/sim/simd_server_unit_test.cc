// SPDX-License-Identifier: Apache-2.0
// The SIMD unit: 1 GHz, so a cycle is 1,000,000 ticks.
#include "sim/simd_server.h"

#include <vector>

#include <gtest/gtest.h>

namespace crossroof::sim {
namespace {

constexpr Tick kCycle = 1000000;

SimdUnit unit(std::int64_t lanes, double cycles_per_op = 1) {
  SimdUnit u;
  u.lanes = lanes;
  u.cycles_per_op = cycles_per_op;
  for (const SimdKindInfo& k : kSimdKinds) {
    u.lane_ops[index(k.kind)] = static_cast<double>(k.lane_ops);
  }
  u.clock = Hertz(1e9);
  return u;
}

// 32 adds and 32 ReLUs on 2 lanes: 64 / 2 = 32 cycles.
TEST(SimdService, LaneOperationsAreSpreadOverTheLanes) {
  const SimdService s = SimdServer(unit(2)).service({{SimdKind::add, 32}, {SimdKind::add, 32}});
  EXPECT_EQ(s.lane_ops, 64);
  EXPECT_EQ(s.time, 32 * kCycle);
}

// 3 exp of 8 and 1 add: 25 lane-operations on 4 lanes are 7 rounds.
TEST(SimdService, EachKindHasItsCostAndTheLastRoundMayBePartlyFilled) {
  const SimdService s = SimdServer(unit(4)).service({{SimdKind::exp, 3}, {SimdKind::add, 1}});
  EXPECT_EQ(s.lane_ops, 25);
  EXPECT_EQ(s.time, 7 * kCycle);
}

// 5 * 0.3 + 2 * 0.3 = 2.1 -> 3; 10 * 0.3 = 3 although 0.3 is not exact in binary.
TEST(SimdService, FractionsOfALaneOperationAreRoundedUpOncePerChunk) {
  SimdUnit u = unit(1);
  u.lane_ops[index(SimdKind::mul)] = 0.3;
  EXPECT_EQ(SimdServer(u).service({{SimdKind::mul, 5}, {SimdKind::mul, 2}}).lane_ops, 3);
  EXPECT_EQ(SimdServer(u).service({{SimdKind::mul, 10}}).lane_ops, 3);
}

// 3 rounds of 1.5 cycles are 4.5 cycles; at 3 cycles per operation they are 9.
TEST(SimdService, CyclesPerOperationMayBeAFraction) {
  EXPECT_EQ(SimdServer(unit(2, 1.5)).service({{SimdKind::add, 6}}).time, 4500000U);
  EXPECT_EQ(SimdServer(unit(2, 3)).service({{SimdKind::add, 6}}).time, 9 * kCycle);
}

std::vector<std::uint64_t> run(SimdServer& server, Tick now) {
  std::vector<std::uint64_t> order;
  const auto started = [&](std::uint64_t ticket, Tick) { order.push_back(ticket); };
  server.grant(now, started);
  while (server.next_end() != kNever) {
    now = server.next_end();
    server.complete(now, [](std::uint64_t) {});
    server.grant(now, started);
  }
  return order;
}

TEST(SimdServer, OneChunkIsServedAtATime) {
  SimdServer server(unit(1));
  server.request({7, 0, 6, 0, {5, 5 * kCycle}}, 0);
  server.request({8, 1, 6, 0, {3, 3 * kCycle}}, 0);
  EXPECT_EQ(run(server, 0), (std::vector<std::uint64_t>{7, 8}));
  EXPECT_EQ(server.use().busy, 8 * kCycle);
  EXPECT_EQ(server.use().waited, 5 * kCycle);
  EXPECT_EQ(server.use().lane_ops, 8);
  EXPECT_EQ(server.use().chunks, 2);
  EXPECT_EQ(server.use().longest_queue, 1U);
  EXPECT_TRUE(server.idle());
}

TEST(SimdServer, TiesGoToTheOlderChunkThenToTheLowerTask) {
  SimdServer server(unit(1));
  server.request({1, 2, 6, 0, {1, kCycle}}, 0);
  server.request({2, 1, 6, 5, {1, kCycle}}, 0);
  server.request({3, 1, 6, 4, {1, kCycle}}, 0);
  EXPECT_EQ(run(server, 0), (std::vector<std::uint64_t>{3, 2, 1}));
}

TEST(SimdServer, WhoAskedFirstIsServedFirst) {
  SimdServer server(unit(1));
  server.request({1, 9, 6, 0, {5, 5 * kCycle}}, 0);
  server.grant(0, [](std::uint64_t, Tick) {});
  server.request({2, 8, 6, 0, {1, kCycle}}, 1);
  server.request({3, 1, 6, 0, {1, kCycle}}, 2);
  EXPECT_EQ(run(server, 2), (std::vector<std::uint64_t>{2, 3}));
}

}  // namespace
}  // namespace crossroof::sim
