// SPDX-License-Identifier: Apache-2.0
// What holds for every network and every traffic at packet granularity: all packets land, none
// sooner than alone, ports carry what routes say, and nothing depends on the order of calls.
#include "sim/packet_noc.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "sim/packet_routes.h"
#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

std::vector<RouterId> nodes_each(std::size_t routers, std::size_t nodes) {
  std::vector<RouterId> router_of;
  for (std::size_t r = 0; r < routers; ++r) router_of.insert(router_of.end(), nodes, RouterId(r));
  return router_of;
}

// A ring of one-way links: every packet that turns a corner waits for the next link of the circle.
Topology one_way_ring(std::size_t routers) {
  Topology t;
  t.kind = TopologyKind::explicit_table;
  t.routers = routers;
  for (std::size_t r = 0; r < routers; ++r) {
    t.links.push_back({RouterId(r), RouterId((r + 1) % routers)});
  }
  t.inject = t.eject = nodes_each(routers, 1);
  t.finish();
  return t;
}

std::vector<std::pair<std::string, Topology>> topologies() {
  Topology concentrated = make_mesh(3, 3, nodes_each(9, 4));
  concentrated.kind = TopologyKind::concentrated_mesh;
  return {{"mesh", make_mesh(4, 4, nodes_each(16, 1))},
          {"concentrated mesh", concentrated},
          {"torus", make_torus(5, 4, nodes_each(20, 1))},
          {"bus", make_bus(12)},
          {"star", make_star(12)},
          {"full", make_full(9)},
          {"one-way ring", one_way_ring(7)}};
}

struct Timed {
  Cycle cycle;
  Packet packet;
};

// Mixed lengths, far more than the network can take at first.
std::vector<Timed> random_traffic(std::size_t nodes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Timed> traffic;
  for (std::uint64_t i = 0; i < 600; ++i) {
    const std::uint32_t flits = static_cast<std::uint32_t>(1 + random() % 24);
    traffic.push_back({i / 6, packet(i, random() % nodes, random() % nodes, flits)});
  }
  return traffic;
}

FlitDriver run_all(NocModel& model, const std::vector<Timed>& traffic) {
  FlitDriver driver;
  for (const Timed& t : traffic) {
    driver.run(model, t.cycle);
    model.inject(t.packet, t.cycle);
  }
  driver.run(model, 1000000);
  return driver;
}

std::vector<Noc> variants(const Topology& topology) {
  std::vector<Noc> all;
  for (const int router : {0, 1, 3, 5}) {
    for (const int channels : {1, 2, 3}) {
      for (const int buffer : {1, 8}) {
        Noc noc = reference_noc(topology);
        noc.router_pipeline = Cycles(router);
        noc.interface_pipeline = Cycles(router > 1 ? 1 : 0);
        noc.virtual_channels = channels;
        noc.buffer_flits = buffer;
        all.push_back(noc);
      }
    }
  }
  return all;
}

// latency >= max(1, 2 interface + router (H + 1)) + P - 1, whatever waits for whatever.
TEST(PacketNocTheory, EveryPacketLandsAndNoneSoonerThanAlone) {
  for (const auto& [name, topology] : topologies()) {
    const std::vector<Timed> traffic = random_traffic(topology.nodes(), 11);
    for (const Noc& noc : variants(topology)) {
      const auto model = make_packet_noc(noc);
      const FlitDriver driver = run_all(*model, traffic);
      ASSERT_EQ(driver.landed.size(), traffic.size()) << name;
      ASSERT_EQ(driver.left.size(), traffic.size()) << name;
      for (const Timed& t : traffic) {
        const double hops =
            static_cast<double>(route(topology, t.packet.source, t.packet.destination).size());
        const double pipeline =
            2 * noc.interface_pipeline.value() + noc.router_pipeline.value() * (hops + 1);
        const Cycle least = static_cast<Cycle>(std::max(1.0, pipeline)) + t.packet.flits - 1;
        ASSERT_GE(driver.landed.at(t.packet.id).tail, t.cycle + least) << name;
        ASSERT_GE(driver.left.at(t.packet.id), t.cycle + t.packet.flits) << name;
      }
    }
  }
}

