// SPDX-License-Identifier: Apache-2.0
// Products: which operand is the matrix, K, M and positions; MACs = |Y| * K.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

Network product(const Shape& x, const Shape& w, bool weight_left = false) {
  OnnxBuilder b;
  b.input("x", x).weight("w", w);
  if (weight_left) {
    b.node("MatMul", {"w", "x"}, {"y"});
  } else {
    b.node("MatMul", {"x", "w"}, {"y"});
  }
  return b.output("y").import();
}

Network gemm(const Shape& x, const Shape& w, const std::vector<Attr>& attributes) {
  OnnxBuilder b;
  b.input("x", x).weight("w", w).node("Gemm", {"x", "w"}, {"y"}, attributes);
  return b.output("y").import();
}

TEST(OnnxMatMul, TokensArePositions) {
  const Network n = product({2, 5, 8}, {8, 3});
  const Layer& l = layer(n, "y");
  EXPECT_EQ(l.kind, LayerKind::mvm);
  EXPECT_EQ(l.K, 8);
  EXPECT_EQ(l.M, 3);
  EXPECT_EQ(l.out.height, 10);
  EXPECT_EQ(l.in_edges[0].need, Need::same);
  EXPECT_EQ(n.macs, 10 * 8 * 3);
}

TEST(OnnxMatMul, VectorsArePromoted) {
  const Network left = product({8}, {8, 3});
  EXPECT_EQ(layer(left, "y").outputs[0].shape, (Shape{3}));
  EXPECT_EQ(left.macs, 24);
  const Network right = product({5, 8}, {8});
  EXPECT_EQ(layer(right, "y").outputs[0].shape, (Shape{5}));
  EXPECT_EQ(layer(right, "y").M, 1);
  EXPECT_EQ(right.macs, 40);
  const Network both = product({8}, {8});
  EXPECT_TRUE(layer(both, "y").outputs[0].shape.empty());
  EXPECT_EQ(both.macs, 8);
}

// W [3,8] x [8,5]: the matrix is W, its rows are the inner size, the five columns positions.
TEST(OnnxMatMul, AStaticLeftOperandIsTheMatrix) {
  const Layer l = layer(product({8, 5}, {3, 8}, true), "y");
  EXPECT_EQ(l.kind, LayerKind::mvm);
  EXPECT_EQ(l.K, 8);
  EXPECT_EQ(l.M, 3);
  EXPECT_EQ(l.out.channels, 3);
  EXPECT_EQ(l.out.positions(), 5);
  EXPECT_EQ(l.macs, 120);
}

TEST(OnnxMatMul, ABatchOfWeightsBecomesGroups) {
  const Layer l = layer(product({4, 5, 8}, {4, 8, 3}), "y");
  EXPECT_EQ(l.groups, 4);
  EXPECT_EQ(l.K, 8);
  EXPECT_EQ(l.M, 3);
  EXPECT_EQ(l.out.channels, 12);
  EXPECT_EQ(l.out.positions(), 5);
  EXPECT_EQ(l.macs, 4 * 5 * 8 * 3);
}

// 12 heads, 128 x 64 by 64 x 128: 12 * 128 * 128 * 64 MACs on the SIMD units.
TEST(OnnxMatMul, TwoActivationsStayOnTheSimdUnits) {
  OnnxBuilder b;
  b.input("a", {1, 12, 128, 64}).input("b", {1, 12, 64, 128});
  const Network n = b.node("MatMul", {"a", "b"}, {"y"}).output("y").import();
  const Layer& l = layer(n, "y");
  EXPECT_EQ(l.kind, LayerKind::simd);
  EXPECT_TRUE(l.macs_dynamic);
  EXPECT_EQ(l.product_batch * l.product_m * l.product_k * l.product_n, 12582912);
  EXPECT_EQ(operations(l.work, SimdKind::mac), 12582912);
  EXPECT_EQ(n.macs_dynamic, 12582912);
}

TEST(OnnxMatMul, BatchesBroadcast) {
  OnnxBuilder b;
  b.input("a", {2, 1, 4, 8}).input("b", {3, 8, 5});
  const Network n = b.node("MatMul", {"a", "b"}, {"y"}).output("y").import();
  EXPECT_EQ(layer(n, "y").outputs[0].shape, (Shape{2, 3, 4, 5}));
  EXPECT_EQ(n.macs, 2 * 3 * 4 * 5 * 8);
}

TEST(OnnxGemm, TransposesAreRespected) {
  const Layer plain = layer(gemm({5, 8}, {8, 3}, {}), "y");
  const Layer tb = layer(gemm({5, 8}, {3, 8}, {{"transB", 1}}), "y");
  const Layer ta = layer(gemm({8, 5}, {8, 3}, {{"transA", 1}}), "y");
  for (const Layer& l : {plain, tb, ta}) {
    EXPECT_EQ(l.outputs[0].shape, (Shape{5, 3}));
    EXPECT_EQ(l.K, 8);
    EXPECT_EQ(l.M, 3);
    EXPECT_EQ(l.out.positions(), 5);
    EXPECT_EQ(l.macs, 120);
  }
}

TEST(OnnxGemm, AStaticLeftOperandIsTheMatrix) {
  OnnxBuilder b;
  b.input("x", {5, 8}).weight("w", {3, 8}).node("Gemm", {"w", "x"}, {"y"}, {{"transB", 1}});
  const Layer l = layer(b.output("y").import(), "y");
  EXPECT_EQ(l.outputs[0].shape, (Shape{3, 5}));
  EXPECT_EQ(l.K, 8);
  EXPECT_EQ(l.M, 3);
  EXPECT_EQ(l.out.positions(), 5);
}

// A map flattened into a vector is a window over the whole map.
TEST(OnnxGemm, AFlattenedMapIsOneWindow) {
  OnnxBuilder b;
  b.input("x", {1, 3, 8, 8}).weight("k", {16, 3, 3, 3}).node("Conv", {"x", "k"}, {"c"});
  b.node("Flatten", {"c"}, {"f"}).weight("w", {576, 10}).node("Gemm", {"f", "w"}, {"y"});
  const Layer l = layer(b.output("y").import(), "y");
  EXPECT_EQ(l.window.kernel_h, 6);
  EXPECT_EQ(l.window.kernel_w, 6);
  EXPECT_EQ(l.in.channels, 16);
  EXPECT_EQ(l.out.positions(), 1);
  EXPECT_EQ(l.in_edges[0].need, Need::whole);
}

TEST(OnnxGemm, OperandsThatDoNotFitAreRefused) {
  OnnxBuilder b;
  b.input("x", {5, 8})
      .weight("w", {3, 7})
      .node("Gemm", {"x", "w"}, {"y"}, {{"transB", 1}})
      .output("y");
  EXPECT_EQ(b.refusal(),
            "test.onnx: error: node 'y' (Gemm): inner sizes 8 and 7 differ (operands 5x8 and 3x7 "
            "transposed)");
  OnnxBuilder three;
  three.input("x", {1, 5, 8}).weight("w", {8, 3}).node("Gemm", {"x", "w"}, {"y"}).output("y");
  EXPECT_NE(three.refusal().find("not both 2-D"), std::string::npos);
}

}  // namespace
}  // namespace crossroof::testing
