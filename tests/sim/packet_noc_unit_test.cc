// SPDX-License-Identifier: Apache-2.0
// The packet granularity on cases small enough to follow with a pencil.
#include "sim/packet_noc.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "sim/packet_credits.h"
#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

Noc plain(Topology topology, double router, double interface, std::int64_t channels) {
  Noc noc = reference_noc(std::move(topology));
  noc.router_pipeline = Cycles(router);
  noc.interface_pipeline = Cycles(interface);
  noc.virtual_channels = channels;
  return noc;
}

// max(1, 2 interface + router (H + 1)) + P - 1.
TEST(PacketNoc, APacketAloneTakesInterfacesRoutersAndItsLength) {
  for (const double router : {0.0, 0.4, 1.0, 2.0, 3.0, 3.5, 4.0, 5.0, 9.0}) {
    for (const double interface : {0.0, 0.5, 1.0, 3.0}) {
      for (const std::uint32_t flits : {1U, 2U, 5U, 8U, 17U}) {
        const auto model =
            make_packet_noc(plain(make_mesh(4, 1, one_node_each(4)), router, interface, 2));
        FlitDriver driver;
        model->inject(packet(1, 0, 3, flits), 100);
        driver.run(*model);
        const double pipeline = 2 * std::ceil(interface) + 4 * std::ceil(router);
        EXPECT_EQ(driver.landed.at(1).tail,
                  100 + static_cast<Cycle>(std::max(1.0, pipeline)) + flits - 1)
            << router << " " << interface << " " << flits;
      }
    }
  }
}

TEST(PacketNoc, WithoutPipelinesAPacketLeavesAndLandsAfterItsLength) {
  const auto model = make_packet_noc(plain(make_star(2), 0, 0, 1));
  FlitDriver driver;
  model->inject(packet(1, 0, 1, 7), 20);
  driver.run(*model);
  EXPECT_EQ(driver.left.at(1), 27U);
  EXPECT_EQ(driver.landed.at(1).head, 20U);
  EXPECT_EQ(driver.landed.at(1).tail, 27U);
}

struct Stream {
  double router, interface;
  std::int64_t channels;
  std::uint32_t flits;
};

// The first tail lands after the time of a packet alone, every further one P cycles later.
TEST(PacketNoc, PacketsOfOneSourceStreamWithoutBubbles) {
  for (const Stream s : {Stream{0, 0, 1, 1},
                         {1, 0, 1, 17},
                         {3, 1, 2, 17},
                         {4, 1, 2, 5},
                         {4, 1, 2, 1},
                         {1, 0, 1, 2},
                         {2, 1, 1, 3},
                         {3, 1, 1, 17}}) {
    const auto model = make_packet_noc(
        plain(make_mesh(5, 1, one_node_each(5)), s.router, s.interface, s.channels));
    FlitDriver driver;
    for (std::uint64_t i = 0; i < 50; ++i) model->inject(packet(i, 0, 4, s.flits), 0);
    driver.run(*model);
    for (std::uint64_t i = 0; i < 50; ++i) {
      EXPECT_EQ(driver.left.at(i), (i + 1) * s.flits) << s.router << " " << s.flits << " " << i;
      EXPECT_EQ(driver.landed.at(i).tail, driver.landed.at(0).tail + i * s.flits)
          << s.router << " " << s.flits << " " << i;
    }
  }
}

// 40 packets of 4 flits from each of two nodes to a third: its port is busy for 320 cycles, and
// both streams end within the last packet and a half.
TEST(PacketNoc, TwoStreamsThroughOnePortTakeTwiceAsLong) {
  for (const std::int64_t channels : {1, 2, 4}) {
    const auto model = make_packet_noc(plain(make_star(3), 1, 0, channels));
    FlitDriver driver;
    for (std::uint64_t i = 0; i < 40; ++i) {
      model->inject(packet(2 * i, 0, 2, 4), 0);
      model->inject(packet(2 * i + 1, 1, 2, 4), 0);
    }
    driver.run(*model);
    const Cycle even = driver.landed.at(78).tail, odd = driver.landed.at(79).tail;
    EXPECT_EQ(std::max(even, odd), 320U) << channels;
    EXPECT_GE(std::min(even, odd), 314U) << channels;
  }
}

TEST(PacketNoc, TwoPacketsOnTwoChannelsInterleave) {
  const auto model = make_packet_noc(plain(make_star(3), 0, 0, 2));
  FlitDriver driver;
  model->inject(packet(1, 0, 2, 4), 0);
  model->inject(packet(2, 1, 2, 4), 0);
  driver.run(*model);
  // Runs of two flits: 1 in 0 and 1, 2 in 2 and 3, 1 in 4 and 5, 2 in 6 and 7.
  EXPECT_EQ(driver.landed.at(1).head, 0U);
  EXPECT_EQ(driver.landed.at(2).head, 2U);
  EXPECT_EQ(driver.landed.at(1).tail, 6U);
  EXPECT_EQ(driver.landed.at(2).tail, 8U);
}

