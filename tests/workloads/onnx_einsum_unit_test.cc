// SPDX-License-Identifier: Apache-2.0
// Einsum of two operands: MACs are the product of the sizes of all indices.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

OnnxBuilder einsum(const char* equation, const Shape& a, const Shape& b, bool b_is_weight) {
  OnnxBuilder builder;
  builder.input("a", a);
  if (b_is_weight) {
    builder.weight("b", b);
  } else {
    builder.input("b", b);
  }
  builder.node("Einsum", {"a", "b"}, {"y"}, {{"equation", equation}}).output("y");
  return builder;
}

// 2*3 products of 5x8 by 8x7.
TEST(OnnxEinsum, ScoresOfAttentionAreAProductOfActivations) {
  const Network n = einsum("bhid,bhjd->bhij", {2, 3, 5, 8}, {2, 3, 7, 8}, false).import();
  const Layer& l = layer(n, "y");
  EXPECT_EQ(l.outputs[0].shape, (Shape{2, 3, 5, 7}));
  EXPECT_EQ(l.product_batch, 6);
  EXPECT_EQ(l.product_k, 8);
  EXPECT_EQ(n.macs_dynamic, 6 * 5 * 8 * 7);
}

// K = 8, M = 7, 2*5 positions.
TEST(OnnxEinsum, AProjectionIsAMatrixLayer) {
  const Layer l = layer(einsum("b i k, k j -> b i j", {2, 5, 8}, {8, 7}, true).import(), "y");
  EXPECT_EQ(l.kind, LayerKind::mvm);
  EXPECT_EQ(l.K, 8);
  EXPECT_EQ(l.M, 7);
  EXPECT_EQ(l.out.positions(), 10);
  EXPECT_EQ(l.macs, 560);
}

// Heads of a projection: M = 3*4 columns, brought into the stated order by a movement.
TEST(OnnxEinsum, AResultInAnotherOrderIsMoved) {
  const Network n = einsum("btd,dhk->bhtk", {1, 5, 8}, {8, 3, 4}, true).import();
  EXPECT_EQ(layer(n, "y").M, 12);
  EXPECT_EQ(layer(n, "y").macs, 5 * 8 * 12);
  EXPECT_EQ(n.layers.back().kind, LayerKind::move);
  EXPECT_EQ(n.layers.back().outputs[0].shape, (Shape{1, 3, 5, 4}));
}

TEST(OnnxEinsum, DotsAndEquationsWithoutAnArrow) {
  EXPECT_EQ(layer(einsum("...ik,...kj->...ij", {2, 3, 5, 8}, {3, 8, 7}, false).import(), "y")
                .outputs[0]
                .shape,
            (Shape{2, 3, 5, 7}));
  EXPECT_EQ(layer(einsum("ik,kj", {5, 8}, {8, 7}, false).import(), "y").outputs[0].shape,
            (Shape{5, 7}));
}

TEST(OnnxEinsum, EquationsThatDoNotFitAreRefused) {
  EXPECT_NE(einsum("ik,kj->ij", {5, 8}, {9, 7}, false).refusal().find("index 'k' stands for 8 and"),
            std::string::npos);
  EXPECT_NE(einsum("ik->i", {5, 8}, {8, 7}, false).refusal().find("1 terms for 2 operands"),
            std::string::npos);
  EXPECT_NE(einsum("ik,kj->iz", {5, 8}, {8, 7}, false).refusal().find("'z' is in no operand"),
            std::string::npos);
  EXPECT_NE(einsum("ikm,kj->ij", {5, 8}, {8, 7}, false).refusal().find("does not fit the shape"),
            std::string::npos);
}

}  // namespace
}  // namespace crossroof::testing
