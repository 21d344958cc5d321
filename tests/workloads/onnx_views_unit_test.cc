// SPDX-License-Identifier: Apache-2.0
// Renaming of axes is free and keeps positions and channels; what moves data is a `move` layer.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

TEST(OnnxViews, PatchesBecomeTokensForFree) {
  OnnxBuilder b;
  b.input("x", {1, 3, 8, 8})
      .weight("w", {6, 3, 2, 2})
      .integers("s", {1, 6, -1})
      .weight("m", {6, 5});
  b.node("Conv", {"x", "w"}, {"c"}, {{"strides", {2, 2}}}).node("Reshape", {"c", "s"}, {"f"});
  b.node("Transpose", {"f"}, {"t"}, {{"perm", {0, 2, 1}}}).node("MatMul", {"t", "m"}, {"y"});
  const Network n = b.output("y").import();
  ASSERT_EQ(n.layers.size(), 2U);
  EXPECT_EQ(n.layers[1].in_edges[0].producer, LayerId(0));
  EXPECT_EQ(n.layers[1].in_edges[0].need, Need::same);
  EXPECT_EQ(n.layers[1].out.positions(), 16);
}

TEST(OnnxViews, ImagesWithChannelsLastNeedNoTranspose) {
  OnnxBuilder b;
  b.input("x", {1, 8, 8, 3}).weight("w", {4, 3, 3, 3});
  b.node("Transpose", {"x"}, {"t"}, {{"perm", {0, 3, 1, 2}}}).node("Conv", {"t", "w"}, {"c"});
  const Network n =
      b.node("Transpose", {"c"}, {"y"}, {{"perm", {0, 2, 3, 1}}}).output("y").import();
  ASSERT_EQ(n.layers.size(), 1U);
  EXPECT_EQ(n.inputs[0].map.channels, 3);
  EXPECT_EQ(n.layers[0].in_edges[0].need, Need::window);
}

TEST(OnnxViews, ConcatenatedChannelsBecomeSeveralEdges) {
  OnnxBuilder b;
  b.input("x", {1, 3, 8, 8})
      .weight("v", {4, 3, 1, 1})
      .weight("w", {6, 3, 1, 1})
      .weight("z", {2, 10, 3, 3});
  b.node("Conv", {"x", "v"}, {"a"}).node("Conv", {"x", "w"}, {"b"});
  b.node("Concat", {"a", "b"}, {"c"}, {{"axis", 1}}).node("Conv", {"c", "z"}, {"y"});
  const Network n = b.output("y").import();
  ASSERT_EQ(n.layers.size(), 3U);
  const std::vector<Edge>& edges = n.layers[2].in_edges;
  ASSERT_EQ(edges.size(), 2U);
  EXPECT_EQ(edges[0].channels, 4);
  EXPECT_EQ(edges[1].consumer_channel, 4);
  EXPECT_EQ(edges[1].channels, 6);
}

TEST(OnnxViews, SplitChannelsAreRangesOfTheProducer) {
  OnnxBuilder b;
  b.input("x", {1, 3, 8, 8})
      .weight("w", {6, 3, 1, 1})
      .weight("v", {2, 2, 1, 1})
      .integers("s", {4, 2});
  b.node("Conv", {"x", "w"}, {"c"}).node("Split", {"c", "s"}, {"p", "q"}, {{"axis", 1}});
  const Network n = b.node("Conv", {"q", "v"}, {"y"}).output("y").output("p").import();
  ASSERT_EQ(n.layers.size(), 2U);
  EXPECT_EQ(n.layers[1].in_edges[0].producer_channel, 4);
  EXPECT_EQ(n.layers[1].in_edges[0].channels, 2);
}

// Reshape, transpose, reshape of the channels: moves channels, but every position needs only
// itself.
TEST(OnnxViews, AChannelShuffleMovesChannelsOnly) {
  OnnxBuilder b;
  b.input("x", {1, 4, 8, 8}).weight("w", {4, 4, 3, 3});
  b.integers("s", {1, 2, 2, 8, 8}).integers("t", {1, 4, 8, 8});
  b.node("Reshape", {"x", "s"}, {"a"}).node("Transpose", {"a"}, {"c"}, {{"perm", {0, 2, 1, 3, 4}}});
  const Network n =
      b.node("Reshape", {"c", "t"}, {"d"}).node("Conv", {"d", "w"}, {"y"}).output("y").import();
  ASSERT_EQ(n.layers.size(), 2U);
  EXPECT_EQ(n.layers[0].kind, LayerKind::move);
  EXPECT_EQ(n.layers[0].in_edges[0].need, Need::same);
  EXPECT_EQ(n.layers[1].in_edges[0].producer, LayerId(0));
}

