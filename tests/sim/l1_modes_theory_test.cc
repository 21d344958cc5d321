// SPDX-License-Identifier: Apache-2.0
// Whole bursts against word by word, on random requests: starts, ends and counts are the same,
// because a burst never delays an older one. And what holds for every run: words are conserved, no
// port is faster than a word per cycle.
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/l1_test_driver.h"

namespace crossroof::sim {
namespace {

class RandomL1 {
 public:
  explicit RandomL1(std::uint64_t seed) : random_(seed) {}

  L1 l1(std::int64_t most_ports) {
    L1Ports ports{below(most_ports) + 1, 0, 0};
    if (below(2) == 0) ports = {0, below(most_ports) + 1, below(most_ports) + 1};
    L1 l1 = test_l1(below(9) + 1, ports);
    if (below(3) > 0) l1.burst = Bits(below(600) + 1);
    return l1;
  }

  // Tasks of one request each; times on edges of the clock or anywhere.
  std::vector<TimedRequest> requests(int count) {
    const bool edges = below(2) == 0;
    std::vector<TimedRequest> list;
    for (int i = 0; i < count; ++i) {
      TimedRequest r;
      r.time =
          static_cast<Tick>(below(300)) * kCycle + (edges ? 0 : static_cast<Tick>(below(kCycle)));
      r.request.ticket = static_cast<std::uint64_t>(i);
      r.request.write = below(2) == 0;
      r.request.chunk = below(5);
      r.request.stage = static_cast<int>(below(8));
      r.request.task = static_cast<std::uint32_t>(i);
      r.request.access.bits = below(2000) + 1;
      constexpr PatternKind kKinds[] = {PatternKind::sequential, PatternKind::stride,
                                        PatternKind::random};
      r.request.access.pattern = {kKinds[below(3)], below(64), below(20) - 10, random_()};
      list.push_back(r);
    }
    return list;
  }

 private:
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n));
  }
  std::mt19937_64 random_;
};

Tick sum(const std::vector<Tick>& ticks) {
  return std::accumulate(ticks.begin(), ticks.end(), Tick{0});
}

void expect_equal_modes(const L1& l1, const std::vector<TimedRequest>& requests) {
  L1Server bursts(l1), words(l1, L1Mode::word);
  EXPECT_EQ(drive(bursts, requests), drive(words, requests));
  EXPECT_EQ(bursts.use().lost_cycles, words.use().lost_cycles);
  EXPECT_EQ(bursts.use().busy, words.use().busy);
  EXPECT_EQ(bursts.use().waited, words.use().waited);
  EXPECT_EQ(bursts.use().read_words, words.use().read_words);
  EXPECT_EQ(bursts.use().write_words, words.use().write_words);
  EXPECT_EQ(bursts.use().longest_queue, words.use().longest_queue);
}

TEST(L1Modes, AgreeExactlyWithOnePort) {
  RandomL1 random(1);
  for (int round = 0; round < 300; ++round) expect_equal_modes(random.l1(1), random.requests(12));
}

TEST(L1Modes, AgreeExactlyWithManyPorts) {
  RandomL1 random(2);
  for (int round = 0; round < 700; ++round) expect_equal_modes(random.l1(6), random.requests(20));
}

TEST(L1Server, BusyTimeIsWordsPlusLostCycles) {
  RandomL1 random(3);
  for (int round = 0; round < 300; ++round) {
    const L1 l1 = random.l1(6);
    const std::vector<TimedRequest> requests = random.requests(20);
    L1Server server(l1);
    drive(server, requests);
    const L1Use& use = server.use();
    EXPECT_EQ(sum(use.busy), static_cast<Tick>(use.read_words + use.write_words + use.lost_cycles) *
                                 server.period());
    std::int64_t words = 0;
    for (const TimedRequest& r : requests) words += l1_words(l1, Bits(r.request.access.bits));
    EXPECT_EQ(use.read_words + use.write_words, words);
    EXPECT_EQ(use.accesses, 20);
  }
}

}  // namespace
}  // namespace crossroof::sim
