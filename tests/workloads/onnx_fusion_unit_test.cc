// SPDX-License-Identifier: Apache-2.0
// Patterns of nodes counted as one function, and what is fused behind a matrix layer.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

constexpr std::int64_t kElements = 64;  // 1x4x16

OnnxBuilder with_input() {
  OnnxBuilder b;
  b.input("x", {1, 4, 16});
  return b;
}

void expect_one(OnnxBuilder& b, const std::string& op, SimdKind kind) {
  const Network n = b.output("y").import();
  ASSERT_EQ(n.layers.size(), 1U) << op;
  EXPECT_EQ(n.layers[0].op, op);
  EXPECT_EQ(operations(n.layers[0].work, kind), kElements);
  EXPECT_EQ(n.layers[0].work.size(), 1U);
}

void layer_norm(OnnxBuilder& b, bool affine) {
  b.scalar("two", 2).scalar("eps", 1e-5F);
  b.node("ReduceMean", {"x"}, {"m"}, {{"axes", {-1}}}).node("Sub", {"x", "m"}, {"d"});
  b.node("Pow", {"d", "two"}, {"p"}).node("ReduceMean", {"p"}, {"v"}, {{"axes", {-1}}});
  b.node("Add", {"v", "eps"}, {"e"}).node("Sqrt", {"e"}, {"s"});
  b.node("Div", {"d", "s"}, {affine ? "n" : "y"});
  if (!affine) return;
  b.weight("gamma", {16}).weight("beta", {16});
  b.node("Mul", {"n", "gamma"}, {"g"}).node("Add", {"g", "beta"}, {"y"});
}

TEST(OnnxFusion, LayerNormIsCountedOnce) {
  OnnxBuilder plain = with_input(), affine = with_input();
  layer_norm(plain, false);
  layer_norm(affine, true);
  expect_one(plain, "LayerNormalization", SimdKind::norm);
  expect_one(affine, "LayerNormalization", SimdKind::norm);
  EXPECT_EQ(affine.import().coverage.fused, 8);
}

TEST(OnnxFusion, ALayerNormWhoseMeanIsReadElsewhereIsNotOne) {
  OnnxBuilder b = with_input();
  layer_norm(b, true);
  b.node("Neg", {"m"}, {"z"}).output("z");
  EXPECT_GT(b.output("y").import().layers.size(), 5U);
}

TEST(OnnxFusion, RmsNormIsCountedOnce) {
  OnnxBuilder b = with_input();
  b.scalar("two", 2).scalar("eps", 1e-5F).weight("gamma", {16}).scalar("one", 1);
  b.node("Pow", {"x", "two"}, {"p"}).node("ReduceMean", {"p"}, {"v"}, {{"axes", {-1}}});
  b.node("Add", {"v", "eps"}, {"e"}).node("Sqrt", {"e"}, {"s"}).node("Div", {"one", "s"}, {"r"});
  b.node("Mul", {"x", "r"}, {"n"}).node("Mul", {"gamma", "n"}, {"y"});
  expect_one(b, "RMSNormalization", SimdKind::rmsnorm);
}

TEST(OnnxFusion, GeluInItsUsualOrders) {
  OnnxBuilder a = with_input();
  a.scalar("r", 1.4142F).scalar("one", 1).scalar("half", 0.5F);
  a.node("Div", {"x", "r"}, {"d"}).node("Erf", {"d"}, {"e"}).node("Add", {"e", "one"}, {"p"});
  a.node("Mul", {"x", "p"}, {"m"}).node("Mul", {"m", "half"}, {"y"});
  expect_one(a, "Gelu", SimdKind::gelu);

  OnnxBuilder b = with_input();
  b.scalar("r", 0.7071F).scalar("one", 1).scalar("half", 0.5F);
  b.node("Mul", {"x", "half"}, {"h"}).node("Mul", {"x", "r"}, {"d"}).node("Erf", {"d"}, {"e"});
  b.node("Add", {"one", "e"}, {"p"}).node("Mul", {"h", "p"}, {"y"});
  expect_one(b, "Gelu", SimdKind::gelu);
}

TEST(OnnxFusion, GeluByTanh) {
  OnnxBuilder b = with_input();
  b.scalar("three", 3)
      .scalar("c", 0.0447F)
      .scalar("r", 0.797F)
      .scalar("one", 1)
      .scalar("half", 0.5F);
  b.node("Mul", {"half", "x"}, {"h"})
      .node("Pow", {"x", "three"}, {"q"})
      .node("Mul", {"c", "q"}, {"k"});
  b.node("Add", {"x", "k"}, {"a"}).node("Mul", {"r", "a"}, {"t"}).node("Tanh", {"t"}, {"u"});
  b.node("Add", {"one", "u"}, {"p"}).node("Mul", {"h", "p"}, {"y"});
  expect_one(b, "Gelu", SimdKind::gelu);
}

