// SPDX-License-Identifier: Apache-2.0
// The topologies a machine file can ask for, and their limits from both sides.
#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "tests/models/machine_test_files.h"

namespace crossroof::testing {
namespace {

std::vector<std::string> noc(const std::string& text, int cores) {
  return {"cores=" + std::to_string(cores), "noc={\"flit\": \"32 bit\", " + text + "}",
          "memory.0.router=null"};
}

Topology topology(const std::string& text, int cores) {
  return load_machine("teaching", noc(text, cores)).chip.noc.topology;
}

std::string refused(const std::string& text, int cores) {
  return refusal("teaching", noc(text, cores));
}

TEST(Grid, IsNearSquareUnlessToldOtherwise) {
  EXPECT_EQ(topology("\"topology\": \"mesh\"", 12).width, 4);
  EXPECT_EQ(topology("\"topology\": \"mesh\"", 12).height, 3);
  EXPECT_EQ(topology("\"topology\": \"mesh\", \"width\": 12", 12).height, 1);
  EXPECT_EQ(topology("\"topology\": \"torus\", \"height\": 2", 5).width, 3);
}

TEST(Grid, MayHaveMoreRoutersThanCores) {
  const Topology t = topology("\"topology\": \"mesh\", \"width\": 2, \"height\": 3", 5);
  EXPECT_EQ(t.routers, 6u);
  EXPECT_EQ(t.nodes(), 6u);  // 5 cores and the memory controller
}

TEST(Grid, HoldsAsManyCoresAsItSays) {
  const std::string mesh = "\"topology\": \"mesh\", \"width\": 2, \"height\": 2";
  EXPECT_EQ(refused(mesh, 4), "accepted");
  EXPECT_NE(refused(mesh, 5).find("expected at most the 4 cores"), std::string::npos);
  const std::string cmesh = mesh.substr(0, 13) + "c" + mesh.substr(13) + ", \"concentration\": 3";
  EXPECT_EQ(refused(cmesh, 12), "accepted");
  EXPECT_NE(refused(cmesh, 13).find("expected at most the 12 cores"), std::string::npos);
}

TEST(Grid, ConcentratedMeshFillsRouterByRouter) {
  const Topology t = topology("\"topology\": \"cmesh\"", 6);  // 4 to a router
  EXPECT_EQ(t.kind, TopologyKind::concentrated_mesh);
  EXPECT_EQ(t.routers, 2u);
  EXPECT_EQ(t.inject[3], RouterId{0});
  EXPECT_EQ(t.inject[4], RouterId{1});
}

TEST(Grid, AttachPlacesCores) {
  const Topology t = topology("\"topology\": \"mesh\", \"width\": 2, \"attach\": [1, 1, 0]", 3);
  EXPECT_EQ(t.inject[0], RouterId{1});
  EXPECT_EQ(t.inject[2], RouterId{0});
}

TEST(Grid, HasALimit) {
  const std::string text = "\"topology\": \"mesh\", \"width\": 256, \"height\": ";
  EXPECT_EQ(refused(text + "256", 1), "accepted");
  EXPECT_NE(refused(text + "257", 1).find("at most 65536 routers"), std::string::npos);
}

TEST(Full, HasALimit) {
  const std::string text = "\"topology\": \"full\"";
  EXPECT_EQ(topology(text, 63).links.size(), 64u * 63u);
  EXPECT_NE(refused(text, 2048).find("at most 2048"), std::string::npos);
}

TEST(Bus, TakesCoresAndControllers) {
  EXPECT_EQ(topology("\"topology\": \"bus\"", 9).nodes(), 10u);
}

}  // namespace
}  // namespace crossroof::testing
