// SPDX-License-Identifier: Apache-2.0
#include "sim/traffic_sources.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/error.h"
#include "sim/noc_bound.h"
#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

std::vector<TrafficSources::Creation> first(TrafficSources sources, std::size_t count) {
  std::vector<TrafficSources::Creation> all;
  while (all.size() < count) all.push_back(sources.take());
  return all;
}

// k x k mesh under uniform traffic with self-traffic: the busiest link carries k/4 of the rate, so
// 4/k fills it; mean hops 2 (k^2 - 1) / (3 k). Transpose: k - 1 flows share a link. m sinks: m / N.
TEST(NocBound, IsThatOfTheTextbook) {
  const Topology mesh = make_mesh(8, 8, one_node_each(64));
  EXPECT_NEAR(noc_bound(mesh, uniform_traffic(64)).ideal_rate, 0.5, 1e-12);
  EXPECT_NEAR(noc_bound(mesh, uniform_traffic(64)).mean_hops, 5.25, 1e-12);
  EXPECT_NEAR(noc_bound(mesh, transpose_traffic(64, 8)).ideal_rate, 1.0 / 7, 1e-12);
  EXPECT_NEAR(noc_bound(mesh, hotspot_traffic(64, {0})).ideal_rate, 1.0 / 64, 1e-12);
  EXPECT_NEAR(noc_bound(mesh, hotspot_traffic(64, {0, 7, 56, 63})).ideal_rate, 4.0 / 64, 1e-12);
  EXPECT_NEAR(noc_bound(make_star(4), uniform_traffic(4)).ideal_rate, 1, 1e-12);
  EXPECT_NEAR(noc_bound(make_bus(4), uniform_traffic(4)).ideal_rate, 0.25, 1e-12);
}

// 3 hops, 5 flits: 2 interfaces of 1 and 4 routers of 2 cycles for 0.1 and 1.2, 4 cycles for the
// other flits. Within 1e-9 of a whole cycle it is that one; an idle NoC takes a cycle at least.
TEST(ZeroLoadLatency, CountsWholeCyclesPerRouterAndInterface) {
  Noc noc = reference_mesh(2, 2);
  EXPECT_EQ(zero_load_latency(noc, 3, 5), 2 * 1 + 4 * 4 + 4);
  noc.router_pipeline = Cycles(1.2);
  noc.interface_pipeline = Cycles(0.1);
  EXPECT_EQ(zero_load_latency(noc, 3, 5), 2 * 1 + 4 * 2 + 4);
  noc.router_pipeline = Cycles(1 + 1e-10);
  EXPECT_EQ(zero_load_latency(noc, 3, 5), 2 * 1 + 4 * 1 + 4);
  noc.router_pipeline = noc.interface_pipeline = Cycles(0);
  EXPECT_EQ(zero_load_latency(noc, 3, 5), 5);
  EXPECT_EQ(zero_load_latency(noc, 3, 1), 1);
}

// 64 nodes of 0.25 flits per cycle in packets of 5 begin 3.2 packets per cycle; over n packets the
// relative deviation is about 1 / sqrt(n).
TEST(TrafficSources, BeginPacketsAtTheRate) {
  const TrafficPattern pattern = uniform_traffic(64);
  const auto all = first(TrafficSources(pattern, 0.25, 5, 1), 100000);
  EXPECT_NEAR(100000 / static_cast<double>(all.back().cycle), 3.2, 3.2 * 4 / 316);
  std::vector<int> by_source(64, 0), by_destination(64, 0);
  for (const auto& c : all) {
    ++by_source[c.source];
    ++by_destination[c.destination];
  }
  for (int node = 0; node < 64; ++node) {  // 1562.5 each, 5 standard deviations of 40
    EXPECT_NEAR(by_source[static_cast<std::size_t>(node)], 1562.5, 200) << node;
    EXPECT_NEAR(by_destination[static_cast<std::size_t>(node)], 1562.5, 200) << node;
  }
}

// Gaps of a Bernoulli process: a share p of them is one cycle, (1-p) p two cycles.
TEST(TrafficSources, AreBernoulliInEveryCycle) {
  const TrafficPattern pattern = uniform_traffic(1);
  const auto all = first(TrafficSources(pattern, 0.25, 1, 3), 40000);
  int one = 0, two = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    one += all[i].cycle - all[i - 1].cycle == 1 ? 1 : 0;
    two += all[i].cycle - all[i - 1].cycle == 2 ? 1 : 0;
  }
  EXPECT_NEAR(one / 40000.0, 0.25, 0.01);
  EXPECT_NEAR(two / 40000.0, 0.1875, 0.01);
}

TEST(TrafficSources, AtFullRateBeginAPacketInEveryCycle) {
  const TrafficPattern pattern = uniform_traffic(1);
  const auto all = first(TrafficSources(pattern, 1, 1, 3), 100);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].cycle, i);
  try {
    const TrafficSources sources(pattern, 2, 1, 3);
    FAIL() << "two packets per cycle";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "node 0 would begin 2.000000 packets per cycle at this rate, expected at most 1");
  }
}

// The stream of a node depends on its number and the seed alone.
TEST(TrafficSources, RepeatWithTheSeedAndDifferWithout) {
  const TrafficPattern pattern = hotspot_traffic(4, {2});
  const auto a = first(TrafficSources(pattern, 0.1, 5, 1), 1000);
  const auto b = first(TrafficSources(pattern, 0.1, 5, 1), 1000);
  const auto c = first(TrafficSources(pattern, 0.1, 5, 2), 1000);
  EXPECT_EQ(a.back().cycle, b.back().cycle);
  EXPECT_NE(a.back().cycle, c.back().cycle);
  for (std::size_t i = 1; i < a.size(); ++i) {
    EXPECT_LE(std::pair(a[i - 1].cycle, a[i - 1].source), std::pair(a[i].cycle, a[i].source));
  }
}

TEST(TrafficSources, ASourceWithoutLoadBeginsNothing) {
  TrafficPattern pattern = uniform_traffic(3);
  pattern.load = {1.5, 1.5, 0};
  for (const auto& c : first(TrafficSources(pattern, 0.3, 1, 1), 500)) EXPECT_NE(c.source, 2U);
}

}  // namespace
}  // namespace crossroof::sim
