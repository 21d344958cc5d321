// SPDX-License-Identifier: Apache-2.0
// Convolutions: sizes, matrices and refusals. Output = floor((in + pads - d(k-1) - 1) / s) + 1,
// MACs = |Y| * Cin/g * taps.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

OnnxBuilder conv(const Shape& x, const Shape& w, const std::vector<Attr>& attributes) {
  OnnxBuilder b;
  b.input("x", x).weight("w", w).node("Conv", {"x", "w"}, {"y"}, attributes).output("y");
  return b;
}

// 3x8x8, kernel 3x3, stride 2, dilation 2, pad 1: floor((8 + 2 - 4 - 1) / 2) + 1 = 3.
TEST(OnnxConv, StrideDilationAndPaddingGiveTheSize) {
  const Network n = conv({1, 3, 8, 8}, {4, 3, 3, 3},
                         {{"strides", {2, 2}}, {"dilations", {2, 2}}, {"pads", {1, 1, 1, 1}}})
                        .import();
  const Layer& l = layer(n, "y");
  EXPECT_EQ(l.outputs[0].shape, (Shape{1, 4, 3, 3}));
  EXPECT_EQ(l.K, 27);
  EXPECT_EQ(l.M, 4);
  EXPECT_EQ(l.out.positions(), 9);
  EXPECT_EQ(l.window.dilation_w, 2);
  EXPECT_EQ(l.macs, 36 * 27);
  EXPECT_EQ(l.in_edges[0].need, Need::window);
}

// SAME: out = ceil(225/2) = 113; padding (113-1)*2 + 3 - 225 = 2, or for 224: 1, on one side.
TEST(OnnxConv, SameUpperPadsTheEndAndSameLowerTheBeginning) {
  const Layer upper =
      layer(conv({1, 1, 224, 224}, {1, 1, 3, 3}, {{"strides", {2, 2}}, {"auto_pad", "SAME_UPPER"}})
                .import(),
            "y");
  EXPECT_EQ(upper.out.height, 112);
  EXPECT_EQ(upper.window.pad_top, 0);
  EXPECT_EQ(upper.window.pad_bottom, 1);
  const Layer lower =
      layer(conv({1, 1, 224, 224}, {1, 1, 3, 3}, {{"strides", {2, 2}}, {"auto_pad", "SAME_LOWER"}})
                .import(),
            "y");
  EXPECT_EQ(lower.window.pad_top, 1);
  EXPECT_EQ(lower.window.pad_bottom, 0);
  const Layer valid =
      layer(conv({1, 1, 224, 224}, {1, 1, 3, 3}, {{"auto_pad", "VALID"}}).import(), "y");
  EXPECT_EQ(valid.out.height, 222);
}

// Groups of 2: K = 8/2 * 9 = 36, M = 6/2 = 3.
TEST(OnnxConv, GroupsSplitRowsAndColumns) {
  const Layer l = layer(conv({1, 8, 4, 4}, {6, 4, 3, 3}, {{"group", 2}}).import(), "y");
  EXPECT_EQ(l.groups, 2);
  EXPECT_EQ(l.K, 36);
  EXPECT_EQ(l.M, 3);
  EXPECT_EQ(l.macs, 6 * 4 * 36);
}

TEST(OnnxConv, OneDimensionIsTheHeight) {
  const Layer l = layer(conv({1, 4, 100}, {8, 4, 5}, {{"strides", {2}}}).import(), "y");
  EXPECT_EQ(l.out.height, 48);
  EXPECT_EQ(l.out.width, 1);
  EXPECT_EQ(l.window.kernel_h, 5);
  EXPECT_EQ(l.window.kernel_w, 1);
  EXPECT_EQ(l.macs, 8 * 48 * 20);
}

// Depth is folded into the height: 2*6*6 output positions, each needing the whole map.
TEST(OnnxConv, ThreeDimensionsFoldDepthIntoHeight) {
  const Layer l = layer(conv({1, 2, 4, 8, 8}, {5, 2, 3, 3, 3}, {}).import(), "y");
  EXPECT_EQ(l.out.height, 12);
  EXPECT_EQ(l.out.width, 6);
  EXPECT_EQ(l.K, 54);
  EXPECT_EQ(l.in_edges[0].need, Need::whole);
  EXPECT_EQ(l.macs, 5 * 72 * 54);
}

