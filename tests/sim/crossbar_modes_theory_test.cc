// SPDX-License-Identifier: Apache-2.0
// Whole chunks against slot by slot on random crossbars, chunks and writes: starts, finishes and
// counts are the same.
#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "sim/crossbar_server.h"

namespace crossroof::sim {
namespace {

class RandomCrossbar {
 public:
  explicit RandomCrossbar(std::uint64_t seed) : random_(seed) {}

  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n));
  }

  Crossbar crossbar() {
    Crossbar x;
    x.active_rows = below(16) + 1;
    x.adc = {below(5) == 0, below(8) + 1, below(2) + 1, below(9) + 1, nanoseconds(4)};
    x.dac_time = nanoseconds(20);
    x.array_read = nanoseconds(20);
    x.double_sample_hold = below(3) > 0;
    if (below(4) == 0) {
      x.input = InputCoding::pulse_count;
      x.pulse_count = {nanoseconds(5), nanoseconds(5), nanoseconds(5), below(2) == 0};
    }
    x.write = ArrayWrite{nanoseconds(50), below(4) + 1, below(3) + 1, {}, below(2) == 0};
    return x;
  }

  std::vector<CrossbarBlock> blocks() {
    std::vector<CrossbarBlock> b;
    for (std::int64_t i = below(4); i >= 0; --i) b.push_back({below(40) + 1, below(64) + 1});
    return b;
  }

  MvmShape shape(const Crossbar& x, const std::vector<CrossbarBlock>& blocks) {
    MvmShape s{0, 0, below(9) + 1, below(3) + 1};
    std::int64_t groups = 0;
    for (const CrossbarBlock& b : blocks) {
      groups = std::max(groups, (b.rows + x.active_rows - 1) / x.active_rows);
      s.columns = std::max(s.columns, b.columns);
    }
    const bool two = x.pulse_count.two_phase && s.input_bits - 1 > 3;
    const std::int64_t phases = two ? 2 : 1;
    s.slots = groups * (x.input == InputCoding::pulse_count ? phases : s.input_bits);
    return s;
  }

  Seconds nanoseconds(std::int64_t most) {
    return Seconds(static_cast<double>(below(most + 1)) * 1e-9);
  }

 private:
  std::mt19937_64 random_;
};

void expect_equal(const CrossbarUse& a, const CrossbarUse& b) {
  EXPECT_EQ(a.chunks, b.chunks);
  EXPECT_EQ(a.mvms, b.mvms);
  EXPECT_EQ(a.slots, b.slots);
  EXPECT_EQ(a.block_slots, b.block_slots);
  EXPECT_EQ(a.conversions, b.conversions);
  EXPECT_EQ(a.rows_written, b.rows_written);
  EXPECT_EQ(a.busy, b.busy);
  EXPECT_EQ(a.blocked, b.blocked);
  EXPECT_EQ(a.writing, b.writing);
}

void run_both(RandomCrossbar& random) {
  const Crossbar x = random.crossbar();
  const std::vector<CrossbarBlock> blocks = random.blocks();
  const MvmShape shape = random.shape(x, blocks);
  CrossbarServer batched(x, shape, blocks), step(x, shape, blocks, CrossbarMode::step);
  Tick ready = 0;
  for (int chunk = 0; chunk < 8; ++chunk) {
    // Now and then later than the finish before, now and then earlier.
    ready += static_cast<Tick>(random.below(3) == 0 ? random.below(3000000000) : random.below(500));
    const Tick operands = ready - std::min(ready, static_cast<Tick>(random.below(2000000)));
    const std::int64_t mvms = random.below(4) + 1;
    const bool write = random.below(6) == 0;
    const CrossbarSpan a = write ? batched.write(mvms, ready) : batched.run(mvms, ready, operands);
    const CrossbarSpan b = write ? step.write(mvms, ready) : step.run(mvms, ready, operands);
    ASSERT_EQ(a.start, b.start) << "chunk " << chunk;
    ASSERT_EQ(a.finish, b.finish) << "chunk " << chunk;
  }
  expect_equal(batched.use(), step.use());
}

TEST(CrossbarModes, AgreeToTheTick) {
  RandomCrossbar random(1);
  for (int round = 0; round < 5000; ++round) {
    run_both(random);
    if (testing::Test::HasFailure()) FAIL() << "round " << round;
  }
}

// After the first MVM one more follows per interval, and a lone one takes the latency.
TEST(CrossbarModes, SlotBySlotAnMvmTakesTheLatencyAndTheNextAnInterval) {
  RandomCrossbar random(2);
  for (int round = 0; round < 2000; ++round) {
    const Crossbar x = random.crossbar();
    const std::vector<CrossbarBlock> blocks = random.blocks();
    CrossbarServer step(x, random.shape(x, blocks), blocks, CrossbarMode::step);
    const Tick first = step.run(1, 1000).finish;
    EXPECT_EQ(first, 1000 + step.latency());
    EXPECT_EQ(step.run(1, 1000).finish, first + step.interval());
  }
}

}  // namespace
}  // namespace crossroof::sim
