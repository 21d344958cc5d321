// SPDX-License-Identifier: Apache-2.0
// A layer may have more replicas than chunks when the user of the library asks for them: those
// without a chunk have nothing to finish, and the run ends without them.
#include <algorithm>

#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/workloads/random_cases.h"
#include "workloads/program.h"

namespace crossroof::sim {
namespace {

TEST(IdleReplicas, DoNotKeepARunFromItsEnd) {
  int idle = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const oracle::Case c = oracle::random_case(seed);
    Program program;
    try {
      program = expand(c.net, c.chip, oracle::map_case(c));
    } catch (const Error&) {
      continue;  // does not fit
    }
    const bool any = std::any_of(program.tasks.begin(), program.tasks.end(),
                                 [](const CoreTask& t) { return t.chunks.empty(); });
    if (!any) continue;
    ++idle;
    SimOptions options;
    options.batch = 2;
    const SimResult r = simulate(c.chip, program, options);
    EXPECT_EQ(r.end, SimEnd::finished) << seed;
    EXPECT_EQ(r.completions.size(), 2U) << seed;
  }
  EXPECT_GE(idle, 5);
}

}  // namespace
}  // namespace crossroof::sim
