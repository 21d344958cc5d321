// SPDX-License-Identifier: Apache-2.0
// Layers on one server, by hand: nobody is through before what all have asked for since is done.
#include "analytic/shared_servers.h"

#include <gtest/gtest.h>

namespace crossroof::analytic {
namespace {

ServerShare share(std::size_t core, int layer, double busy,
                  ResourceKind kind = ResourceKind::simd) {
  return {kind, 0, core, LayerId(layer), Seconds(busy)};
}

TEST(SharedServers, AddsWhatLayersAskForSinceOneOfThemBegan) {
  const std::vector<ServerShare> all = {share(0, 0, 10), share(0, 1, 10), share(0, 2, 10)};
  SharedServers servers(1, 1, all);
  EXPECT_EQ(servers.serve(all[0], Seconds(0)), Seconds(10));
  // Both since 0: 20; the second alone since 5: 15.
  EXPECT_EQ(servers.serve(all[1], Seconds(5)), Seconds(20));
  // All since 0: 30; the third alone since 100: 110.
  EXPECT_EQ(servers.serve(all[2], Seconds(100)), Seconds(110));
}

TEST(SharedServers, AddsTheTasksOfALayer) {
  const std::vector<ServerShare> all = {share(0, 0, 4), share(0, 0, 3), share(0, 1, 2)};
  SharedServers servers(1, 1, all);
  servers.serve(all[0], Seconds(1));
  servers.serve(all[1], Seconds(1));
  EXPECT_EQ(servers.serve(all[2], Seconds(2)), Seconds(10));
}

// Other cores, other kinds of server, and servers of one layer have nothing to wait for.
TEST(SharedServers, KeepsServersApart) {
  const std::vector<ServerShare> all = {share(0, 0, 4), share(1, 1, 4),
                                        share(0, 1, 4, ResourceKind::l1)};
  SharedServers servers(2, 1, all);
  for (const ServerShare& s : all) EXPECT_EQ(servers.serve(s, Seconds(1)), Seconds());
}

}  // namespace
}  // namespace crossroof::analytic
