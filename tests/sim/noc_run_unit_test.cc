// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_run.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "sim/noc_bound.h"
#include "sim/noc_meter.h"
#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

// Ten periods with one packet each, of latencies 1, 3, 1, 3, ...: mean 2, standard deviation
// sqrt(10/9), half-width t(9; 97.5 %) * sqrt(10/9) / sqrt(10) = 2.262 / 3.
TEST(NocMeter, GivesTheMeanWithItsConfidenceInterval) {
  NocMeter meter(100);
  for (Cycle p = 0; p < 10; ++p) {
    meter.created(p * 100);
    meter.landed({p * 100, p * 100, p * 100 + (p % 2 == 0 ? 1 : 3)}, 0);
  }
  EXPECT_EQ(meter.complete(0, 10), 10U);
  const NocMeter::Estimate estimate = meter.estimate(0, 10);
  EXPECT_DOUBLE_EQ(estimate.latency, 2);
  EXPECT_NEAR(estimate.half_width, 2.262 / 3, 0.002);
  EXPECT_EQ(estimate.packets, 10U);
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
