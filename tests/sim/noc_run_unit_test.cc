// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_run.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "sim/noc_bound.h"
#include "sim/noc_meter.h"
#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

// One packet per period, of the given latencies.
NocMeter meter_of(const std::vector<Cycle>& latencies) {
  NocMeter meter(100);
  for (std::size_t p = 0; p < latencies.size(); ++p) {
    meter.created(p * 100);
    meter.landed({p * 100, p * 100, p * 100 + latencies[p]}, 0);
  }
  return meter;
}

// Ten periods of latencies 9, 11, 9, 11, ...: mean 10, standard deviation sqrt(10/9), half-width
// h = t(9; 97.5 %) * sqrt(10/9) / sqrt(10) = 2.262 / 3; of the logarithm 10 (e^(h/10) - 1).
TEST(NocMeter, GivesTheMeanWithItsConfidenceInterval) {
  NocMeter meter = meter_of({9, 11, 9, 11, 9, 11, 9, 11, 9, 11});
  EXPECT_EQ(meter.complete(0, 10), 10U);
  const NocMeter::Estimate estimate = meter.estimate(0, 10);
  EXPECT_DOUBLE_EQ(estimate.latency, 10);
  EXPECT_NEAR(estimate.half_width, 10 * std::expm1(2.262 / 30), 0.002);
  EXPECT_EQ(estimate.packets, 10U);
  EXPECT_EQ(estimate.correlation, 0);
}

// Five of 9, then five of 11. Of the whole: squares 10, products 4 + 4 - 1 = 7, so r = 0.7; each
// half is constant, 0; jackknifed 1.4, at most 0.95. Ten batches of one period: c = r = 0.95, so
// the interval is sqrt(1.95 / 0.05) times as wide.
TEST(NocMeter, WidensTheIntervalOfBatchesThatFollowEachOther) {
  NocMeter meter = meter_of({9, 9, 9, 9, 9, 11, 11, 11, 11, 11});
  const NocMeter::Estimate estimate = meter.estimate(0, 10);
  EXPECT_NEAR(estimate.correlation, 0.95, 1e-9);
  EXPECT_NEAR(estimate.half_width, 10 * std::expm1(2.262 / 30 * std::sqrt(39)), 0.02);
}

TEST(NocMeter, APeriodIsCompleteWhenAllItsPacketsLanded) {
  NocMeter meter(100);
  meter.created(10);
  meter.created(150);
  meter.landed({150, 160, 250}, 0);
  EXPECT_EQ(meter.complete(0, 3), 0U);
  EXPECT_EQ(meter.period(2).landings, 1U);
  meter.landed({10, 20, 290}, 2);
  EXPECT_EQ(meter.complete(0, 3), 3U);
  EXPECT_DOUBLE_EQ(meter.period(0).latency, 282);
  EXPECT_DOUBLE_EQ(meter.period(0).network_latency, 272);
}

class MeshRun : public testing::Test {
 protected:
  NocResult result(double rate, std::uint64_t seed = 1) {
    NocRun run;
    run.noc = &noc_;
    run.traffic = &traffic_;
    run.granularity = NocGranularity::flit;
    run.rate = rate;
    run.flits = 5;
    run.seed = seed;
    run.most_measured = 20000;
    run.interrupted = &interrupted_;
    run.progress = progress_;
    return run_noc(run);
  }

  Noc noc_ = reference_mesh(4, 4);
  TrafficPattern traffic_ = uniform_traffic(16);
  std::atomic<bool> interrupted_{false};
  std::function<void(Cycle)> progress_;
};

// 2 interfaces + 3.5 routers of 4 + 4 = 20: mean hops 2 (16 - 1) / (3 * 4) = 2.5.
TEST_F(MeshRun, LittleTrafficTakesTheTimeOfAnIdleNetwork) {
  const NocResult r = result(0.001);
  EXPECT_DOUBLE_EQ(r.zero_load_latency, 20);
  ASSERT_TRUE(r.latency.has_value());
  EXPECT_GE(*r.latency, 20);
  EXPECT_NEAR(*r.latency, 20, 0.1);
  EXPECT_EQ(r.state, NocState::ok);
}

TEST_F(MeshRun, AStableNetworkAcceptsWhatItIsOffered) {
  const NocResult r = result(0.3);
  EXPECT_EQ(r.state, NocState::ok);
  EXPECT_NEAR(r.accepted, r.offered, 0.003);
  EXPECT_NEAR(r.offered, 0.3, 0.01);
  EXPECT_GE(*r.latency, *r.network_latency);
  EXPECT_LT(*r.latency_half_width, 0.02 * *r.latency);
}

TEST_F(MeshRun, BeyondItsBoundItIsUnstableAndHasNoLatency) {
  traffic_ = hotspot_traffic(16, {5});
  const NocResult r = result(0.1);
  EXPECT_NEAR(r.ideal_rate, 1.0 / 16, 1e-12);
  EXPECT_EQ(r.state, NocState::unstable);
  EXPECT_FALSE(r.latency.has_value());
  EXPECT_NEAR(r.accepted, r.ideal_rate, 0.01 * r.ideal_rate);
}

TEST_F(MeshRun, RepeatsWithTheSeed) {
  const NocResult a = result(0.2), b = result(0.2), c = result(0.2, 2);
  EXPECT_EQ(*a.latency, *b.latency);
  EXPECT_EQ(a.cycles, b.cycles);
  EXPECT_NE(*a.latency, *c.latency);
}

