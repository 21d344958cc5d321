// SPDX-License-Identifier: Apache-2.0
// The same random networks on chips too small for them: spread over chips, or reloaded in passes.
//   stage-max <= resource-max; MACs conserved; phases in the order of their operands; what crosses
//   chips leaves its core; a stream has credits for what a chunk needs, unless it is read piecewise
#include <algorithm>

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "models/error.h"
#include "tests/workloads/random_cases.h"

namespace crossroof::analytic {
namespace {

void make_small(oracle::Case& c) {
  oracle::Dice dice(c.seed * 7919 + 1);
  c.options.overflow = dice.chance(50) ? Overflow::multi_chip : Overflow::reload;
  c.chip.chip_link = ChipLink{BytesPerSecond(1e9), Seconds(1e-7), dice.between(1, 4)};
  c.chip.chips = 64;
  for (CoreKind& k : c.chip.kinds) {
    k.crossbars = std::min<std::int64_t>(k.crossbars, dice.between(1, 2));
    ArrayWrite write;
    write.pulse = Seconds(1e-8);
    write.overlaps_mvm = dice.chance(30);
    k.crossbar.write = write;
  }
}

void expect_consistent(const oracle::Case& c, const Mapping& m) {
  for (const Stream& s : m.streams) {
    if (s.kind != StreamKind::store && s.kind != StreamKind::partial && !s.piecewise) {
      EXPECT_GE(s.credits, s.window + c.chip.stage_slots);
    }
    if (s.producer == LayerId::network_input || s.producer == s.consumer) continue;
    EXPECT_LE(m.layer(s.producer).phase, m.layer(s.consumer).phase);
  }
  std::int64_t expected = 0, weights = 0;
  for (std::size_t l = 0; l < m.layers.size(); ++l) {
    const Layer& layer = c.net.layers[l];
    if (layer.kind != LayerKind::mvm) continue;
    expected += layer.K * layer.M * layer.groups * layer.out.positions();
    weights +=
        layer.K * layer.M * layer.groups * m.layers[l].bits.weight * m.layers[l].plan.replicas;
    for (const Task& t : m.layers[l].tasks) EXPECT_LE(t.work.chip_write, t.work.noc_write);
  }
  const Estimate e = estimate(c.net, c.chip, m, Sharing::max_min);
  EXPECT_EQ(e.counts.macs, expected);
  if (m.passes > 1) {
    EXPECT_EQ(e.counts.weight_load.count(), weights);
  }
  for (const std::int64_t batch : {std::int64_t{1}, std::int64_t{5}}) {
    const double stage = makespan(c.net, c.chip, m, Tier::stage_max, batch).value();
    EXPECT_GT(stage, 0);
    const double resource = makespan(c.net, c.chip, m, Tier::resource_max, batch).value();
    EXPECT_LE(stage, resource * (1 + 1e-12));
    EXPECT_LE(resource, makespan(c.net, c.chip, m, Tier::pipeline, batch).value() * (1 + 1e-12));
  }
}

TEST(OverflowTheory, RandomNetworksOnSmallChipsAreConsistent) {
  std::int64_t spread = 0, reloaded = 0;
  for (std::uint64_t seed = 1; seed <= 10'000; ++seed) {
    oracle::Case c = oracle::random_case(seed);
    make_small(c);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Mapping m;
    try {
      m = map_with_replicas(c.net, c.chip, c.options,
                            seed % 2 == 0 ? Duplication::greedy : Duplication::none,
                            Sharing::max_min);
    } catch (const Error&) {
      continue;  // one column is larger than the chip, or its L1 too small
    }
    spread += m.chips > 1 ? 1 : 0;
    reloaded += m.passes > 1 ? 1 : 0;
    expect_consistent(c, m);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << oracle::describe(c);
      return;
    }
  }
  EXPECT_GT(spread, 500);
  EXPECT_GT(reloaded, 500);
}

}  // namespace
}  // namespace crossroof::analytic
