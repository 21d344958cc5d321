// SPDX-License-Identifier: Apache-2.0
// Latencies worked by hand from E107 to E113: one or two sources, one sink.
#include "analytic/noc_latency.h"

#include <gtest/gtest.h>

#include "workloads/traffic_file.h"

namespace crossroof::analytic {
namespace {

Noc noc_of(Topology topology, double router, std::int64_t channels, std::int64_t buffer) {
  Noc noc;
  noc.topology = std::move(topology);
  noc.router_pipeline = Cycles(router);
  noc.interface_pipeline = Cycles(1);
  noc.virtual_channels = channels;
  noc.buffer_flits = buffer;
  return noc;
}

// `load`: of the port or link that is busiest.
NocEstimate at_load(const Noc& noc, const TrafficPattern& traffic, double load,
                    std::uint32_t flits) {
  const NocLoads loads = noc_loads(noc.topology, traffic);
  return noc_latency(noc, loads, FlitsPerCycle(load * loads.ideal_rate.value()), flits);
}

double cycles(const NocEstimate& estimate) {
  return estimate.latency ? estimate.latency->value() : 0;
}

// Node 0 of a row of two sends to node 1.
TrafficPattern one_way() { return parse_traffic("t", "source,destination,weight\n0,1,1\n", 2); }
Topology row_of_two() { return make_mesh(2, 1, {RouterId(0), RouterId(1)}); }

// Nodes 0 and 1 of a star send to node 2, evenly.
TrafficPattern two_to_one() {
  return parse_traffic("t", "source,destination,weight\n0,2,1\n1,2,1\n", 3);
}

// 2 interfaces of 1, 2 routers of 4, 4 more flits: 14 cycles. One source, so nothing waits but
// packets for those before them: 0.5 * 4 / (2 * 0.5) = 2. A channel is held for 5 + 1 cycles, less
// than the 10 between packets that take two channels in turn.
TEST(NocLatency, OfOneFlowIsIdleTimeAndTheWaitAtTheSource) {
  const NocEstimate estimate = at_load(noc_of(row_of_two(), 4, 2, 8), one_way(), 0.5, 5);
  EXPECT_DOUBLE_EQ(estimate.zero_load_latency.value(), 14);
  EXPECT_DOUBLE_EQ(cycles(estimate), 16);
  EXPECT_DOUBLE_EQ(estimate.load, 0.5);
  EXPECT_EQ(estimate.state, NocEstimateState::ok);
}

// Routers of 3 cycles give a head its channel at once. 2 + 3 + 3 = 8 cycles idle; each source is
// busy 0.25 of the time: 0.25 * 3 / (2 * 0.75) = 0.5. The sink is busy half the time: M/D/1 waits
// 0.5 * 4 / (2 * 0.5) = 2, for packets of the other source only: 1. All go to the same sink, so no
// packet waits for another that goes elsewhere.
TEST(NocLatency, OfTwoFlowsHasTheWaitForTheOther) {
  EXPECT_NEAR(cycles(at_load(noc_of(make_star(3), 3, 1, 8), two_to_one(), 0.5, 4)), 9.5, 1e-12);
}

// Two channels share the sink flit by flit, when no third packet is there:
// (0.5 * 4 + 0.5 * (1 - 0.5) * 3) / (2 * 0.5) = 2.75, half of it 1.375.
TEST(NocLatency, OfInterleavedPacketsIsLonger) {
  EXPECT_NEAR(cycles(at_load(noc_of(make_star(3), 3, 2, 8), two_to_one(), 0.5, 4)), 9.875, 1e-12);
  // Of one flit there is nothing to interleave: 0.5 / (2 * 0.5) = 0.5, half of it 0.25.
  EXPECT_NEAR(cycles(at_load(noc_of(make_star(3), 3, 2, 8), two_to_one(), 0.5, 1)), 5.25, 1e-12);
}

// Credits take 3 cycles each way: with a buffer of 4 the fifth flit waits 2 cycles, the ninth 2
// more. 2 + 2 * 4 + 8 + 4.
TEST(NocLatency, OfPacketsLongerThanABufferHasTheWaitForCredits) {
  const NocEstimate estimate = at_load(noc_of(row_of_two(), 4, 2, 4), one_way(), 1e-9, 9);
  EXPECT_DOUBLE_EQ(estimate.zero_load_latency.value(), 22);
  EXPECT_NEAR(cycles(estimate), 22, 1e-6);
  EXPECT_DOUBLE_EQ(
      at_load(noc_of(row_of_two(), 4, 2, 6), one_way(), 1e-9, 9).zero_load_latency.value(), 18);
}

// One channel, one flit a packet: the channel is held for 2 cycles, a Geo/D/1 queue of
// 0.25 * (4 - 2) / (2 * (1 - 0.5)) = 0.5, at the source and at the link. 10 cycles idle.
TEST(NocLatency, HasTheWaitForTheChannelToBeGivenOn) {
  const Noc noc = noc_of(row_of_two(), 4, 1, 8);
  EXPECT_NEAR(cycles(at_load(noc, one_way(), 0.25, 1)), 11, 1e-12);
  EXPECT_EQ(at_load(noc, one_way(), 0.41, 1).state, NocEstimateState::near_saturation);
  EXPECT_TRUE(at_load(noc, one_way(), 0.41, 1).band);
  // Held all the time at half the rate of the link.
  const NocEstimate full = at_load(noc, one_way(), 0.5, 1);
  EXPECT_EQ(full.state, NocEstimateState::saturated);
  EXPECT_FALSE(full.latency);
  EXPECT_FALSE(full.band);
}

TEST(NocLatency, CountsPipelinesInWholeCycles) {
  const NocEstimate estimate = at_load(noc_of(row_of_two(), 3.2, 2, 8), one_way(), 1e-9, 5);
  EXPECT_DOUBLE_EQ(estimate.zero_load_latency.value(), 14);
}

TEST(NocLatency, HasNoBandAboveSeventyPercentAndNoEstimateFromOneOn) {
  const Noc noc = noc_of(row_of_two(), 4, 4, 8);
  EXPECT_TRUE(at_load(noc, one_way(), 0.7, 5).band);
  const NocEstimate high = at_load(noc, one_way(), 0.71, 5);
  EXPECT_TRUE(high.latency);
  EXPECT_FALSE(high.band);
  EXPECT_EQ(high.state, NocEstimateState::near_saturation);
  EXPECT_EQ(at_load(noc, one_way(), 1, 5).state, NocEstimateState::saturated);
}

TEST(NocBand, WidensWithTheLoadAndWhereChannelsOrBuffersAreShort) {
  const Band easy = *noc_band({0.2, 0.5, true}), later = *noc_band({0.21, 0.5, true});
  EXPECT_LT(easy.high, later.high);
  EXPECT_LT(easy.high, noc_band({0.2, 0.51, true})->high);
  EXPECT_LT(easy.high, noc_band({0.2, 0.5, false})->high);
  EXPECT_LT(noc_band({0.2, 0.8, true})->high, noc_band({0.2, 0.81, true})->high);
  EXPECT_FALSE(noc_band({0.71, 0.1, true}));
  EXPECT_TRUE(easy.holds(easy.low) && easy.holds(easy.high));
  EXPECT_FALSE(easy.holds(easy.low - 1e-6) || easy.holds(easy.high + 1e-6));
}

}  // namespace
}  // namespace crossroof::analytic
