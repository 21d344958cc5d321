// SPDX-License-Identifier: Apache-2.0
// Routes against closed forms of the literature (Dally and Towles, Principles and Practices of
// Interconnection Networks, chapters 3 and 5), which know nothing of our tables.
#include "models/topology.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "models/error.h"

namespace crossroof {
namespace {

std::vector<RouterId> one_node_per_router(std::size_t routers) {
  std::vector<RouterId> router_of;
  for (std::size_t r = 0; r < routers; ++r) router_of.push_back(RouterId(r));
  return router_of;
}

Topology square(bool torus, std::int64_t k) {
  const auto router_of = one_node_per_router(static_cast<std::size_t>(k * k));
  return torus ? make_torus(k, k, router_of) : make_mesh(k, k, router_of);
}

struct Uniform {
  std::int64_t hops = 0;              // over all ordered pairs, self included
  std::vector<std::int64_t> on_link;  // messages per link
};

// Every node sends one message to every node.
Uniform uniform_traffic(const Topology& t) {
  Uniform result;
  result.on_link.assign(t.links.size(), 0);
  for (std::size_t from = 0; from < t.nodes(); ++from) {
    for (std::size_t to = 0; to < t.nodes(); ++to) {
      for (LinkId l : route(t, NodeId(from), NodeId(to))) {
        ++result.hops;
        ++result.on_link[static_cast<std::size_t>(l)];
      }
    }
  }
  return result;
}

std::int64_t busiest(const Uniform& u) {
  return *std::max_element(u.on_link.begin(), u.on_link.end());
}

// Each route starts at the sender's router, ends at the receiver's and follows links in between.
void expect_connected(const Topology& t) {
  for (std::size_t from = 0; from < t.nodes(); ++from) {
    for (std::size_t to = 0; to < t.nodes(); ++to) {
      RouterId here = t.inject[from];
      for (LinkId l : route(t, NodeId(from), NodeId(to))) {
        ASSERT_EQ(t.links[static_cast<std::size_t>(l)].from, here);
        here = t.links[static_cast<std::size_t>(l)].to;
      }
      ASSERT_EQ(here, t.eject[to]);
    }
  }
}

TEST(MeshRoutes, MeanHopsAreTwoThirdsOfKMinusOneOverK) {
  for (std::int64_t k = 1; k <= 9; ++k) {
    const Uniform u = uniform_traffic(square(false, k));
    // One dimension: sum of |i - j| over all k^2 ordered pairs is k(k^2-1)/3, so the mean over
    // pairs that include i = j is (k^2-1)/(3k); two dimensions add: 2(k^2-1)/(3k).
    EXPECT_EQ(3 * k * u.hops, 2 * (k * k - 1) * k * k * k * k) << k;
    // Without the k^2 pairs of a node with itself the mean is k^2/(k^2-1) times that: 2k/3.
    const std::int64_t pairs = k * k * (k * k - 1);
    EXPECT_EQ(3 * u.hops, 2 * k * pairs) << k;
  }
}

TEST(MeshRoutes, BusiestLinkCarriesAQuarterOfK) {
  for (std::int64_t k = 2; k <= 8; k += 2) {
    // k/2 nodes on one side of the middle of a row, half of their lambda crosses it: lambda*k/4.
    // Here every node sends lambda = k^2 messages.
    EXPECT_EQ(4 * busiest(uniform_traffic(square(false, k))), k * k * k) << k;
  }
}

TEST(TorusRoutes, MeanHopsAreHalfOfK) {
  for (std::int64_t k = 2; k <= 8; k += 2) {
    // Mean distance on an even ring is k/4, self included.
    EXPECT_EQ(2 * uniform_traffic(square(true, k)).hops, k * k * k * k * k) << k;
  }
  for (std::int64_t k = 3; k <= 9; k += 2) {
    // On an odd ring (k^2-1)/(4k).
    EXPECT_EQ(2 * k * uniform_traffic(square(true, k)).hops, (k * k - 1) * k * k * k * k) << k;
  }
}

TEST(TorusRoutes, BusiestLinkFollowsFromTiesGoingUp) {
  for (std::int64_t k = 4; k <= 8; k += 2) {
    // Upwards distances 1 .. k/2 on each link of a ring of k senders of lambda/k each:
    // lambda/k * (k/2)(k/2+1)/2 = lambda*(k+2)/8, with lambda = k^2.
    EXPECT_EQ(8 * busiest(uniform_traffic(square(true, k))), k * k * (k + 2)) << k;
  }
  for (std::int64_t k = 3; k <= 9; k += 2) {
    // No ties: lambda*(k^2-1)/(8k).
    EXPECT_EQ(8 * k * busiest(uniform_traffic(square(true, k))), k * k * (k * k - 1)) << k;
  }
}

TEST(TorusRoutes, WrapLinksAreUsed) {
  const Topology t = make_torus(5, 1, one_node_per_router(5));
  EXPECT_EQ(t.links.size(), 10u);
  EXPECT_EQ(route(t, NodeId(0), NodeId(4)).size(), 1u);
  EXPECT_EQ(route(t, NodeId(4), NodeId(0)).size(), 1u);
  EXPECT_EQ(route(t, NodeId(4), NodeId(1)).size(), 2u);
}

TEST(TorusRoutes, ARingOfTwoHasOneLinkEachWay) {
  EXPECT_EQ(make_torus(2, 1, one_node_per_router(2)).links.size(), 2u);
  EXPECT_EQ(make_torus(1, 1, one_node_per_router(1)).links.size(), 0u);
  EXPECT_EQ(make_torus(2, 2, one_node_per_router(4)).links.size(), 8u);
}

TEST(GridRoutes, AreConnectedOnEveryShape) {
  for (std::int64_t width = 1; width <= 5; ++width) {
    for (std::int64_t height = 1; height <= 4; ++height) {
      const auto nodes = one_node_per_router(static_cast<std::size_t>(width * height));
      expect_connected(make_mesh(width, height, nodes));
      expect_connected(make_torus(width, height, nodes));
    }
  }
}

TEST(GridRoutes, GoAlongXFirst) {
  const Topology t = make_mesh(3, 3, one_node_per_router(9));
  std::vector<std::size_t> routers;
  for (LinkId l : route(t, NodeId(0), NodeId(8))) {
    routers.push_back(static_cast<std::size_t>(t.links[static_cast<std::size_t>(l)].to));
  }
  EXPECT_EQ(routers, (std::vector<std::size_t>{1, 2, 5, 8}));
}

TEST(ConcentratedMesh, LastRouterMayBePartlyFilled) {
  // 10 nodes, 4 to a router, on 2 x 2 routers: 4, 4, 2 and none.
  std::vector<RouterId> router_of;
  for (std::size_t n = 0; n < 10; ++n) router_of.push_back(RouterId(n / 4));
  const Topology t = make_mesh(2, 2, router_of);
  expect_connected(t);
  EXPECT_TRUE(route(t, NodeId(0), NodeId(3)).empty());
  EXPECT_EQ(route(t, NodeId(4), NodeId(9)).size(), 2u);  // router 1 to router 2
}

TEST(Star, HasNoLinkToWaitFor) {
  const Topology t = make_star(7);
  EXPECT_EQ(t.routers, 1u);
  EXPECT_EQ(uniform_traffic(t).hops, 0);
}

TEST(Full, EveryPairHasALinkOfItsOwn) {
  const Topology t = make_full(6);
  const Uniform u = uniform_traffic(t);
  expect_connected(t);
  EXPECT_EQ(u.hops, 6 * 5);
  EXPECT_EQ(busiest(u), 1);
}

TEST(Bus, EveryMessageCrossesTheOneLink) {
  const Topology t = make_bus(5);
  const Uniform u = uniform_traffic(t);
  EXPECT_EQ(t.links.size(), 1u);
  EXPECT_EQ(busiest(u), 25);  // a message to oneself crosses it, too
  expect_connected(t);
}

Topology listed(std::size_t routers, std::vector<Link> links,
                const std::vector<std::size_t>& nodes) {
  Topology t;
  t.kind = TopologyKind::explicit_table;
  t.routers = routers;
  t.links = std::move(links);
  for (std::size_t r : nodes) t.inject.push_back(RouterId(r));
  t.eject = t.inject;
  t.finish();
  return t;
}

TEST(ExplicitTable, TakesTheShortestWayAndTheLowerLink) {
  // 0 -> 3 by 1 (links 1 and 2) or by 2 (links 0 and 3): link 0 is lower. 0 -> 1 -> 3 -> 0 closes
  // rings.
  const RouterId r0{0}, r1{1}, r2{2}, r3{3};
  const Topology t =
      listed(4, {{r0, r2}, {r0, r1}, {r1, r3}, {r2, r3}, {r3, r0}, {r3, r0}}, {0, 1, 2, 3});
  EXPECT_EQ(route(t, NodeId(0), NodeId(3)), (std::vector<LinkId>{LinkId(0), LinkId(3)}));
  EXPECT_EQ(route(t, NodeId(3), NodeId(0)), (std::vector<LinkId>{LinkId(4)}));
  expect_connected(t);
}

TEST(ExplicitTable, RefusesNodesThatCannotReachEachOther) {
  const RouterId r0{0}, r1{1};
  try {
    listed(2, {{r0, r1}}, {0, 1});
    FAIL() << "node 1 has no way to node 0";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "node 1 cannot reach node 0");
  }
  EXPECT_NO_THROW(listed(2, {{r0, r1}}, {0, 0}));  // router 1 has no node
}

TEST(Attachment, RefusesARouterThatDoesNotExist) {
  EXPECT_NO_THROW(make_mesh(2, 2, {RouterId(3)}));
  EXPECT_THROW(make_mesh(2, 2, {RouterId(4)}), Error);
  EXPECT_THROW(make_mesh(0, 2, {}), Error);
}

TEST(SnakeOrder, TurnsAtTheEndOfEachRow) {
  std::vector<std::size_t> order;
  for (NodeId n : snake_order(make_mesh(3, 3, one_node_per_router(9)))) {
    order.push_back(static_cast<std::size_t>(n));
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 5, 4, 3, 6, 7, 8}));
}

TEST(SnakeOrder, KeepsTheNodesOfARouterTogether) {
  std::vector<RouterId> router_of;
  for (std::size_t n = 0; n < 7; ++n) router_of.push_back(RouterId(n / 2));
  std::vector<std::size_t> order;
  for (NodeId n : snake_order(make_mesh(2, 2, router_of))) {
    order.push_back(static_cast<std::size_t>(n));
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 6, 4, 5}));
}

}  // namespace
}  // namespace crossroof
