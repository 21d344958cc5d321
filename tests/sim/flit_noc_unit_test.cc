// SPDX-License-Identifier: Apache-2.0
// The flit granularity on cases small enough to follow with a pencil. Cycle by cycle, with the
// reference router: a flit sent by its port in cycle t is in the router in t + 1; a head asks for a
// channel in the cycle it comes (VA), for the switch in the next (SA); a flit that wins SA in s is
// in the next router, or at the ejection port, in s + 3, and lands one interface cycle later.
#include "sim/flit_noc.h"

#include <gtest/gtest.h>

#include "models/error.h"
#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

Cycle time_alone(const Noc& noc, std::size_t from, std::size_t to, std::uint32_t flits) {
  const auto model = make_flit_noc(noc);
  FlitDriver driver;
  model->inject(packet(1, from, to, flits), 100);
  driver.run(*model);
  return driver.landed.at(1).tail - 100;
}

// 2 interfaces of 1 + 15 routers of 4 + (flits - 1), over the 14 links from corner to corner.
TEST(FlitNoc, APacketAloneTakesInterfacesRoutersAndItsLength) {
  const Noc noc = reference_mesh(8, 8);
  EXPECT_EQ(time_alone(noc, 0, 63, 1), 62U);
  EXPECT_EQ(time_alone(noc, 0, 63, 5), 66U);
  EXPECT_EQ(time_alone(noc, 63, 0, 5), 66U);
  EXPECT_EQ(time_alone(noc, 9, 9, 1), 6U) << "to itself it crosses one router";
}

TEST(FlitNoc, EveryPipelineTakesAsLongAsItSays) {
  Noc noc = reference_mesh(4, 1);
  for (const int router : {1, 2, 3, 4, 5, 9}) {
    for (const int interface : {0, 1, 3}) {
      noc.router_pipeline = Cycles(router);
      noc.interface_pipeline = Cycles(interface);
      EXPECT_EQ(time_alone(noc, 0, 3, 5), static_cast<Cycle>(2 * interface + 4 * router + 4))
          << router << " " << interface;
    }
  }
}

TEST(FlitNoc, PartsOfACycleRoundUp) {
  Noc noc = reference_mesh(4, 1);
  noc.router_pipeline = Cycles(3.2);
  EXPECT_EQ(time_alone(noc, 0, 3, 1), 18U);
}

// Packets 1 and 2 come to the router in cycle 1 and ask for its channels to node 2 (VA). Both
// channels grant packet 1, which accepts one; packet 2 gets the other in cycle 2. SA: packet 1 in
// 2, then in turn: packet 2 in 3, 5, 7, 9, 11 and packet 1 in 4, 6, 8, 10. Landing 4 later.
TEST(FlitNoc, TwoPacketsOnTwoChannelsTakeTurns) {
  const auto model = make_flit_noc(reference_noc(make_star(3)));
  FlitDriver driver;
  model->inject(packet(1, 0, 2, 5), 0);
  model->inject(packet(2, 1, 2, 5), 0);
  driver.run(*model);
  EXPECT_EQ(driver.landed.at(1).tail, 14U);
  EXPECT_EQ(driver.landed.at(2).tail, 15U);
}

// Packet 1 wins SA in 2 to 6; its tail frees the channel, VA of packet 2 in 7, SA in 8 to 12.
TEST(FlitNoc, TwoPacketsOnOneChannelFollowEachOther) {
  Noc noc = reference_noc(make_star(3));
  noc.virtual_channels = 1;
  const auto model = make_flit_noc(noc);
  FlitDriver driver;
  model->inject(packet(1, 0, 2, 5), 0);
  model->inject(packet(2, 1, 2, 5), 0);
  driver.run(*model);
  EXPECT_EQ(driver.landed.at(1).tail, 10U);
  EXPECT_EQ(driver.landed.at(2).tail, 16U);
}

// A place is free for its sender 6 cycles after it was used: 3 there, 3 back. Two places carry two
// flits in 6 cycles: SA of flits 0, 1 in 2, 3, of 2, 3 in 9, 10 (one more, for the head's VA), of
// 10, 11 in 33, 34; the tail has SA in the last router in 37 and lands in 41.
TEST(FlitNoc, APacketLongerThanABufferGoesAtThePaceOfItsCredits) {
  Noc noc = reference_mesh(2, 1);
  noc.virtual_channels = 1;
  noc.buffer_flits = 2;
  const auto model = make_flit_noc(noc);
  FlitDriver driver;
  model->inject(packet(1, 0, 1, 12), 0);
  driver.run(*model);
  EXPECT_EQ(driver.landed.at(1).tail, 41U);
}

