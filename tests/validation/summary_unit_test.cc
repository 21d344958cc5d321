// SPDX-License-Identifier: Apache-2.0
// Statistics over cases made up by hand.
#include "validation/summary.h"

#include <gtest/gtest.h>

namespace crossroof::validation {
namespace {

using analytic::Tier;

// Simulated 100 s; the contention tier is off by `error`.
CaseResult made(double error, Stratum stratum = Stratum::dominant, double simulated = 100) {
  CaseResult c;
  c.interval = c.latency = Seconds(simulated);
  c.stratum = stratum;
  for (TierCase& t : c.tiers) {
    t.interval = t.latency = Seconds(simulated * (1 + error));
    t.interval_error = t.latency_error = error;
  }
  return c;
}

std::vector<std::string> no_groups(std::size_t count) { return std::vector<std::string>(count); }

const ErrorRow* row(const Summary& s, const std::string& group, Tier tier) {
  for (const ErrorRow& r : s.errors) {
    if (r.group == group && r.tier == tier) return &r;
  }
  return nullptr;
}

TEST(Summary, GroupsByStratumAndLeavesOutGroupsOfNoneAndOfAll) {
  const Summary s = summarise({made(-0.1), made(0.3), made(-0.2, Stratum::balanced)}, no_groups(3));
  EXPECT_NEAR(overall(s, Tier::contention)->interval->median, 0.2, 1e-12);
  EXPECT_NEAR(row(s, "dominant", Tier::contention)->interval->mape, 0.2, 1e-12);
  EXPECT_EQ(row(s, "balanced", Tier::contention)->interval->count, 1);
  EXPECT_EQ(row(s, "contended", Tier::contention), nullptr);
  EXPECT_EQ(row(s, "layer-pipeline", Tier::contention), nullptr);
}

TEST(Summary, CountsAnIntervalThatDidNotSettleButItsLatency) {
  CaseResult unsettled = made(-0.5);
  unsettled.state = CaseState::unsettled;
  const Summary s = summarise({made(-0.1), unsettled}, no_groups(2));
  EXPECT_EQ(s.count(CaseState::unsettled), 1);
  EXPECT_EQ(overall(s, Tier::contention)->interval->count, 1);
  EXPECT_EQ(overall(s, Tier::contention)->latency->count, 2);
}

TEST(Summary, IsEmptyWhenNothingWasCompared) {
  CaseResult refused;
  refused.state = CaseState::refused;
  const Summary s = summarise({refused}, {"net"});
  EXPECT_EQ(overall(s, Tier::contention), nullptr);
  EXPECT_TRUE(s.ranks.empty());
  EXPECT_EQ(s.count(CaseState::refused), 1);
}

// 100 and 200 are estimated in the right order, 100 and 300 are not.
TEST(Summary, RanksMachinesOfAGroupAndModeOnly) {
  CaseResult serial = made(0, Stratum::dominant, 50);
  serial.mode = RunMode::layer_serial;
  const Summary s = summarise({made(0), made(0, Stratum::dominant, 200),
                               made(-0.8, Stratum::dominant, 300), made(0), serial},
                              {"a", "a", "a", "b", "a"});
  ASSERT_EQ(s.ranks.size(), 1U);
  EXPECT_EQ(s.ranks[0].group, "a");
  EXPECT_EQ(s.ranks[0].machines, 3);
  // Estimates 100, 200, 60 of 100, 200, 300: one pair in order, two not.
  EXPECT_NEAR(*s.ranks[0].tiers[0].tau, -1.0 / 3, 1e-12);
}

TEST(Summary, TellsHowOftenABandHolds) {
  CaseResult in = made(0), out = made(0), none = made(0);
  in.interval_band = {analytic::Band{-0.1, 0.2}, true};
  out.interval_band = {analytic::Band{-0.1, 0.0}, false};
  const Summary s = summarise({in, out, none}, no_groups(3));
  EXPECT_EQ(s.interval_band.contained.of, 2);
  EXPECT_EQ(s.interval_band.contained.yes, 1);
  EXPECT_EQ(s.interval_band.none, 1);
  EXPECT_NEAR(*s.interval_band.median_width, 0.2, 1e-12);  // of 0.3 and 0.1
  EXPECT_FALSE(s.latency_band.median_width.has_value());
}

TEST(Summary, CountsBoundsThatDoNotHold) {
  CaseResult broken = made(0);
  broken.bound_broken = "stage-max";
  const Summary s = summarise({made(0), broken}, no_groups(2));
  EXPECT_EQ(s.bounds.of, 2);
  EXPECT_EQ(s.bounds.yes, 1);
}

}  // namespace
}  // namespace crossroof::validation