TEST(PacketNocTheory, EveryPortCarriesWhatTheRoutesSay) {
  for (const auto& [name, topology] : topologies()) {
    const std::vector<Timed> traffic = random_traffic(topology.nodes(), 12);
    std::vector<LinkUse> links(topology.links.size());
    std::uint64_t hops = 0;
    for (const Timed& t : traffic) {
      for (LinkId l : route(topology, t.packet.source, t.packet.destination)) {
        links[static_cast<std::size_t>(l)].flits += t.packet.flits;
        ++links[static_cast<std::size_t>(l)].packets;
        hops += t.packet.flits;
      }
    }
    for (const Noc& noc : variants(topology)) {
      const auto model = make_packet_noc(noc);
      const FlitDriver driver = run_all(*model, traffic);
      Cycle end = 0;
      for (const auto& [id, landing] : driver.landed) end = std::max(end, landing.tail);
      EXPECT_EQ(model->use().flit_hops, hops) << name;
      for (std::size_t l = 0; l < links.size(); ++l) {
        const LinkUse use = model->use().links[l];
        EXPECT_EQ(use.flits, links[l].flits) << name;
        EXPECT_EQ(use.packets, links[l].packets) << name;
        EXPECT_EQ(use.busy, use.flits) << name;
        EXPECT_LE(use.busy + use.blocked, end) << name;
      }
    }
  }
}

// Calls of one cycle in any order: `order` alone decides.
TEST(PacketNocTheory, TheOrderOfCallsWithinACycleDoesNotMatter) {
  for (const auto& [name, topology] : topologies()) {
    std::vector<Timed> traffic = random_traffic(topology.nodes(), 13);
    for (const Noc& noc : variants(topology)) {
      const auto first = make_packet_noc(noc);
      const FlitDriver as_made = run_all(*first, traffic);
      std::vector<Timed> shuffled = traffic;
      std::mt19937_64 random(14);
      for (std::size_t i = 0; i + 6 <= shuffled.size(); i += 6) {
        for (std::size_t j = 5; j > 0; --j) {
          std::swap(shuffled[i + j], shuffled[i + random() % (j + 1)]);
        }
      }
      const auto second = make_packet_noc(noc);
      const FlitDriver mixed = run_all(*second, shuffled);
      for (const Timed& t : traffic) {
        ASSERT_EQ(as_made.landed.at(t.packet.id).tail, mixed.landed.at(t.packet.id).tail) << name;
        ASSERT_EQ(as_made.left.at(t.packet.id), mixed.left.at(t.packet.id)) << name;
      }
    }
  }
}

// An ejection port that everybody sends to from the start works without a pause once it begins.
TEST(PacketNocTheory, ASinkTakesOneFlitPerCycle) {
  for (const auto& [name, topology] : topologies()) {
    for (const Noc& noc : variants(topology)) {
      if (noc.buffer_flits < 8 || noc.virtual_channels < 2 || noc.router_pipeline.value() > 4)
        continue;
      const auto model = make_packet_noc(noc);
      FlitDriver driver;
      std::uint64_t id = 0;
      for (std::size_t from = 1; from < topology.nodes(); ++from) {
        for (int i = 0; i < 40; ++i) model->inject(packet(id++, from, 0, 5), 0);
      }
      driver.run(*model);
      Cycle end = 0;
      for (const auto& [packet_id, landing] : driver.landed) end = std::max(end, landing.tail);
      EXPECT_LE(static_cast<double>(end), 1.03 * static_cast<double>(5 * id) + 50) << name;
      EXPECT_GE(end, 5 * id) << name;
    }
  }
}

TEST(PacketRoutes, MayWaitInACircleOnlyWhereRingsAreLong) {
  EXPECT_FALSE(may_wait_in_circle(make_mesh(8, 8, nodes_each(64, 1))));
  EXPECT_FALSE(may_wait_in_circle(make_torus(3, 3, nodes_each(9, 1))));
  EXPECT_TRUE(may_wait_in_circle(make_torus(4, 1, nodes_each(4, 1))));
  EXPECT_TRUE(may_wait_in_circle(one_way_ring(3)));
  Topology line = make_mesh(5, 1, nodes_each(5, 1));
  line.kind = TopologyKind::explicit_table;
  EXPECT_FALSE(may_wait_in_circle(line));
}

}  // namespace
}  // namespace crossroof::sim
