// SPDX-License-Identifier: Apache-2.0
// What holds for any traffic on any topology at flit granularity.
#include "sim/flit_noc.h"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

std::map<std::string, Topology> topologies() {
  std::vector<RouterId> shared;
  for (std::size_t n = 0; n < 18; ++n) shared.push_back(RouterId(n / 2));
  Topology concentrated = make_mesh(3, 3, shared);
  concentrated.kind = TopologyKind::concentrated_mesh;
  Topology tree;  // two leaves and a root, given as a table
  tree.kind = TopologyKind::explicit_table;
  tree.routers = 3;
  tree.links = {{RouterId(0), RouterId(1)},
                {RouterId(1), RouterId(0)},
                {RouterId(0), RouterId(2)},
                {RouterId(2), RouterId(0)}};
  tree.inject = tree.eject = one_node_each(3);
  tree.finish();
  return {{"mesh", make_mesh(4, 3, one_node_each(12))},
          {"concentrated", concentrated},
          {"torus", make_torus(5, 4, one_node_each(20))},
          {"bus", make_bus(6)},
          {"star", make_star(5)},
          {"full", make_full(6)},
          {"table", tree}};
}

std::vector<Packet> random_packets(std::size_t nodes, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Packet> packets;
  for (std::size_t i = 0; i < count; ++i) {
    packets.push_back(packet(i, random() % nodes, random() % nodes,
                             static_cast<std::uint32_t>(1 + random() % 9)));
  }
  return packets;
}

// Injects packet i in cycle i / 2, more than the small networks can take.
FlitDriver run_all(NocModel& model, const std::vector<Packet>& packets) {
  FlitDriver driver;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    driver.run(model, i / 2);
    model.inject(packets[i], i / 2);
  }
  driver.run(model);
  return driver;
}

Cycle alone(const Noc& noc, const Packet& p) {
  const std::size_t hops = route(noc.topology, p.source, p.destination).size();
  return 2 + (hops + 1) * static_cast<Cycle>(noc.router_pipeline.value()) + p.flits - 1;
}

class FlitTheory : public testing::TestWithParam<std::tuple<int, int, int>> {
 protected:
  Noc noc(const Topology& topology) const {
    Noc made = reference_noc(topology);
    made.router_pipeline = Cycles(std::get<0>(GetParam()));
    made.virtual_channels = std::get<1>(GetParam());
    made.buffer_flits = std::get<2>(GetParam());
    return made;
  }
};

TEST_P(FlitTheory, EveryPacketLandsOnceNotBeforeItCouldAlone) {
  for (const auto& [name, topology] : topologies()) {
    const Noc n = noc(topology);
    const std::vector<Packet> packets = random_packets(topology.nodes(), 600, 7);
    const auto model = make_flit_noc(n);
    const FlitDriver driver = run_all(*model, packets);
    ASSERT_EQ(driver.landed.size(), packets.size()) << name;
    std::uint64_t flits = 0, hops = 0;
    for (const Packet& p : packets) {
      EXPECT_GE(driver.landed.at(p.id).tail, p.id / 2 + alone(n, p)) << name << " " << p.id;
      flits += p.flits;
      hops += p.flits * route(topology, p.source, p.destination).size();
    }
    std::uint64_t sent = 0;
    const NocUse use = model->use();
    for (const LinkUse& port : use.injection) sent += port.flits;
    EXPECT_EQ(sent, flits) << name;
    EXPECT_EQ(model->use().flit_hops, hops) << name;
  }
}

TEST_P(FlitTheory, NoPortDeliversMoreThanAFlitPerCycle) {
  for (const auto& [name, topology] : topologies()) {
    const std::vector<Packet> packets = random_packets(topology.nodes(), 600, 8);
    const auto model = make_flit_noc(noc(topology));
    const FlitDriver driver = run_all(*model, packets);
    std::vector<Cycle> first(topology.nodes(), kNoCycle), last(topology.nodes(), 0);
    std::vector<std::uint64_t> flits(topology.nodes(), 0);
    for (const Packet& p : packets) {
      const auto to = static_cast<std::size_t>(p.destination);
      first[to] = std::min(first[to], driver.landed.at(p.id).head);
      last[to] = std::max(last[to], driver.landed.at(p.id).tail);
      flits[to] += p.flits;
    }
    for (std::size_t to = 0; to < topology.nodes(); ++to) {
      if (flits[to] > 0) {
        EXPECT_LE(flits[to], last[to] - first[to]) << name;
      }
    }
  }
}

TEST_P(FlitTheory, TheSameRunGivesTheSameTimes) {
  for (const auto& [name, topology] : topologies()) {
    const std::vector<Packet> packets = random_packets(topology.nodes(), 300, 9);
    const auto first = make_flit_noc(noc(topology)), second = make_flit_noc(noc(topology));
    const FlitDriver a = run_all(*first, packets), b = run_all(*second, packets);
    for (const Packet& p : packets) {
      EXPECT_EQ(a.landed.at(p.id).tail, b.landed.at(p.id).tail) << name << " " << p.id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PipelineChannelsBuffer, FlitTheory,
                         testing::Combine(testing::Values(1, 3, 4, 6), testing::Values(2, 3),
                                          testing::Values(1, 2, 8)));

}  // namespace
}  // namespace crossroof::sim
