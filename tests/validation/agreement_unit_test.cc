// SPDX-License-Identifier: Apache-2.0
// error = estimate / simulated - 1, by hand.
#include "validation/agreement.h"

#include <gtest/gtest.h>

#include "models/error.h"

namespace crossroof::validation {
namespace {

analytic::TierResult estimated(double interval, double latency) {
  analytic::TierResult r;
  r.interval = Seconds(interval);
  r.latency = Seconds(latency);
  return r;
}

sim::Measurement simulated(double interval, double latency) {
  sim::Measurement m;
  m.interval = Seconds(interval);
  m.latency = Seconds(latency);
  return m;
}

TEST(Agreement, IsBelowZeroWhenTheEstimateIsTooFast) {
  EXPECT_DOUBLE_EQ(interval_agreement(estimated(3, 9), simulated(4, 6)).error(), -0.25);
  EXPECT_DOUBLE_EQ(latency_agreement(estimated(3, 9), simulated(4, 6)).error(), 0.5);
}

TEST(Agreement, IsWithinAToleranceFromBothSides) {
  for (const double estimate : {0.96, 1.04}) {
    const Agreement a = interval_agreement(estimated(estimate, 1), simulated(1, 1));
    EXPECT_TRUE(a.within(0.041));
    EXPECT_FALSE(a.within(0.039));
  }
}

TEST(Agreement, NeedsASimulationThatKnows) {
  EXPECT_THROW(interval_agreement(estimated(1, 1), sim::Measurement()), Error);
  EXPECT_THROW(latency_agreement(estimated(1, 1), sim::Measurement()), Error);
}

TEST(Agreement, TakesTheTierAskedFor) {
  analytic::Estimate e;
  e.stage_max = estimated(1, 0);
  e.resource_max = estimated(2, 0);
  e.pipeline = estimated(3, 0);
  e.contention = estimated(4, 0);
  EXPECT_EQ(result_of(e, analytic::Tier::stage_max).interval, Seconds(1));
  EXPECT_EQ(result_of(e, analytic::Tier::resource_max).interval, Seconds(2));
  EXPECT_EQ(result_of(e, analytic::Tier::pipeline).interval, Seconds(3));
  EXPECT_EQ(result_of(e, analytic::Tier::contention).interval, Seconds(4));
}

}  // namespace
}  // namespace crossroof::validation