TEST(PacketNoc, RequestsOfOneCycleAreServedByOrder) {
  const auto model = make_packet_noc(plain(make_star(4), 0, 0, 1));
  FlitDriver driver;
  for (const std::uint64_t id : {3U, 1U, 2U}) model->inject(packet(id, id, 0, 1), 5);
  driver.run(*model);
  EXPECT_EQ(driver.landed.at(1).tail, 6U);
  EXPECT_EQ(driver.landed.at(2).tail, 7U);
  EXPECT_EQ(driver.landed.at(3).tail, 8U);
}

TEST(PacketNoc, PacketsOfOneSourceAndCycleLeaveByOrder) {
  const auto model = make_packet_noc(plain(make_star(2), 0, 0, 1));
  FlitDriver driver;
  for (const std::uint64_t id : {3U, 1U, 2U}) model->inject(packet(id, 0, 1, 2), 5);
  driver.run(*model);
  EXPECT_EQ(driver.left.at(1), 7U);
  EXPECT_EQ(driver.left.at(2), 9U);
  EXPECT_EQ(driver.left.at(3), 11U);
}

TEST(PacketNoc, TakesPacketsForACycleAlreadyHandled) {
  const auto model = make_packet_noc(plain(make_star(3), 0, 0, 1));
  FlitDriver driver;
  model->inject(packet(1, 0, 1, 1), 5);
  model->advance(5, driver);
  EXPECT_EQ(model->next(), kNoCycle);
  model->inject(packet(2, 2, 0, 1), 5);
  EXPECT_EQ(model->next(), 5U);
  driver.run(*model);
  EXPECT_EQ(driver.landed.at(2).tail, 6U);
}

// Packet 1 (9 flits, 0 -> 2) and packet 2 (1 flit, 0 -> 1) on a line of three.
TEST(PacketNoc, CountsFlitsPacketsAndHopsOfEveryPort) {
  const auto model = make_packet_noc(reference_mesh(3, 1));
  FlitDriver driver;
  model->inject(packet(1, 0, 2, 9), 0);
  model->inject(packet(2, 0, 1, 1), 0);
  driver.run(*model);
  const NocUse& use = model->use();
  EXPECT_EQ(use.injection[0].flits, 10U);
  EXPECT_EQ(use.injection[0].packets, 2U);
  EXPECT_EQ(use.injection[0].busy, 10U);
  EXPECT_EQ(use.injection[0].longest_queue, 2U);
  EXPECT_EQ(use.ejection[1].flits, 1U);
  EXPECT_EQ(use.ejection[2].flits, 9U);
  EXPECT_EQ(use.flit_hops, 2U * 9 + 1);
  std::uint64_t packets = 0, flits = 0;
  for (const LinkUse& l : use.links) {
    packets += l.packets;
    flits += l.flits;
    EXPECT_EQ(l.busy, l.flits);
    EXPECT_EQ(l.blocked, 0U);
  }
  EXPECT_EQ(packets, 3U);
  EXPECT_EQ(flits, 19U);
}

// Node 2 of a line is taken by a packet of 200 flits from node 3; behind it the packet from node 0
// fills the 8 places before router 2 and then holds the link 1 -> 2 without crossing it.
TEST(PacketNoc, APacketWithoutCreditsBlocksItsLink) {
  Noc noc = plain(make_mesh(4, 1, one_node_each(4)), 1, 0, 1);
  const auto model = make_packet_noc(noc);
  FlitDriver driver;
  model->inject(packet(1, 3, 2, 200), 0);
  driver.run(*model, 50);
  model->inject(packet(2, 0, 2, 20), 50);
  driver.run(*model);
  Cycle blocked = 0;
  for (std::size_t l = 0; l < noc.topology.links.size(); ++l) {
    if (noc.topology.links[l].from == RouterId(1) && noc.topology.links[l].to == RouterId(2)) {
      blocked = model->use().links[l].blocked;
    }
  }
  // From about 60 (2 hops and 8 flits) until about 201.
  EXPECT_GE(blocked, 135U);
  EXPECT_LE(blocked, 145U);
  EXPECT_EQ(driver.landed.at(2).tail, driver.landed.at(1).tail + 20);
}

TEST(PacketCredits, AreKnownAfterTheirDelay) {
  PacketCredits credits(4);
  credits.use(4);
  EXPECT_FALSE(credits.give_back(3, 10, 2));
  EXPECT_EQ(credits.look(11), 0U);
  EXPECT_EQ(credits.more(), 12U);
  EXPECT_FALSE(credits.give_back(1, 11, 3));
  EXPECT_EQ(credits.look(12), 3U);
  EXPECT_EQ(credits.more(), 14U);
  EXPECT_EQ(credits.look(1000), 4U);
}

TEST(PacketCredits, WakeWhoeverStarves) {
  PacketCredits credits(0);
  EXPECT_EQ(credits.look(5), 0U);
  EXPECT_EQ(credits.more(), kNoCycle);
  EXPECT_TRUE(credits.give_back(1, 6, 1));
  EXPECT_FALSE(credits.give_back(1, 7, 1));
}

}  // namespace
}  // namespace crossroof::sim
