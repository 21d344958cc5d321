// SPDX-License-Identifier: Apache-2.0
// Replicas that are not alike: one makes only what is padding, or has a chunk less than another.
// What the pipeline tier says of chunk j must hold for every replica; taken for the first one alone
// it lay 67 % above the simulated makespan of these chains.
#include <string>

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "models/machine_json.h"
#include "sim/simulate.h"
#include "tests/workloads/conv_chain.h"
#include "workloads/program.h"

namespace crossroof {
namespace {

constexpr std::int64_t kChannels = 8;

void add_points(oracle::ConvChain& chain, int count) {
  for (int i = 0; i < count; ++i) chain.add(Window(), kChannels);
}

void expect_bound(const Network& net, int crossbars, LayerId doubled) {
  const RramChip chip =
      load_machine("teaching", {"core.crossbars=" + std::to_string(crossbars)}).chip;
  for (std::int64_t batch = 1; batch <= 5; ++batch) {
    MappingOptions options;
    options.batch = batch;
    const Mapping m = analytic::map_with_replicas(net, chip, options, analytic::Duplication::greedy,
                                                  analytic::Sharing::max_min);
    ASSERT_EQ(m.layer(doubled).plan.replicas, 2);
    sim::SimOptions run;
    run.batch = batch;
    const Seconds simulated = sim::simulate(chip, expand(net, chip, m), run).makespan;
    EXPECT_LE(analytic::makespan(net, chip, m, analytic::Tier::pipeline, batch),
              simulated * (1 + 1e-9))
        << batch << " images";
  }
}

// Row 1 of the doubled layer is padding alone, and the only row that its consumer reads.
TEST(PipelineOfReplicas, HoldsWhenOneOfThemWaitsForNothing) {
  oracle::ConvChain chain({kChannels, 1, 1});
  add_points(chain, 6);
  Window below;
  below.pad_bottom = 1;
  chain.add(below, kChannels);
  Window second;
  second.kernel_h = second.dilation_h = second.stride_h = 2;
  second.pad_top = 1;
  chain.add(second, kChannels);
  add_points(chain, 6);
  expect_bound(chain.net(), 15, LayerId(6));
}

// Rows 0 and 2 are made by one replica, row 1 by the other; row 1 is all that is read.
TEST(PipelineOfReplicas, HoldsWhenOneHasAChunkLess) {
  oracle::ConvChain chain({32, 3, 1});
  chain.add(Window(), kChannels);
  Window middle;  // rows -1 and 1
  middle.kernel_h = middle.dilation_h = 2;
  middle.stride_h = 3;
  middle.pad_top = 1;
  chain.add(middle, kChannels);
  add_points(chain, 6);
  expect_bound(chain.net(), 9, LayerId(0));
}

}  // namespace
}  // namespace crossroof
