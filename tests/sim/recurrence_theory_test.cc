// SPDX-License-Identifier: Apache-2.0
// Where nothing is shared, events add nothing: the simulated makespan is that of the recurrence of
// docs/simulator.md, to the tick.
#include <cmath>

#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/max_plus.h"
#include "tests/sim/private_programs.h"

namespace crossroof::sim {
namespace {

TEST(SimulatedRecurrence, IsExactWhereNothingIsShared) {
  constexpr std::uint64_t kCases = 10000;
  for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
    const oracle::PrivateCase c = oracle::private_case(seed);
    SimOptions options;
    options.batch = c.images;
    const SimResult run = simulate(c.chip, c.program, options);
    ASSERT_EQ(std::llround(run.makespan.value() * kTicksPerSecond),
              oracle::MaxPlus(c.chip, c.program, c.images).makespan())
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace crossroof::sim
