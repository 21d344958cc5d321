// SPDX-License-Identifier: Apache-2.0
// What is said of random cases (docs/cli-validate.md), on many of them.
#include "validation/random_cases.h"

#include <set>

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "validation/compare.h"
#include "validation/loads.h"

namespace crossroof::validation {
namespace {

constexpr std::uint64_t kCases = 150;

RandomCase draw(std::uint64_t seed, std::uint64_t number, std::optional<RunMode> mode = {}) {
  return random_case(seed, number, mode, {}, analytic::Duplication::greedy);
}

ResourceLoads loads(const RandomCase& c) {
  MappingOptions options;
  options.mode = c.mode;
  options.batch = c.batch;
  return loads_of(c.net, c.chip,
                  analytic::map_with_replicas(c.net, c.chip, options, analytic::Duplication::greedy,
                                              analytic::Sharing::max_min));
}

TEST(RandomCases, AreBalancedInTwoOfFiveAtLeast) {
  for (const std::uint64_t seed : {1U, 2U}) {
    std::uint64_t balanced = 0;
    for (std::uint64_t number = 0; number < kCases; ++number) {
      if (loads(draw(seed, number)).second() >= kBalanced) ++balanced;
    }
    EXPECT_GE(balanced * 10, kCases * 4) << seed;
    EXPECT_LT(balanced, kCases) << seed;
  }
}

TEST(RandomCases, FallIntoEveryStratumAndMode) {
  std::set<Stratum> strata;
  std::set<RunMode> modes;
  std::set<LoadKind> busiest;
  std::set<std::size_t> layers;
  for (std::uint64_t number = 0; number < kCases; ++number) {
    const RandomCase c = draw(3, number);
    const ResourceLoads r = loads(c);
    strata.insert(r.stratum());
    busiest.insert(r.busiest());
    modes.insert(c.mode);
    layers.insert(c.net.layers.size());
  }
  EXPECT_EQ(strata.size(), 3U);
  EXPECT_EQ(modes.size(), 2U);
  EXPECT_EQ(busiest.size(), kLoadKinds);
  EXPECT_EQ(layers, (std::set<std::size_t>{1, 2, 3, 4, 5, 6}));
}

TEST(RandomCases, AreTheSameForTheSameSeedAlone) {
  const RandomCase a = draw(4, 5), b = draw(4, 5);
  EXPECT_EQ(a.net.macs, b.net.macs);
  EXPECT_EQ(a.net.layers.size(), b.net.layers.size());
  EXPECT_EQ(a.chip.noc.clock.value(), b.chip.noc.clock.value());
  EXPECT_EQ(loads(a).kinds, loads(b).kinds);
  EXPECT_NE(loads(a).kinds, loads(draw(5, 5)).kinds);
  EXPECT_NE(loads(a).kinds, loads(draw(4, 6)).kinds);
}

TEST(RandomCases, TakeTheModeThatIsAskedFor) {
  for (std::uint64_t number = 0; number < 10; ++number) {
    EXPECT_EQ(draw(6, number, RunMode::layer_serial).mode, RunMode::layer_serial);
    EXPECT_EQ(draw(6, number, RunMode::layer_pipeline).mode, RunMode::layer_pipeline);
  }
}

// Images that fill the chip leave it faster than it takes others in: the slope of the first hundred
// of this case is 2 % below what its busiest resource needs per image.
TEST(RandomCases, AreMeasuredUntilTheIntervalIsThatOfASteadyStream) {
  const RandomCase c = draw(11, 62);
  ASSERT_EQ(c.mode, RunMode::layer_pipeline);
  const CaseResult r = compare(c.net, c.chip, c.mode, Overflowing::error, {});
  ASSERT_TRUE(interval_counts(r));
  EXPECT_LE(*r.tier(analytic::Tier::resource_max).interval_error, 0.005);
  EXPECT_EQ(r.bound_broken, "");
}

// More and more images are in flight here, never a quarter of the run: two slopes that agree do.
TEST(RandomCases, AreComparedAsNotConvergedWhereAQueueGrows) {
  const RandomCase c = draw(11, 186);
  ASSERT_EQ(c.mode, RunMode::layer_pipeline);
  const CaseResult r = compare(c.net, c.chip, c.mode, Overflowing::error, {});
  EXPECT_EQ(r.state, CaseState::compared);
  EXPECT_EQ(r.from, sim::IntervalFrom::last);
  EXPECT_EQ(r.images, 256);
}

}  // namespace
}  // namespace crossroof::validation
