// SPDX-License-Identifier: Apache-2.0
// A weight is what no input influences: found by data flow, not by where it is written.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

void expect_matrix(const OnnxBuilder& b, std::int64_t weight_bits = 0) {
  const Network n = b.import();
  const Layer& l = layer(n, "y");
  EXPECT_EQ(l.kind, LayerKind::mvm);
  EXPECT_EQ(l.K, 8);
  EXPECT_EQ(l.M, 3);
  EXPECT_EQ(l.bits.weight, weight_bits);
  EXPECT_EQ(n.macs_static, 5 * 24);
  EXPECT_EQ(n.layers.size(), 1U);
}

TEST(OnnxStatic, WeightsBehindIdentityTransposeReshapeAndCast) {
  OnnxBuilder b;
  b.input("x", {5, 8}).weight("w0", {3, 8}).integers("s", {8, 3});
  b.node("Identity", {"w0"}, {"w1"}).node("Transpose", {"w1"}, {"w2"}, {{"perm", {1, 0}}});
  b.node("Reshape", {"w2", "s"}, {"w3"}).node("Cast", {"w3"}, {"w4"}, {{"to", 1}});
  expect_matrix(b.node("MatMul", {"x", "w4"}, {"y"}).output("y"));
}

TEST(OnnxStatic, WeightsInConstantNodes) {
  OnnxBuilder b;
  b.input("x", {5, 8}).constant("w", {8, 3});
  expect_matrix(b.node("MatMul", {"x", "w"}, {"y"}).output("y"));
}

TEST(OnnxStatic, WeightsMadeByConstantOfShape) {
  OnnxBuilder b;
  b.input("x", {5, 8}).integers("s", {8, 3}).node("ConstantOfShape", {"s"}, {"w"});
  expect_matrix(b.node("MatMul", {"x", "w"}, {"y"}).output("y"));
}

TEST(OnnxStatic, WeightsGivenAsInputsAndNamedInTheMetadata) {
  OnnxBuilder b;
  b.input("x", {5, 8}).input("w", {8, 3}).weight_inputs("[\"w\"]");
  b.node("MatMul", {"x", "w"}, {"y"}).output("y");
  expect_matrix(b);
  EXPECT_EQ(b.import().inputs.size(), 1U);
  EXPECT_EQ(b.import().weights, 24);
}

TEST(OnnxStatic, ConcatenatedAndSlicedWeights) {
  OnnxBuilder b;
  b.input("x", {5, 8}).weight("a", {8, 2}).weight("b", {8, 4});
  b.node("Concat", {"a", "b"}, {"c"}, {{"axis", 1}});
  b.integers("from", {0}).integers("to", {3}).integers("axis", {1});
  b.node("Slice", {"c", "from", "to", "axis"}, {"w"});
  expect_matrix(b.node("MatMul", {"x", "w"}, {"y"}).output("y"));
}

TEST(OnnxStatic, DequantisedWeightsKeepTheirWidth) {
  for (const auto& [type, bits] : {std::pair{DataType::int8, 8}, std::pair{DataType::int4, 4},
                                   std::pair{DataType::uint4, 4}, std::pair{DataType::int2, 2}}) {
    OnnxBuilder b(21);
    b.input("x", {5, 8}).weight("q", {8, 3}, type).scalar("s", 0.5F);
    b.node("DequantizeLinear", {"q", "s"}, {"w"}).node("MatMul", {"x", "w"}, {"y"}).output("y");
    expect_matrix(b, bits);
    EXPECT_EQ(layer(b.import(), "y").weight_bits.count(), 24 * bits);
  }
}

TEST(OnnxStatic, AnInputWithAnInitializerIsAWeight) {
  OnnxBuilder b;
  b.input("x", {5, 8}).input("w", {8, 3}).weight("w", {8, 3});
  expect_matrix(b.node("MatMul", {"x", "w"}, {"y"}).output("y"));
}

TEST(OnnxStatic, APlainInputIsNotAWeight) {
  OnnxBuilder b;
  b.input("x", {5, 8}).input("w", {8, 3}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  EXPECT_EQ(b.import().macs_static, 0);
}

// 3 scalars, of which the shape's integers do not count: 24 + 1.
TEST(OnnxStatic, WeightsCountFloatsInUse) {
  OnnxBuilder b;
  b.input("x", {5, 8}).weight("w", {8, 3}).scalar("half", 0.5F).scalar("unused", 1.0F);
  b.integers("s", {15}).node("MatMul", {"x", "w"}, {"m"}).node("Mul", {"m", "half"}, {"h"});
  b.node("Reshape", {"h", "s"}, {"y"}).output("y");
  EXPECT_EQ(b.import().weights, 25);
}

// Quantise, dequantise around a convolution: they set its widths and vanish.
TEST(OnnxQuantised, QuantisationAroundAConvolutionIsItsWidths) {
  OnnxBuilder b(13);
  b.input("x", {1, 3, 8, 8}).scalar("s", 0.1F).weight("z", {}, DataType::int8);
  b.node("QuantizeLinear", {"x", "s", "z"}, {"xq"})
      .node("DequantizeLinear", {"xq", "s", "z"}, {"xd"});
  b.weight("wq", {4, 3, 3, 3}, DataType::int8).node("DequantizeLinear", {"wq", "s", "z"}, {"w"});
  b.node("Conv", {"xd", "w"}, {"c"}).node("Relu", {"c"}, {"r"});
  b.node("QuantizeLinear", {"r", "s", "z"}, {"yq"})
      .node("DequantizeLinear", {"yq", "s", "z"}, {"y"});
  const Network n = b.output("y").import();
  ASSERT_EQ(n.layers.size(), 1U);
  EXPECT_EQ(n.layers[0].bits.input, 8);
  EXPECT_EQ(n.layers[0].bits.weight, 8);
  EXPECT_EQ(n.layers[0].bits.output, 8);
  EXPECT_EQ(n.layers[0].macs, 4 * 36 * 27);
}

TEST(OnnxQuantised, IntegerOperatorsCarryTheirWidths) {
  OnnxBuilder b;
  b.input("x", {5, 8}, DataType::uint8).weight("w", {8, 3}, DataType::int8);
  const Layer l = layer(b.node("MatMulInteger", {"x", "w"}, {"y"}).output("y").import(), "y");
  EXPECT_EQ(l.bits.input, 8);
  EXPECT_EQ(l.bits.weight, 8);
  EXPECT_EQ(l.kind, LayerKind::mvm);
  EXPECT_EQ(l.macs, 120);
}

}  // namespace
}  // namespace crossroof::testing
