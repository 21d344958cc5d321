// SPDX-License-Identifier: Apache-2.0
// Bank conflicts against exact results: strided ports against n / gcd(s, n), random requests
// against the occupancy distribution (Feller, An Introduction to Probability Theory 1, II.5).
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "sim/bank_replay.h"

namespace crossroof::sim {
namespace {

// g = n / gcd(s, n) banks are in use. The first g ports (age order) line up one bank behind each
// other and take all g banks in every cycle; when they are through, in the cycle after the other,
// the next g follow. With words w a multiple of g and m = 3g ports:
//   cycles = m * w / g + (g - 1),  (g - 1): the first line-up.
TEST(StridedPorts, MoveNOverGcdWordsPerCycleOnceTheyHaveLinedUp) {
  for (std::int64_t n = 1; n <= 24; ++n) {
    for (std::int64_t s = 0; s <= n; ++s) {
      const std::int64_t g = n / std::gcd(s, n), m = 3 * g, w = 40 * g;
      const BankSequence one{{PatternKind::stride, 5, s, 0}, 0, w};
      const ReplayResult r = replay(std::vector<BankSequence>(static_cast<std::size_t>(m), one), n);
      EXPECT_EQ(r.cycles, m * w / g + g - 1) << n << " banks, stride " << s;
    }
  }
}

// The same as a rate: m * w words in the cycles, within 0.1 %.
TEST(StridedPorts, OfManyWordsReachTheRateWithinATenthOfAPercent) {
  for (const std::int64_t n : {8, 12, 16}) {
    for (std::int64_t s = 1; s <= 2 * n; ++s) {
      const std::int64_t w = 30000;
      const BankSequence one{{PatternKind::stride, 0, s, 0}, 0, w};
      const ReplayResult r = replay(std::vector<BankSequence>(static_cast<std::size_t>(n), one), n);
      const double rate = static_cast<double>(n * w) / static_cast<double>(r.cycles);
      const std::int64_t expected = n / std::gcd(s, n);
      EXPECT_NEAR(rate / static_cast<double>(expected), 1, 1e-3) << n << " banks, stride " << s;
    }
  }
}

// One strided access of m words asked at once, a word per port.
TEST(StridedRequests, OfOneCycleFindAllTheirBanks) {
  for (std::int64_t n = 1; n <= 24; ++n) {
    for (std::int64_t s = 0; s <= n; ++s) {
      std::vector<BankSequence> ports;
      for (std::int64_t i = 0; i < 2 * n; ++i)
        ports.push_back({{PatternKind::stride, 0, s, 0}, i, 1});
      const ReplayResult r = replay(ports, n);
      EXPECT_EQ(r.first_cycle, n / std::gcd(s, n));
      EXPECT_EQ(r.cycles, 2 * std::gcd(s, n));
    }
  }
}

struct Occupancy {
  double mean = 0, deviation = 0;
};

// Distribution of the number of banks hit by m requests: one more request hits one of k taken banks
// with probability k / n.
Occupancy occupancy(int n, int m) {
  std::vector<double> p(static_cast<std::size_t>(n) + 2, 0.0);
  p[0] = 1;
  for (int i = 0; i < m; ++i) {
    for (int k = n; k >= 0; --k) {
      const auto at = static_cast<std::size_t>(k);
      const double stay = p[at] * k / n;
      const double come = k > 0 ? p[at - 1] * (n - k + 1) / n : 0;
      p[at] = stay + come;
    }
  }
  Occupancy o;
  double square = 0;
  for (int k = 0; k <= n; ++k) {
    o.mean += k * p[static_cast<std::size_t>(k)];
    square += k * k * p[static_cast<std::size_t>(k)];
  }
  o.deviation = std::sqrt(std::max(0.0, square - o.mean * o.mean));
  return o;
}

// The mean of many trials lies within 3.29 standard errors of the exact mean (99.9 %).
TEST(RandomRequests, HitAsManyBanksAsTheOccupancyDistributionSays) {
  std::uint64_t seed = 1;
  for (const int n : {2, 4, 8, 16, 32}) {
    for (const int m : {2, 3, 8, 16, 40}) {
      constexpr int kTrials = 4000;
      const Occupancy exact = occupancy(n, m);
      ASSERT_NEAR(exact.mean, n * (1 - std::pow(1 - 1.0 / n, m)), 1e-9);
      std::int64_t sum = 0;
      for (int t = 0; t < kTrials; ++t) {
        std::vector<BankSequence> ports(static_cast<std::size_t>(m));
        for (BankSequence& p : ports) p = {{PatternKind::random, 0, 1, seed++}, t, 1};
        sum += replay(ports, n).first_cycle;
      }
      const double mean = static_cast<double>(sum) / kTrials;
      EXPECT_NEAR(mean, exact.mean, 3.2905 * exact.deviation / std::sqrt(kTrials) + 1e-9)
          << n << " banks, " << m << " requests";
    }
  }
}

// Two ports of random banks: the younger loses a cycle with probability 1 / n for each of its words
// while the older is at work, so w words take w * n / (n - 1) cycles in the mean, when the older is
// long enough. Variance of a word's cycles: (1/n) / (1 - 1/n)^2 (geometric).
TEST(RandomPorts, TheYoungerOfTwoTakesNOverNMinusOneCyclesPerWord) {
  for (const int n : {2, 4, 16}) {
    constexpr std::int64_t kWords = 20000;
    BankReplay r(n);
    r.add({{PatternKind::random, 0, 1, 11}, 0, 4 * kWords});
    const auto cycles = static_cast<double>(r.add({{PatternKind::random, 0, 1, 12}, 0, kWords}));
    const double lose = 1.0 / n;
    const double deviation = std::sqrt(static_cast<double>(kWords) * lose) / (1 - lose);
    EXPECT_NEAR(cycles, static_cast<double>(kWords) / (1 - lose), 3.2905 * deviation);
  }
}

}  // namespace
}  // namespace crossroof::sim
