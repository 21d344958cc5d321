// SPDX-License-Identifier: Apache-2.0
// The servers of a core together, stages S2 to S7 of docs/worked-example.md: 4 chunks, one clock,
// two slots between stages, bursts of a chunk. Every time was computed by hand there, and by a
// second program of another kind. Cycles of 1 ns.
#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "sim/crossbar_server.h"
#include "sim/l1_server.h"
#include "sim/simd_server.h"

namespace crossroof::sim {
namespace {

constexpr Tick kCycle = 1000000;
constexpr int kChunks = 4, kSlots = 2;

Crossbar worked_crossbar() {
  Crossbar x;
  x.rows = x.columns = x.active_rows = 32;
  x.adc = {false, 4, 1, 8, Seconds(1e-9)};
  x.array_read = Seconds(4e-9);
  x.double_sample_hold = true;
  return x;
}

L1 worked_l1(L1Ports ports) {
  L1 l1;
  l1.word = Bits(16);
  l1.ports = ports;
  l1.clock = Hertz(1e9);
  return l1;
}

SimdUnit worked_simd() {
  SimdUnit u;
  u.lanes = 2;
  u.lane_ops.fill(1);
  u.clock = Hertz(1e9);
  return u;
}

// Stages 2 to 7; a stage of a chunk may start when the stage before has it, the chunk before has
// passed the stage, and the chunk two before has left the slot behind (not asked of S7 here).
class WorkedCore {
 public:
  explicit WorkedCore(L1Ports ports)
      : l1_(worked_l1(ports)), crossbars_(worked_crossbar(), {8, 32, 8, 1}), simd_(worked_simd()) {}

  void run() {
    // Input rows land at 4, 8, 12, 16; chunks need the first 2, 3, 4, 4 of them.
    arrivals_ = {8, 12, 16, 16};
    for (now_ = 0; now_ != kNever; now_ = next()) advance();
  }

  struct Span {
    Tick start = 0, finish = kNever;
  };
  struct Grant {
    int stage = 0, chunk = 0;
    Tick time = 0;
    friend bool operator==(const Grant& a, const Grant& b) {
      return a.stage == b.stage && a.chunk == b.chunk && a.time == b.time;
    }
  };
  const Span& span(int stage, int chunk) const {
    return spans_[static_cast<std::size_t>(stage)][static_cast<std::size_t>(chunk)];
  }
  const std::vector<Grant>& grants() const { return grants_; }
  const L1Server& l1() const { return l1_; }
  const SimdServer& simd() const { return simd_; }

 private:
  static std::uint64_t ticket(int stage, int chunk) {
    return static_cast<std::uint64_t>(stage) * 10 + static_cast<std::uint64_t>(chunk);
  }
  Span& at(std::uint64_t ticket) { return spans_[ticket / 10][ticket % 10]; }

  bool done(int stage, int chunk) const { return chunk < 0 || span(stage, chunk).finish <= now_; }

  bool may_start(int stage, int chunk) const {
    if (stage == 2 ? arrivals_[static_cast<std::size_t>(chunk)] * kCycle > now_
                   : !done(stage - 1, chunk)) {
      return false;
    }
    if (stage != 3 && !done(stage, chunk - 1)) return false;
    return stage == 7 || done(stage + 1, chunk - kSlots);
  }

  void start(int stage, int chunk) {
    if (stage == 3) {
      const CrossbarSpan s = crossbars_.run(4, now_);
      at(ticket(3, chunk)) = {s.start, s.finish};
    } else if (stage == 6) {  // 32 additions and 32 ReLUs
      simd_.request({ticket(6, chunk), chunk, 6, 0,
                     simd_.service({{SimdKind::add, 32}, {SimdKind::add, 32}})},
                    now_);
    } else {
      constexpr std::array<std::int64_t, 8> kBytes = {0, 0, 144, 0, 256, 256, 0, 32};
      const bool write = stage == 4 || stage == 7;
      const Access access{8 * kBytes[static_cast<std::size_t>(stage)], {}};
      l1_.request({ticket(stage, chunk), write, chunk, stage, 0, access}, now_);
    }
  }

  void advance() {
    l1_.complete(now_, [&](const L1End& e) { at(e.ticket).finish = now_; });
    simd_.complete(now_, [&](std::uint64_t t) { at(t).finish = now_; });
    for (int stage = 2; stage <= 7; ++stage) {
      int& chunk = waiting_[static_cast<std::size_t>(stage)];
      for (; chunk < kChunks && may_start(stage, chunk); ++chunk) start(stage, chunk);
    }
    l1_.grant(now_, [&](const L1Start& s) {
      at(s.ticket).start = now_;
      grants_.push_back(
          {static_cast<int>(s.ticket / 10), static_cast<int>(s.ticket % 10), now_ / kCycle});
    });
    simd_.grant(now_, [&](std::uint64_t t, Tick) { at(t).start = now_; });
  }

