// SPDX-License-Identifier: Apache-2.0
// Invariants of the contention tier: finite, never faster than the servers it counts, bands in
// order, and a cost that does not grow with the image.
#include "analytic/contention.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "models/machine_json.h"
#include "tests/workloads/random_cases.h"
#include "workloads/networks.h"

namespace crossroof::analytic {
namespace {

// A batch takes longer than one image, and each of its images as long as its busiest server.
TEST(Contention, OfRandomCasesIsFiniteAndAboveTheBusiestServer) {
  int mapped = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const oracle::Case c = oracle::random_case(seed);
    Mapping m;
    try {
      m = oracle::map_case(c);
    } catch (const Error&) {
      continue;  // does not fit
    }
    ++mapped;
    const Estimate e = estimate(c.net, c.chip, m, Sharing::max_min);
    const TierResult& r = e.contention;
    ASSERT_TRUE(std::isfinite(r.latency.value()) && std::isfinite(r.interval.value())) << seed;
    EXPECT_GE(r.interval.value() * (1 + 1e-9), e.resource_max.interval.value()) << seed;
    EXPECT_GE(r.latency.value() * (1 + 1e-9), e.resource_max.latency.value()) << seed;
    EXPECT_GE(makespan(c.net, c.chip, m, Tier::contention, 5),
              makespan(c.net, c.chip, m, Tier::contention, 2))
        << seed;
    for (const std::optional<Band>& band : {r.interval_band, r.latency_band}) {
      if (!band) continue;
      EXPECT_LE(band->low, 0) << seed;
      EXPECT_GE(band->high, band->low) << seed;
    }
    EXPECT_GE(e.pipeline.latency_band->high, 0) << seed;
    EXPECT_EQ(e.pipeline.latency_band->low, 0) << seed;
  }
  EXPECT_GE(mapped, 1000);
}

double best_seconds(std::int64_t pixels) {
  const RramChip chip = load_machine("isaac-ce").chip;
  ImportOptions options;
  options.input_shapes["input"] = {1, 3, pixels, pixels};
  const Network net = load_network("resnet50", options);
  const Mapping m = map_with_replicas(net, chip, {}, Duplication::greedy, Sharing::max_min);
  double best = 1e9;
  for (int i = 0; i < 30; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const Contention tier(net, chip, m);
    EXPECT_GT(tier.phase(0).latency, Seconds());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count());
  }
  return best;
}

// Four times as many chunks: at most 1.3 times the time (measured: 0.93). It takes 0.9 ms at 3.2 GHz,
// 1 ms at most; slower and busier computers run this as well.
TEST(Contention, CostsNoMoreForALargerImage) {
  double ratio = 0, small = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {  // other processes may disturb one
    small = best_seconds(224);
    ratio = best_seconds(448) / small;
    if (ratio <= 1.3) break;
  }
  EXPECT_LT(small, 3e-3);
  EXPECT_LE(ratio, 1.3);
}

}  // namespace
}  // namespace crossroof::analytic
