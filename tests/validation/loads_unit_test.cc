// SPDX-License-Identifier: Apache-2.0
// Strata at both sides of their limits, and the loads of the worked example, whose stages are
// worked by hand in docs/worked-example.md.
#include "validation/loads.h"

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "models/machine_json.h"
#include "workloads/networks.h"

namespace crossroof::validation {
namespace {

ResourceLoads loads(double crossbars, double l1, double simd, double noc, double memory) {
  ResourceLoads r;
  r.kinds = {Seconds(crossbars), Seconds(l1), Seconds(simd), Seconds(noc), Seconds(memory)};
  return r;
}

TEST(Stratum, IsDominantWhenTheSecondKindCarriesLessThanSeventyPercent) {
  EXPECT_EQ(loads(100, 0, 69, 10, 10).stratum(), Stratum::dominant);
  EXPECT_EQ(loads(100, 0, 71, 10, 10).stratum(), Stratum::balanced);
  EXPECT_EQ(loads(100, 0, 10, 10, 71).stratum(), Stratum::balanced);
  EXPECT_NEAR(loads(100, 0, 71, 10, 10).second(), 0.71, 1e-12);
}

TEST(Stratum, IsContendedWhenTheNocCarriesSeventyPercentOrMost) {
  EXPECT_EQ(loads(100, 0, 90, 69, 0).stratum(), Stratum::balanced);
  EXPECT_EQ(loads(100, 0, 90, 71, 0).stratum(), Stratum::contended);
  EXPECT_EQ(loads(10, 0, 10, 100, 0).stratum(), Stratum::contended);
}

TEST(Stratum, OfAnL1DependsOnWhetherItIsShared) {
  ResourceLoads r = loads(100, 80, 10, 10, 10);
  EXPECT_EQ(r.stratum(), Stratum::balanced);
  r.shared_l1 = Seconds(69);
  EXPECT_EQ(r.stratum(), Stratum::balanced);
  r.shared_l1 = Seconds(71);
  EXPECT_EQ(r.stratum(), Stratum::contended);
}

class WorkedExample : public testing::Test {
 protected:
  Network net_ = load_network("worked-example");
  RramChip chip_ = load_machine("teaching").chip;
  Mapping mapping_ = analytic::map_with_replicas(net_, chip_, {}, analytic::Duplication::none,
                                                 analytic::Sharing::max_min);
};

// L1: 288 + 512 + 512 + 64 cycles of 1 ns; crossbars 1024; SIMD unit 128; ports 32 out.
TEST_F(WorkedExample, HasTheLoadsOfItsStages) {
  const ResourceLoads r = loads_of(net_, chip_, mapping_);
  const auto of = [&r](LoadKind k) { return r.kinds[static_cast<std::size_t>(k)].value(); };
  EXPECT_NEAR(of(LoadKind::l1), 1376e-9, 1e-15);
  EXPECT_NEAR(of(LoadKind::crossbars), 1024e-9, 1e-15);
  EXPECT_NEAR(of(LoadKind::simd), 128e-9, 1e-15);
  EXPECT_NEAR(of(LoadKind::noc), 32e-9, 1e-15);
  EXPECT_EQ(r.shared_l1.value(), of(LoadKind::l1));
  EXPECT_EQ(r.stratum(), Stratum::contended);
}

// A header flit for every payload flit doubles what the ports carry.
TEST_F(WorkedExample, CountsHeadersOnLinksAndPorts) {
  chip_.noc.header_flits = 1;
  const ResourceLoads r = loads_of(net_, chip_, mapping_);
  EXPECT_NEAR(r.kinds[static_cast<std::size_t>(LoadKind::noc)].value(), 64e-9, 1e-15);
}

TEST_F(WorkedExample, BottlenecksAgreeWithinFivePercentOfTheLoad) {
  ResourceLoads r;
  const ResourceKey l1{sim::SimResourceKind::l1, 0, 0, LayerId::network_input};
  const ResourceKey simd{sim::SimResourceKind::simd, 0, 0, LayerId::network_input};
  r.each[l1] = Seconds(100);
  r.each[simd] = Seconds(94);
  EXPECT_FALSE(compare_bottlenecks(net_, chip_, r, simd).agree);
  r.each[simd] = Seconds(96);
  const BottleneckAgreement a = compare_bottlenecks(net_, chip_, r, simd);
  EXPECT_TRUE(a.agree);
  EXPECT_EQ(a.simulated, "SIMD unit of core 0");
  EXPECT_EQ(a.estimated, "L1 of core 0");
  r.each.erase(simd);
  EXPECT_FALSE(compare_bottlenecks(net_, chip_, r, simd).agree);
}

}  // namespace
}  // namespace crossroof::validation