// The port sends one flit per cycle: packet 1 in 0 to 4, packet 2 in 5 to 9, channels in turn.
TEST(FlitNoc, PacketsOfAPortLeaveInTheirOrder) {
  const auto model = make_flit_noc(reference_mesh(4, 1));
  FlitDriver driver;
  model->inject(packet(2, 0, 3, 5), 0);
  model->inject(packet(1, 0, 3, 5), 0);
  driver.run(*model);
  EXPECT_EQ(driver.left.at(1), 5U);
  EXPECT_EQ(driver.left.at(2), 10U);
  EXPECT_EQ(driver.landed.at(1).tail, 22U);
  EXPECT_EQ(driver.landed.at(2).tail, 27U);
  EXPECT_EQ(driver.landed.at(2).head, 22U);
  EXPECT_EQ(model->use().injection[0].longest_queue, 2U);
}

TEST(FlitNoc, AnIdleOneHasNothingToDoAndSkipsEmptyCycles) {
  Noc noc = reference_mesh(2, 1);
  noc.interface_pipeline = Cycles(50);
  const auto model = make_flit_noc(noc);
  EXPECT_EQ(model->next(), kNoCycle);
  model->inject(packet(1, 0, 1, 1), 7);
  EXPECT_EQ(model->next(), 7U);
  FlitDriver driver;
  model->advance(7, driver);
  EXPECT_EQ(model->next(), 57U);
  driver.run(*model);
  EXPECT_EQ(model->next(), kNoCycle);
  EXPECT_EQ(driver.landed.at(1).tail, 115U);
}

TEST(FlitNoc, APacketThatComesAfterItsCycleWasHandledIsSentInIt) {
  const auto model = make_flit_noc(reference_mesh(2, 1));
  FlitDriver driver;
  model->inject(packet(1, 0, 1, 1), 7);
  model->advance(7, driver);
  model->inject(packet(2, 1, 0, 1), 7);
  EXPECT_EQ(model->next(), 7U);
  driver.run(*model);
  EXPECT_EQ(driver.landed.at(1).tail, 17U);
  EXPECT_EQ(driver.landed.at(2).tail, 17U);
}

TEST(FlitNoc, CountsFlitsPacketsAndBlocking) {
  const auto model = make_flit_noc(reference_mesh(3, 1));
  FlitDriver driver;
  model->inject(packet(1, 0, 2, 5), 0);
  driver.run(*model);
  const NocUse& use = model->use();
  EXPECT_EQ(use.flit_hops, 10U);
  EXPECT_EQ(use.injection[0].flits, 5U);
  EXPECT_EQ(use.ejection[2].packets, 1U);
  EXPECT_EQ(use.ejection[2].busy, 5U);
  EXPECT_EQ(use.ejection[2].blocked, 0U);
  EXPECT_EQ(use.ejection[2].longest_queue, 1U);
}

void expect_refused(const Noc& noc, const std::string& why) {
  try {
    make_flit_noc(noc);
    FAIL() << why;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
  }
}

TEST(FlitNoc, RefusesATorusOfOneChannel) {
  Noc noc = reference_noc(make_torus(4, 4, one_node_each(16)));
  EXPECT_NO_THROW(make_flit_noc(noc));
  noc.virtual_channels = 1;
  expect_refused(noc, "at least 2 virtual channels, found 1");
  noc.topology = make_torus(2, 2, one_node_each(4));
  EXPECT_NO_THROW(make_flit_noc(noc)) << "rings of two routers have no way round";
}

TEST(FlitNoc, RefusesATableWhoseRoutesFormACircle) {
  Topology ring;
  ring.kind = TopologyKind::explicit_table;
  ring.routers = 3;
  ring.links = {{RouterId(0), RouterId(1)}, {RouterId(1), RouterId(2)}, {RouterId(2), RouterId(0)}};
  ring.inject = ring.eject = one_node_each(3);
  ring.finish();
  expect_refused(reference_noc(ring), "circle of links");
}

TEST(FlitNoc, RefusesARouterOfLessThanACycle) {
  Noc noc = reference_mesh(2, 1);
  noc.router_pipeline = Cycles(0.5);
  expect_refused(noc, "at least 1 cycle");
}

}  // namespace
}  // namespace crossroof::sim
