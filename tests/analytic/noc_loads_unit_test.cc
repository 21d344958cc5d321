// SPDX-License-Identifier: Apache-2.0
// Loads of links and ports against closed forms (Dally and Towles, Principles and Practices of
// Interconnection Networks). k x k mesh, uniform traffic that includes the sender: the busiest link
// carries lambda * k / 4 (k even), so 4 / k fills it; mean hops 2 (k^2 - 1) / (3 k).
#include "analytic/noc_loads.h"

#include <gtest/gtest.h>

#include "workloads/traffic_file.h"

namespace crossroof::analytic {
namespace {

Topology square_mesh(std::int64_t k) {
  std::vector<RouterId> router_of;
  for (std::int64_t n = 0; n < k * k; ++n) {
    router_of.push_back(RouterId(static_cast<std::size_t>(n)));
  }
  return make_mesh(k, k, router_of);
}

double ideal(const Topology& topology, const TrafficPattern& traffic) {
  return noc_loads(topology, traffic).ideal_rate.value();
}

TEST(NocLoads, UniformTrafficFillsTheMiddleLinks) {
  for (const std::int64_t k : {2, 4, 8}) {
    const auto side = static_cast<double>(k);
    const Topology mesh = square_mesh(k);
    const NocLoads loads = noc_loads(mesh, uniform_traffic(mesh.nodes()));
    // The ports of a 2 x 2 or 4 x 4 mesh are as busy as any link: lambda.
    EXPECT_NEAR(loads.ideal_rate.value(), std::min(1.0, 4 / side), 1e-12) << k;
    EXPECT_NEAR(loads.mean_hops, 2 * (side * side - 1) / (3 * side), 1e-12) << k;
  }
}

// k - 1 flows of a row turn at the same router.
TEST(NocLoads, TransposeFillsALinkWithAWholeRow) {
  EXPECT_NEAR(ideal(square_mesh(8), transpose_traffic(64, 8)), 1.0 / 7, 1e-12);
  EXPECT_NEAR(ideal(square_mesh(4), transpose_traffic(16, 4)), 1.0 / 3, 1e-12);
}

// m ejection ports take N nodes' traffic: m / N.
TEST(NocLoads, SinksAreFilledByAllNodes) {
  EXPECT_NEAR(ideal(square_mesh(8), hotspot_traffic(64, {0})), 1.0 / 64, 1e-12);
  EXPECT_NEAR(ideal(square_mesh(8), hotspot_traffic(64, {0, 7, 56, 63})), 4.0 / 64, 1e-12);
}

// Every message crosses the one link of a bus; a star has only ports.
TEST(NocLoads, OtherTopologiesHaveTheirOwnLimit) {
  EXPECT_NEAR(ideal(make_bus(4), uniform_traffic(4)), 0.25, 1e-12);
  EXPECT_NEAR(ideal(make_star(4), uniform_traffic(4)), 1, 1e-12);
}

// A row of three: 0 and 1 send to 2, 1 three times as much. Mean rate 1 is 0.75 and 2.25 flits.
// The link 1 -> 2 has two inputs with shares 1/4 and 3/4: 1/16 + 9/16 = 0.625.
TEST(NocLoads, KnowWhereTrafficComesFrom) {
  const Topology row = make_mesh(3, 1, {RouterId(0), RouterId(1), RouterId(2)});
  const NocLoads loads =
      noc_loads(row, parse_traffic("t", "source,destination,weight\n0,2,1\n1,2,3\n", 3));
  EXPECT_NEAR(loads.servers[0].load, 0.75, 1e-12);
  EXPECT_NEAR(loads.servers[1].load, 2.25, 1e-12);
  EXPECT_NEAR(loads.servers[2].load, 0, 1e-12);
  EXPECT_NEAR(loads.ideal_rate.value(), 1 / 3.0, 1e-12);
  std::size_t found = 0;
  for (std::size_t link = 0; link < row.links.size(); ++link) {
    const NocServer& server = loads.servers[3 + link];
    if (row.links[link].from != RouterId(1) || row.links[link].to != RouterId(2)) continue;
    ++found;
    EXPECT_NEAR(server.load, 3, 1e-12);
    EXPECT_NEAR(server.same_input, 0.625, 1e-12);
    ASSERT_EQ(server.turns.size(), 1U);
    EXPECT_EQ(server.turns[0].to, loads.servers.size() - 1);  // the port of node 2
    EXPECT_NEAR(server.turns[0].load, 3, 1e-12);
  }
  EXPECT_EQ(found, 1U);
}

}  // namespace
}  // namespace crossroof::analytic