  // The next end of anything, or arrival.
  Tick next() const {
    Tick t = std::min(l1_.next_end(), simd_.next_end());
    for (const Span& s : spans_[3]) {
      if (s.finish > now_) t = std::min(t, s.finish);
    }
    for (const Tick a : arrivals_) {
      if (a * kCycle > now_) t = std::min(t, a * kCycle);
    }
    return t;
  }

  L1Server l1_;
  CrossbarServer crossbars_;
  SimdServer simd_;
  std::array<Tick, kChunks> arrivals_{};
  std::array<int, 8> waiting_{};  // by stage: the next chunk
  std::array<std::array<Span, kChunks>, 8> spans_;
  std::vector<Grant> grants_;
  Tick now_ = 0;
};

using Times = std::array<std::array<Tick, 2>, kChunks>;

void expect_stage(const WorkedCore& core, int stage, const Times& expected) {
  for (int c = 0; c < kChunks; ++c) {
    EXPECT_EQ(core.span(stage, c).start, expected[static_cast<std::size_t>(c)][0] * kCycle)
        << "S" << stage << " of chunk " << c;
    EXPECT_EQ(core.span(stage, c).finish, expected[static_cast<std::size_t>(c)][1] * kCycle)
        << "S" << stage << " of chunk " << c;
  }
}

TEST(WorkedCore, WithOnePortStagesTakeTurnsAtTheL1) {
  WorkedCore core({1, 0, 0});
  core.run();
  expect_stage(core, 2, {{{8, 80}, {80, 152}, {468, 540}, {796, 868}}});
  expect_stage(core, 3, {{{80, 340}, {336, 596}, {592, 852}, {868, 1128}}});
  expect_stage(core, 4, {{{340, 468}, {668, 796}, {1012, 1140}, {1284, 1412}}});
  expect_stage(core, 5, {{{540, 668}, {884, 1012}, {1156, 1284}, {1428, 1556}}});
  expect_stage(core, 6, {{{668, 700}, {1012, 1044}, {1284, 1316}, {1556, 1588}}});
  expect_stage(core, 7, {{{868, 884}, {1140, 1156}, {1412, 1428}, {1588, 1604}}});
}

TEST(WorkedCore, TheL1GrantsInTheOrderFoundByHand) {
  WorkedCore core({1, 0, 0});
  core.run();
  const std::vector<WorkedCore::Grant> expected = {
      {2, 0, 8},    {2, 1, 80},   {4, 0, 340},  {2, 2, 468},  {5, 0, 540},  {4, 1, 668},
      {2, 3, 796},  {7, 0, 868},  {5, 1, 884},  {4, 2, 1012}, {7, 1, 1140}, {5, 2, 1156},
      {4, 3, 1284}, {7, 2, 1412}, {5, 3, 1428}, {7, 3, 1588}};
  EXPECT_EQ(core.grants(), expected);
}

// 288 + 512 + 512 + 64 words of 2 B.
TEST(WorkedCore, TheL1IsBusyFor1376Cycles) {
  WorkedCore core({1, 0, 0});
  core.run();
  EXPECT_EQ(core.l1().use().busy.at(0), 1376 * kCycle);
  EXPECT_EQ(core.l1().use().read_words, 800);
  EXPECT_EQ(core.l1().use().write_words, 576);
  EXPECT_EQ(core.simd().use().busy, 128 * kCycle);
}

// S7 waits for the writing of S4 here and there, but its last chunk does not.
TEST(WorkedCore, WithAReadAndAWritePortStagesOverlapAsIfAlone) {
  WorkedCore core({0, 1, 1});
  core.run();
  expect_stage(core, 2, {{{8, 80}, {80, 152}, {340, 412}, {596, 668}}});
  expect_stage(core, 3, {{{80, 340}, {336, 596}, {592, 852}, {848, 1108}}});
  expect_stage(core, 4, {{{340, 468}, {596, 724}, {852, 980}, {1108, 1236}}});
  expect_stage(core, 5, {{{468, 596}, {724, 852}, {980, 1108}, {1236, 1364}}});
  expect_stage(core, 6, {{{596, 628}, {852, 884}, {1108, 1140}, {1364, 1396}}});
  EXPECT_EQ(core.span(7, kChunks - 1).finish, 1412 * kCycle);
}

}  // namespace
}  // namespace crossroof::sim