// Transposed, stride 2, kernel 3, pad 1, output padding 1: 2*(4-1) + 1 + 3 - 2 = 8.
// MACs = |X| * Cout/g * taps = 2*16*3*9; the 16 positions give 27 columns each, summed up.
TEST(OnnxConv, TransposedWorksAtInputPositions) {
  OnnxBuilder b;
  b.input("x", {1, 2, 4, 4}).weight("w", {2, 3, 3, 3});
  b.node("ConvTranspose", {"x", "w"}, {"y"},
         {{"strides", {2, 2}}, {"pads", {1, 1, 1, 1}}, {"output_padding", {1, 1}}});
  const Layer l = layer(b.output("y").import(), "y");
  EXPECT_EQ(l.outputs[0].shape, (Shape{1, 3, 8, 8}));
  EXPECT_EQ(l.macs, 2 * 16 * 27);
  EXPECT_EQ(l.K, 2);
  EXPECT_EQ(l.M, 27);
  EXPECT_EQ(l.vectors, 16);
  EXPECT_EQ(l.out.positions(), 64);
  EXPECT_EQ(operations(l.fused, SimdKind::add), 16 * 27);
}

TEST(OnnxConv, AnActivationAsWeightIsAProductOfActivations) {
  OnnxBuilder b;
  b.input("x", {1, 3, 8, 8}).input("w", {4, 3, 3, 3});
  const Network n = b.node("Conv", {"x", "w"}, {"y"}).output("y").import();
  EXPECT_EQ(n.macs_static, 0);
  EXPECT_EQ(n.macs_dynamic, 4 * 36 * 27);
  EXPECT_EQ(layer(n, "y").kind, LayerKind::simd);
}

struct Refused {
  Shape x, w;
  std::vector<Attr> attributes;
  const char* reason;
};

TEST(OnnxConv, ImpossibleOnesAreRefusedWithTheReason) {
  const std::vector<Refused> cases = {
      {{1, 3, 8, 8}, {4, 3, 3, 3}, {{"strides", {0, 1}}}, "strides 0 is outside 1"},
      {{1, 3, 8, 8}, {4, 3, 3, 3}, {{"strides", {2}}}, "strides has 1 numbers, 2 are due"},
      {{1, 3, 8, 8}, {4, 3, 3, 3}, {{"dilations", {0, 0}}}, "dilations 0"},
      {{1, 3, 8, 8}, {4, 3, 3, 3}, {{"pads", {1, 1}}}, "pads has 2 numbers, 4 are due"},
      {{1, 3, 8, 8}, {4, 2, 3, 3}, {}, "the input has 3 channels, the weight 4x2x3x3"},
      {{1, 4, 8, 8}, {4, 2, 3, 3}, {{"group", 3}}, "group 3 does not divide the input's 4"},
      {{1, 4, 8, 8}, {5, 2, 3, 3}, {{"group", 2}}, "group 2 does not divide the output's 5"},
      {{1, 3, 2, 2}, {4, 3, 5, 5}, {}, "the kernel spans 5 but the padded input has 2"},
      {{1, 3, 8, 8}, {4, 3, 3}, {}, "differ in their number of dimensions"},
      {{1, 3, 8, 8}, {4, 3, 3, 3}, {{"auto_pad", "SOME"}}, "auto_pad 'SOME'"},
      {{1, 3, 8, 8}, {4, 3, 3, 3}, {{"kernel_shape", {5, 5}}}, "differs from the weight's 3x3"},
  };
  for (const Refused& r : cases) {
    const std::string text = conv(r.x, r.w, r.attributes).refusal();
    EXPECT_NE(text.find("test.onnx: error: node 'y' (Conv): "), std::string::npos) << text;
    EXPECT_NE(text.find(r.reason), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
  }
}

// A kernel as large as the padded input gives one position; one more is refused.
TEST(OnnxConv, TheKernelMayJustFillTheInput) {
  EXPECT_EQ(layer(conv({1, 1, 2, 2}, {1, 1, 2, 2}, {}).import(), "y").out.positions(), 1);
  EXPECT_NE(conv({1, 1, 2, 2}, {1, 1, 3, 3}, {}).refusal(), "accepted");
}

}  // namespace
}  // namespace crossroof::testing