TEST(OnnxFusion, SiluMishAndHardSwish) {
  OnnxBuilder silu = with_input();
  silu.node("Sigmoid", {"x"}, {"s"}).node("Mul", {"x", "s"}, {"y"});
  expect_one(silu, "Swish", SimdKind::gelu);

  OnnxBuilder mish = with_input();
  mish.node("Softplus", {"x"}, {"s"}).node("Tanh", {"s"}, {"t"}).node("Mul", {"x", "t"}, {"y"});
  expect_one(mish, "Mish", SimdKind::gelu);

  OnnxBuilder hard = with_input();
  hard.node("HardSigmoid", {"x"}, {"s"}).node("Mul", {"x", "s"}, {"y"});
  expect_one(hard, "HardSwish", SimdKind::hswish);

  OnnxBuilder clipped = with_input();
  clipped.scalar("three", 3).scalar("zero", 0).scalar("six", 6);
  clipped.node("Add", {"x", "three"}, {"a"}).node("Clip", {"a", "zero", "six"}, {"c"});
  clipped.node("Mul", {"x", "c"}, {"m"}).node("Div", {"m", "six"}, {"y"});
  expect_one(clipped, "HardSwish", SimdKind::hswish);
}

OnnxBuilder with_conv() {
  OnnxBuilder b;
  b.input("x", {1, 3, 8, 8}).weight("w", {4, 3, 3, 3}).weight("b", {4});
  b.node("Conv", {"x", "w", "b"}, {"c"});
  return b;
}

// Bias and folded normalisation cost nothing; the activation is 4*6*6 operations.
TEST(OnnxFusion, NormalisationAndActivationFollowTheConvolution) {
  OnnxBuilder b = with_conv();
  for (const char* p : {"p0", "p1", "p2", "p3"}) b.weight(p, {4});
  b.node("BatchNormalization", {"c", "p0", "p1", "p2", "p3"}, {"n"}).node("Relu", {"n"}, {"y"});
  const Network n = b.output("y").import();
  ASSERT_EQ(n.layers.size(), 1U);
  EXPECT_EQ(operations(n.layers[0].fused, SimdKind::add), 144);
  EXPECT_EQ(operations(n.layers[0].fused, SimdKind::mul), 0);
  EXPECT_EQ(n.layers[0].fused_nodes, (std::vector<std::string>{"n", "y"}));
}

TEST(OnnxFusion, AConvolutionWithTwoReadersKeepsItsResult) {
  OnnxBuilder b = with_conv();
  b.node("Relu", {"c"}, {"r"}).node("Sigmoid", {"c"}, {"s"}).output("r").output("s");
  EXPECT_EQ(b.import().layers.size(), 3U);
}

// The sum of two convolutions goes to the later one, which receives the earlier one's result.
TEST(OnnxFusion, ASumGoesToTheLastProducer) {
  OnnxBuilder b = with_conv();
  b.weight("v", {4, 3, 3, 3}).node("Conv", {"x", "v"}, {"d"}).node("Add", {"c", "d"}, {"a"});
  const Network n = b.node("Relu", {"a"}, {"y"}).output("y").import();
  ASSERT_EQ(n.layers.size(), 2U);
  EXPECT_TRUE(n.layers[0].fused.empty());
  EXPECT_EQ(operations(n.layers[1].fused, SimdKind::add), 2 * 144);
  ASSERT_EQ(n.layers[1].in_edges.size(), 2U);
  EXPECT_EQ(n.layers[1].in_edges[1].producer, LayerId(0));
  EXPECT_EQ(n.layers[1].in_edges[1].gate, Gate::s5_operands);
  EXPECT_EQ(n.layers[1].in_edges[1].need, Need::same);
}

// One scale per image is no bias: the sum with [1,T,D] is work, the sum with [D] is not.
TEST(OnnxFusion, OnlyAConstantPerColumnIsABias) {
  for (const auto& [dims, work] : {std::pair{Shape{3}, 0}, std::pair{Shape{5, 3}, 15}}) {
    OnnxBuilder b;
    b.input("x", {1, 5, 8}).weight("w", {8, 3}).weight("p", dims);
    b.node("MatMul", {"x", "w"}, {"m"}).node("Add", {"m", "p"}, {"y"});
    const Network n = b.output("y").import();
    ASSERT_EQ(n.layers.size(), 1U);
    EXPECT_EQ(operations(n.layers[0].fused, SimdKind::add), work);
  }
}

}  // namespace
}  // namespace crossroof::testing