TEST(OnnxViews, TokensJoinedAlongPositionsAreMoved) {
  OnnxBuilder b;
  b.input("x", {1, 4, 8}).weight("class", {1, 1, 8}).weight("w", {8, 3});
  b.node("Concat", {"class", "x"}, {"c"}, {{"axis", 1}}).node("MatMul", {"c", "w"}, {"y"});
  const Network n = b.output("y").import();
  ASSERT_EQ(n.layers.size(), 2U);
  EXPECT_EQ(n.layers[0].kind, LayerKind::move);
  EXPECT_EQ(n.layers[0].in_edges[0].need, Need::whole);
  EXPECT_EQ(n.layers[1].out.positions(), 5);
}

TEST(OnnxViews, APadOfNothingVanishesAndARealOneIsAWindow) {
  OnnxBuilder b;
  b.input("x", {1, 3, 8, 8}).integers("none", {0, 0, 0, 0, 0, 0, 0, 0});
  b.integers("one", {0, 0, 1, 1, 0, 0, 1, 1}).weight("w", {4, 3, 3, 3});
  b.node("Pad", {"x", "none"}, {"p"}).node("Pad", {"p", "one"}, {"q"});
  const Network n = b.node("Conv", {"q", "w"}, {"y"}).output("y").import();
  ASSERT_EQ(n.layers.size(), 2U);
  EXPECT_EQ(n.layers[0].in_edges[0].need, Need::window);
  EXPECT_EQ(n.layers[0].window.pad_left, 1);
  EXPECT_EQ(n.layers[0].out.height, 10);
}

// Squeeze and excitation: the gate is one position that every position needs.
TEST(OnnxViews, AGatePerChannelIsNeededWhole) {
  OnnxBuilder b;
  b.input("x", {1, 3, 8, 8}).weight("w", {4, 3, 3, 3}).node("Conv", {"x", "w"}, {"c"});
  b.node("GlobalAveragePool", {"c"}, {"g"}).node("Sigmoid", {"g"}, {"s"});
  const Network n = b.node("Mul", {"c", "s"}, {"y"}).output("y").import();
  const Layer& gated = layer(n, "y");
  EXPECT_EQ(gated.out.positions(), 36);
  ASSERT_EQ(gated.in_edges.size(), 2U);
  EXPECT_EQ(gated.in_edges[0].need, Need::same);
  EXPECT_EQ(gated.in_edges[1].need, Need::whole);
}

// Four images: one is described, the totals are those of the file.
TEST(OnnxViews, ABatchOfImagesIsDescribedOnce) {
  OnnxBuilder b;
  b.input("x", {4, 3, 8, 8}).weight("w", {4, 3, 3, 3}).node("Conv", {"x", "w"}, {"c"});
  b.node("Relu", {"c"}, {"r"})
      .node("GlobalAveragePool", {"r"}, {"g"})
      .node("Flatten", {"g"}, {"f"});
  const Network n = b.weight("v", {4, 10}).node("MatMul", {"f", "v"}, {"y"}).output("y").import();
  EXPECT_EQ(n.batch, 4);
  EXPECT_EQ(n.macs, 4 * (144 * 27 + 40));
  EXPECT_EQ(n.layers[0].out.positions(), 36);
  EXPECT_EQ(operations(n.layers[0].fused, SimdKind::add), 144);
  EXPECT_EQ(n.layers[2].out.positions(), 1);
}

// Without a convolution a leading dimension may be time: it becomes positions.
TEST(OnnxViews, ABatchOfVectorsIsPositions) {
  OnnxBuilder b;
  b.input("x", {32, 8}).weight("w", {8, 3}).node("MatMul", {"x", "w"}, {"y"});
  const Network n = b.output("y").import();
  EXPECT_EQ(n.batch, 1);
  EXPECT_EQ(n.layers[0].out.positions(), 32);
}

}  // namespace
}  // namespace crossroof::testing