TEST_F(MeshRun, SaysHowFarItIsWithoutChangingTheResult) {
  const NocResult alone = result(0.2);
  std::vector<Cycle> told;
  progress_ = [&told](Cycle now) { told.push_back(now); };
  const NocResult watched = result(0.2);
  EXPECT_EQ(alone.latency, watched.latency);
  EXPECT_FALSE(watched.interrupted);
  EXPECT_EQ(told.front(), 0U);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_GE(told.size(), watched.cycles / 1000);  // periods
  EXPECT_LT(told.back(), watched.cycles);
}

TEST_F(MeshRun, EndsInsideAPeriodWhenInterrupted) {
  Cycle last = 0;
  progress_ = [&](Cycle now) {
    EXPECT_FALSE(interrupted_);
    last = now;
    if (now > 0) interrupted_ = true;
  };
  const NocResult r = result(0.3);
  EXPECT_TRUE(r.interrupted);
  EXPECT_LT(last, 1000U);
  EXPECT_FALSE(r.latency.has_value());
  EXPECT_EQ(r.packets, 0U);
}

// Each node to itself: a queue with nothing else to wait for.
class NocIntervals : public testing::Test {
 protected:
  NocResult result(double rate, std::uint32_t flits, std::uint64_t seed) const {
    NocRun run;
    run.noc = &noc_;
    run.traffic = &traffic_;
    run.rate = rate;
    run.flits = flits;
    run.seed = seed;
    run.most_measured = most_measured_;
    return run_noc(run);
  }
  std::vector<NocResult> sixty(double rate, std::uint32_t flits) const {
    std::vector<NocResult> results;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      results.push_back(result(rate, flits, seed));
      EXPECT_TRUE(results.back().latency.has_value()) << seed;
    }
    return results;
  }
  // Those whose interval holds `mean`.
  static int holding(const std::vector<NocResult>& results, double mean) {
    int count = 0;
    for (const NocResult& r : results) {
      count += r.latency && std::abs(*r.latency - mean) <= *r.latency_half_width ? 1 : 0;
    }
    return count;
  }
  static double mean_of(const std::vector<NocResult>& results) {
    double sum = 0, packets = 0;
    for (const NocResult& r : results) {
      sum += r.latency.value_or(0) * static_cast<double>(r.packets);
      packets += static_cast<double>(r.packets);
    }
    return sum / packets;
  }

  Noc noc_ = reference_mesh(1, 1);
  TrafficPattern traffic_ = uniform_traffic(1);
  Cycle most_measured_ = 40000;
};

// Of 60 intervals of 95 %, 57 hold the mean, 1.7 standard deviation: not below 53 (2.4 of them).
// The mean is 10 + rho (S - 1) / (2 (1 - rho)) with S = 5: 12 at 0.5, 48 at 0.95.
TEST_F(NocIntervals, HoldTheMeanFarFromSaturation) { EXPECT_GE(holding(sixty(0.5, 5), 12), 53); }
TEST_F(NocIntervals, HoldTheMeanNearSaturation) { EXPECT_GE(holding(sixty(0.95, 5), 48), 53); }

// 92.8 % of the bound; the mean of all is eight times as sharp as one.
TEST_F(NocIntervals, HoldTheMeanOfAHotspotNearSaturation) {
  noc_ = reference_mesh(4, 4);
  traffic_ = hotspot_traffic(16, {5});
  const std::vector<NocResult> results = sixty(0.058, 20);
  EXPECT_GE(holding(results, mean_of(results)), 53);
}

TEST_F(NocIntervals, AreMarkedWhenTheyMissTheirWidth) {
  const NocResult narrow = result(0.05, 5, 1);
  EXPECT_TRUE(narrow.narrow);
  EXPECT_LE(*narrow.latency_half_width, 0.01 * *narrow.latency);
  const NocResult wide = result(0.95, 5, 1);
  EXPECT_FALSE(wide.narrow);
  EXPECT_GT(*wide.latency_half_width, 0.01 * *wide.latency);
}

// Seeds whose queue was long for a while.
TEST_F(NocIntervals, AnExcursionOfAStableQueueIsNotUnstable) {
  noc_ = reference_mesh(4, 4);
  traffic_ = hotspot_traffic(16, {5});
  most_measured_ = 100000;
  for (const std::uint64_t seed : {14U, 24U, 50U, 52U}) {
    const NocResult r = result(0.058, 20, seed);
    EXPECT_NE(r.state, NocState::unstable) << seed;
    EXPECT_NEAR(r.accepted, r.offered, 0.02 * r.offered) << seed;
  }
}

// 2.4 % above it: the sink accepts 1 / 16.
TEST_F(NocIntervals, JustAboveTheBoundIsUnstable) {
  noc_ = reference_mesh(4, 4);
  traffic_ = hotspot_traffic(16, {5});
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    EXPECT_EQ(result(0.064, 20, seed).state, NocState::unstable) << seed;
  }
}

// An injection port of one Bernoulli source: wait rho (S - 1) / (2 (1 - rho)) before S = 5 cycles
// (Geo/D/1), rho = 0.5: 2 cycles; a node that sends to itself has no other queue, for the router
// takes a flit per cycle.
TEST_F(MeshRun, ASourceAloneWaitsAsTheFormulaSays) {
  noc_ = reference_noc(make_star(1));
  traffic_ = uniform_traffic(1);
  const NocResult r = result(0.5);
  EXPECT_NEAR(*r.latency - *r.network_latency, 2, 4 * *r.latency_half_width);
}

}  // namespace
}  // namespace crossroof::sim
