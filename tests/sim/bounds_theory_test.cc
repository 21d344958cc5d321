// SPDX-License-Identifier: Apache-2.0
// On random networks and machines, with any batch:
//   stage-max <= resource-max <= pipeline <= simulated makespan <= sum of the simulator's own
//   services
// (docs/simulator.md). The bounds divide amounts by rates and know no event; the sum knows no
// parallelism. One part in 10^9 is left for the rounding of doubles.
#include <algorithm>

#include <gtest/gtest.h>

#include "analytic/estimate.h"
#include "analytic/rram_roofline.h"
#include "sim/simulate.h"
#include "tests/sim/simulated_cases.h"
#include "tests/workloads/program_cases.h"

namespace crossroof::sim {
namespace {

constexpr double kRounding = 1 + 1e-9;
constexpr std::uint64_t kCases = 5000;  // of each of two kinds of machine

bool chain_holds(const oracle::ProgramCase& c,
                 NocGranularity granularity = NocGranularity::packet) {
  const Program program = expand(c.net, c.chip, c.mapping);
  SimOptions options;
  options.batch = c.options.batch;
  options.noc = granularity;
  const SimResult run = simulate(c.chip, program, options);
  const auto bound = [&](analytic::Tier tier) {
    return analytic::makespan(c.net, c.chip, c.mapping, tier, c.options.batch);
  };
  const Seconds stage = bound(analytic::Tier::stage_max);
  const Seconds resource = bound(analytic::Tier::resource_max);
  EXPECT_EQ(run.end, SimEnd::finished);
  EXPECT_EQ(run.completions.size(), static_cast<std::size_t>(c.options.batch));
  EXPECT_LE(stage, resource * kRounding);
  const Seconds pipeline = bound(analytic::Tier::pipeline);
  EXPECT_LE(resource, pipeline * kRounding);
  EXPECT_LE(pipeline, run.makespan * kRounding);
  EXPECT_LE(run.makespan, run.services * kRounding);
  // No run is above the roofline.
  const analytic::RoofPoint all = analytic::rram_roofline(c.chip, c.mapping).network;
  EXPECT_LE(all.macs * static_cast<double>(c.options.batch) / run.makespan,
            all.attainable * kRounding);
  return !testing::Test::HasFailure();
}

TEST(SimulatedBounds, HoldOnPlainMachines) {
  for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
    oracle::ProgramCase c = oracle::random_program_case(seed);
    c.chip.kinds[0].crossbar.write = ArrayWrite{Seconds(50e-9), 1, 1, {}, false};
    ASSERT_TRUE(chain_holds(c)) << describe(c);
  }
}

TEST(SimulatedBounds, HoldOnMachinesOfAnyRates) {
  for (std::uint64_t seed = kCases + 1; seed <= 2 * kCases; ++seed) {
    oracle::ProgramCase c = oracle::random_program_case(seed);
    oracle::Dice dice(seed);
    vary_rates(dice, c.chip);
    ASSERT_TRUE(chain_holds(c)) << describe(c);
  }
}

// Routers of a cycle at least, as flits need.
void hold_at(NocGranularity granularity) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    oracle::ProgramCase c = oracle::random_program_case(seed);
    oracle::Dice dice(seed);
    vary_rates(dice, c.chip);
    c.chip.noc.router_pipeline = std::max(c.chip.noc.router_pipeline, Cycles(1));
    ASSERT_TRUE(chain_holds(c, granularity)) << describe(c);
  }
}

TEST(SimulatedBounds, HoldFlitByFlit) { hold_at(NocGranularity::flit); }

TEST(SimulatedBounds, HoldForFlows) { hold_at(NocGranularity::flow); }

// The skip around twelve layers holds nobody up: the slowest stage is busy all the time.
TEST(SimulatedBounds, TwelveLayersIntoAConcatWithTheirCommonInputRunAtFullRate) {
  constexpr std::int64_t kImages = 64;
  const oracle::ProgramCase c = oracle::twelve_layer_concat(RunMode::layer_pipeline, kImages);
  const Program program = expand(c.net, c.chip, c.mapping);
  SimOptions options;
  options.batch = kImages;
  const SimResult run = simulate(c.chip, program, options);
  // Images 16 to 48: the first fill the pipeline, the last drain it.
  const Seconds interval = (run.completions[48] - run.completions[16]) / 32;
  const Seconds bound = analytic::estimate(c.net, c.chip, c.mapping, analytic::Sharing::max_min)
                            .resource_max.interval;
  EXPECT_GE(interval * kRounding, bound);
  EXPECT_LE(interval, bound * 1.005);
}

}  // namespace
}  // namespace crossroof::sim
