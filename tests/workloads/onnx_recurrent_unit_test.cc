// SPDX-License-Identifier: Apache-2.0
// LSTM, GRU, RNN: MACs = directions * T * B * gates * Hd * (I + Hd); the factor T is what others
// miss.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

constexpr std::int64_t kSteps = 7, kBatch = 2, kInput = 5, kHidden = 3;

OnnxBuilder recurrent(const std::string& op, std::int64_t gates, std::int64_t directions,
                      std::vector<Attr> attributes) {
  OnnxBuilder b;
  b.input("x", {kSteps, kBatch, kInput});
  b.weight("w", {directions, gates * kHidden, kInput});
  b.weight("r", {directions, gates * kHidden, kHidden});
  attributes.emplace_back("hidden_size", static_cast<int>(kHidden));
  b.node(op, {"x", "w", "r"}, {"y", "h"}, attributes);
  return b;
}

TEST(OnnxRecurrent, EveryStepAndDirectionCounts) {
  const struct {
    const char* op;
    std::int64_t gates;
  } kOps[] = {{"LSTM", 4}, {"GRU", 3}, {"RNN", 1}};
  for (const auto& [op, gates] : kOps) {
    const Network one = recurrent(op, gates, 1, {}).output("y").import();
    EXPECT_EQ(one.macs, kSteps * kBatch * gates * kHidden * (kInput + kHidden)) << op;
    const Network two =
        recurrent(op, gates, 2, {{"direction", "bidirectional"}}).output("y").import();
    EXPECT_EQ(two.macs, 2 * one.macs) << op;
    EXPECT_EQ(two.macs_static, two.macs);
  }
}

// K = 5 + 3, M = 4*3, positions 7*2; the layer feeds its own result back.
TEST(OnnxRecurrent, OneMatrixLayerWithAnEdgeToItself) {
  const Network n = recurrent("LSTM", 4, 1, {}).output("y").import();
  const Layer& l = n.layers.at(0);
  EXPECT_TRUE(l.recurrent());
  EXPECT_EQ(l.K, 8);
  EXPECT_EQ(l.M, 12);
  EXPECT_EQ(l.out.channels, 3);
  EXPECT_EQ(l.out.positions(), 14);
  ASSERT_EQ(l.in_edges.size(), 2U);
  EXPECT_EQ(l.in_edges[0].channels, 5);
  EXPECT_EQ(l.in_edges[0].need, Need::same);
  EXPECT_EQ(l.in_edges[1].producer, LayerId(0));
  EXPECT_EQ(l.in_edges[1].consumer_channel, 5);
  EXPECT_EQ(operations(l.fused, SimdKind::add) + operations(l.fused, SimdKind::mul), 14 * 3 * 10);
}

TEST(OnnxRecurrent, BothDirectionsAreGroupsThatNeedTheWholeSequence) {
  const Network n = recurrent("GRU", 3, 2, {{"direction", "bidirectional"}}).output("y").import();
  const Layer& l = n.layers.at(0);
  EXPECT_EQ(l.groups, 2);
  EXPECT_EQ(l.out.channels, 6);
  ASSERT_EQ(l.in_edges.size(), 4U);
  EXPECT_EQ(l.in_edges[2].consumer_channel, 8);
  EXPECT_EQ(l.in_edges[3].producer_channel, 3);
  EXPECT_EQ(l.in_edges[0].need, Need::whole);
}

TEST(OnnxRecurrent, LayoutOneHasTheBatchFirst) {
  const Network n = recurrent("LSTM", 4, 1, {{"layout", 1}}).output("y").output("h").import();
  EXPECT_EQ(n.layers[0].outputs[0].shape, (Shape{kSteps, kBatch, 1, kHidden}));
  EXPECT_EQ(n.layers[0].outputs[1].shape, (Shape{kSteps, 1, kHidden}));
}

TEST(OnnxRecurrent, TheLastStepIsMovedOnlyWhenItIsRead) {
  EXPECT_EQ(recurrent("LSTM", 4, 1, {}).output("y").import().layers.size(), 1U);
  const Network n = recurrent("LSTM", 4, 1, {}).output("h").import();
  ASSERT_EQ(n.layers.size(), 2U);
  EXPECT_EQ(n.layers[1].kind, LayerKind::move);
  EXPECT_EQ(n.layers[1].out.positions(), kBatch);
}

TEST(OnnxRecurrent, WeightsThatDoNotFitAreRefused) {
  OnnxBuilder b;
  b.input("x", {7, 2, 5}).weight("w", {1, 12, 6}).weight("r", {1, 12, 3});
  b.node("LSTM", {"x", "w", "r"}, {"y"}, {{"hidden_size", 3}}).output("y");
  EXPECT_EQ(b.refusal(), "test.onnx: error: node 'y' (LSTM): W is 1x12x6, expected 1x12x5");
  EXPECT_NE(recurrent("LSTM", 4, 1, {{"direction", "sideways"}})
                .output("y")
                .refusal()
                .find("direction 'sideways'"),
            std::string::npos);
}

}  // namespace
}  // namespace crossroof::testing
