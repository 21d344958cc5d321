// SPDX-License-Identifier: Apache-2.0
// The load curve of PUMA's network (puma-simulator, include/constants.py, noc_lat_dict): latency of
// 29, 31, 34, 54, 115 flit cycles at 0.001, 0.005, 0.01, 0.02, 0.025 packets per tile and cycle.
// Its BookSim2 configuration and two outputs are published too (booksim2_configs/ of the same
// repository): cmesh of 4x4 routers with 4 tiles each, x then y without express channels, uniform
// traffic, 8 flits a packet; output.txt is the point 115 (115.388). Everything else is BookSim2's
// default (booksim_config.cpp, networks/cmesh.cpp): 16 channels of 8 flits, routing, VA, SA and
// switch of 1 cycle each, links of 2 cycles between routers, credits sent at once. Nothing is
// fitted.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/noc_run.h"
#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

Noc published_network() {
  constexpr std::size_t kRouters = 16, kTiles = 4;
  std::vector<RouterId> router_of;
  for (std::size_t tile = 0; tile < kRouters * kTiles; ++tile) {
    router_of.push_back(RouterId(tile / kTiles));
  }
  Noc noc = reference_noc(make_mesh(4, 4, router_of));
  noc.router_pipeline = Cycles(6);  // routing, VA, SA, switch, link of 2
  noc.virtual_channels = 16;
  noc.buffer_flits = 8;
  return noc;
}

NocResult run_at(NocGranularity granularity, double flits_per_tile, std::uint32_t flits = 8) {
  const Noc noc = published_network();
  const TrafficPattern traffic = uniform_traffic(noc.topology.nodes());
  NocRun run;
  run.noc = &noc;
  run.traffic = &traffic;
  run.granularity = granularity;
  FlitPipeline pipeline;
  pipeline.routing = 1;
  pipeline.traversal = 4;  // SA, switch, link of 2
  pipeline.credit = 3;     // SA, link of 2
  run.pipeline = pipeline;
  run.rate = flits_per_tile;
  run.flits = flits;
  run.most_measured = 30000;
  return run_noc(run);
}

NocResult run_at_packets(NocGranularity granularity, double packets_per_tile) {
  return run_at(granularity, 8 * packets_per_tile);
}

class NocPuma : public testing::TestWithParam<NocGranularity> {};

// The first three points of the curve.
TEST_P(NocPuma, LatencyUpToAThirdOfTheBoundIsWithinTenPercentOfThePublished) {
  const struct { double packets, latency; } published[] = {{0.001, 29}, {0.005, 31}, {0.01, 34}};
  for (const auto& point : published) {
    const NocResult result = run_at_packets(GetParam(), point.packets);
    ASSERT_TRUE(result.latency) << point.packets;
    EXPECT_NEAR(*result.latency, point.latency, 0.1 * point.latency) << point.packets;
  }
}

// "If inj_rate exceeds 0.025 there's a problem" (constants.py). The bound is 0.03125: each way
// across the middle 0.5 * 32 tiles * 8 flits share 4 links.
TEST_P(NocPuma, TakesThePublishedMostAndNotAFifthMore) {
  const NocResult most = run_at_packets(GetParam(), 0.025);
  EXPECT_NE(most.state, NocState::unstable);
  EXPECT_NEAR(most.accepted, 0.2, 0.02 * 0.2);
  EXPECT_DOUBLE_EQ(most.ideal_rate / 8, 0.03125);
  EXPECT_EQ(run_at_packets(GetParam(), 0.03).state, NocState::unstable);
}

INSTANTIATE_TEST_SUITE_P(Granularity, NocPuma,
                         testing::Values(NocGranularity::packet, NocGranularity::flit),
                         [](const auto& tested) {
                           return tested.param == NocGranularity::flit ? "flit" : "packet";
                         });

// Recorded: 14 cycles at least (one router: 1 + 5 + 1, and 7 flits behind the head) and 3.5 routers
// in the mean, 2.5 links of 6 cycles more: 29. Here the link to the tile is as long as the others.
TEST(NocPumaZeroLoad, IsOneCycleAboveTheRecorded) {
  const NocResult result = run_at_packets(NocGranularity::packet, 0.001);
  EXPECT_DOUBLE_EQ(result.hops, 2.5);
  EXPECT_DOUBLE_EQ(result.zero_load_latency, 14 + 2.5 * 6 + 1);
}

// Published: 54 / 34 = 1.6 up to 0.02, then 115 / 54 = 2.1. Other seeds differ by 10 % at 0.025.
TEST(NocPumaFlit, TheKneeIsBetweenPointZeroTwoAndPointZeroTwoFive) {
  const NocResult before = run_at_packets(NocGranularity::flit, 0.02);
  const NocResult after = run_at_packets(NocGranularity::flit, 0.025);
  ASSERT_TRUE(before.latency && after.latency);
  EXPECT_NEAR(*before.latency, 54, 0.1 * 54);
  EXPECT_NEAR(*after.latency, 115, 0.25 * 115);
  EXPECT_EQ(before.state, NocState::ok);
  EXPECT_EQ(after.state, NocState::saturated);
  EXPECT_EQ(run_at_packets(NocGranularity::flit, 0.0275).state, NocState::unstable);
}

// output_2port.txt: the same network, packets of 16 flits, twice a buffer, at 0.155349 flits.
TEST(NocPumaFlit, PacketsOfTwiceABufferTakeWhatTheSecondOutputRecords) {
  const NocResult result = run_at(NocGranularity::flit, 0.155349, 16);
  ASSERT_TRUE(result.latency && result.network_latency);
  EXPECT_NEAR(*result.latency, 81.7534, 0.1 * 81.7534);
  EXPECT_NEAR(*result.network_latency, 76.5743, 0.1 * 76.5743);
}

// Where routers saturate, packets followed as runs wait too little (docs/simulator.md): 54 at 0.02.
TEST(NocPumaPacket, IsBelowThePublishedAtPointZeroTwoByLessThanAFifth) {
  const NocResult result = run_at_packets(NocGranularity::packet, 0.02);
  ASSERT_TRUE(result.latency);
  EXPECT_LT(*result.latency, 54);
  EXPECT_GT(*result.latency, 0.8 * 54);
}

}  // namespace
}  // namespace crossroof::sim
