// SPDX-License-Identifier: Apache-2.0
// Invariants of the analytic tiers on random machines and networks:
//   0 < stage-max <= resource-max <= sum of all work on all resources
//   makespan grows with the batch, by no more than one image's makespan an image
//   at a fixed mapping, raising any rate or number of servers never raises a bound
//   MACs are conserved between network and mapping
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "analytic/estimate.h"
#include "tests/workloads/random_cases.h"

namespace crossroof::analytic {
namespace {

constexpr std::uint64_t kCases = 10'000;
constexpr double kRounding = 1 + 1e-12;

struct Raise {
  const char* what;
  std::function<void(RramChip&)> apply;
};

template <class Change>
std::function<void(RramChip&)> in_kinds(Change change) {
  return [change](RramChip& chip) {
    for (CoreKind& k : chip.kinds) change(k);
  };
}

const std::vector<Raise>& raises() {
  static const std::vector<Raise> all = {
      {"ADCs", in_kinds([](CoreKind& k) { k.crossbar.adc.count += 1; })},
      {"ADC rate",
       in_kinds([](CoreKind& k) { k.crossbar.adc.conversion = k.crossbar.adc.conversion / 1.7; })},
      {"array read",
       in_kinds([](CoreKind& k) { k.crossbar.array_read = k.crossbar.array_read / 1.7; })},
      {"pulse rate", in_kinds([](CoreKind& k) {
         k.crossbar.pulse_count.pulse = k.crossbar.pulse_count.pulse / 1.7;
       })},
      {"sample-and-hold", in_kinds([](CoreKind& k) { k.crossbar.double_sample_hold = true; })},
      {"L1 clock", in_kinds([](CoreKind& k) { k.l1.clock = k.l1.clock * 1.7; })},
      {"L1 banks", in_kinds([](CoreKind& k) { k.l1.banks += 1; })},
      {"L1 word", in_kinds([](CoreKind& k) { k.l1.word = k.l1.word * 2; })},
      {"L1 ports", in_kinds([](CoreKind& k) {
         L1Ports& p = k.l1.ports;
         if (p.read_write > 0) {
           ++p.read_write;
         } else {
           ++p.read;
           ++p.write;
         }
       })},
      {"dedicated dma", in_kinds([](CoreKind& k) { k.l1.dma = Dma::dedicated; })},
      {"lanes", in_kinds([](CoreKind& k) { k.simd.lanes += 1; })},
      {"SIMD clock", in_kinds([](CoreKind& k) { k.simd.clock = k.simd.clock * 1.7; })},
      {"NoC clock", [](RramChip& c) { c.noc.clock = c.noc.clock * 1.7; }},
      {"flit", [](RramChip& c) { c.noc.flit = c.noc.flit * 2; }},
      {"memory",
       [](RramChip& c) {
         for (MemoryController& m : c.memory) m.rate = m.rate * 1.7;
       }},
  };
  return all;
}

double all_work(const Network& net, const RramChip& chip, const Mapping& m) {
  double sum = 0;
  for (std::size_t p = 0; p < m.phases.size(); ++p) {
    for (const ResourceLoad& r : resource_loads(net, chip, m, static_cast<std::int64_t>(p))) {
      sum += r.per_image.value() * static_cast<double>(m.batch) + r.once.value();
    }
  }
  return sum;
}

class Invariants : public ::testing::Test {
 protected:
  template <class Check>
  void for_each_case(Check check) {
    std::uint64_t mapped = 0;
    for (std::uint64_t seed = 1; mapped < kCases; ++seed) {
      ASSERT_LT(seed, 4 * kCases) << "too few random networks fit their machine";
      const oracle::Case c = oracle::random_case(seed);
      Mapping m;
      try {
        m = oracle::map_case(c);
      } catch (const Error&) {
        continue;  // the network does not fit the machine: no bound to check
      }
      ++mapped;
      SCOPED_TRACE("seed " + std::to_string(seed));
      check(c, m);
      if (HasNonfatalFailure()) {
        ADD_FAILURE() << oracle::describe(c);
        return;
      }
    }
  }
};

TEST_F(Invariants, NoTierExceedsTheNext) {
  for_each_case([](const oracle::Case& c, const Mapping& m) {
    for (const std::int64_t batch : {std::int64_t{1}, m.batch, std::int64_t{7}}) {
      const double stage = makespan(c.net, c.chip, m, Tier::stage_max, batch).value();
      const double resource = makespan(c.net, c.chip, m, Tier::resource_max, batch).value();
      EXPECT_TRUE(std::isfinite(stage) && std::isfinite(resource));
      EXPECT_GT(stage, 0);
      EXPECT_LE(stage, resource * kRounding);
      EXPECT_LE(resource, makespan(c.net, c.chip, m, Tier::pipeline, batch).value() * kRounding);
    }
    // Each resource does its own work and no more, so no bound passes the sum; the stage times of
    // one requester may exceed a resource's own time, by at most the number of its ports.
    std::int64_t ports = 1;
    for (const CoreKind& k : c.chip.kinds) {
      ports = std::max({ports, k.l1.ports.read_write, k.l1.ports.read, k.l1.ports.write});
    }
    EXPECT_LE(makespan(c.net, c.chip, m, Tier::resource_max, m.batch).value(),
              all_work(c.net, c.chip, m) * static_cast<double>(ports) * kRounding);
  });
}

TEST_F(Invariants, MakespanGrowsWithTheBatchByAtMostOneImageEach) {
  for_each_case([](const oracle::Case& c, const Mapping& m) {
    for (const Tier tier : {Tier::stage_max, Tier::resource_max, Tier::pipeline}) {
      const double one = makespan(c.net, c.chip, m, tier, 1).value();
      double before = one;
      for (std::int64_t batch = 2; batch <= 5; ++batch) {
        const double now = makespan(c.net, c.chip, m, tier, batch).value();
        EXPECT_GE(now * kRounding, before);
        EXPECT_LE(now, (before + one) * kRounding);
        before = now;
      }
    }
  });
}

TEST_F(Invariants, RaisingARateNeverRaisesABound) {
  for_each_case([](const oracle::Case& c, const Mapping& m) {
    for (const Tier tier : {Tier::stage_max, Tier::resource_max, Tier::pipeline}) {
      const double before = makespan(c.net, c.chip, m, tier, m.batch).value();
      for (const Raise& raise : raises()) {
        RramChip faster = c.chip;
        raise.apply(faster);
        EXPECT_LE(makespan(c.net, faster, m, tier, m.batch).value(), before * kRounding)
            << raise.what;
      }
    }
  });
}

TEST_F(Invariants, MacsAreConserved) {
  for_each_case([](const oracle::Case& c, const Mapping& m) {
    std::int64_t expected = 0;
    for (const Layer& l : c.net.layers) {
      if (l.kind == LayerKind::mvm) expected += l.K * l.M * l.groups * l.out.positions();
    }
    EXPECT_EQ(estimate(c.net, c.chip, m, Sharing::max_min).counts.macs, expected);
  });
}

}  // namespace
}  // namespace crossroof::analytic
