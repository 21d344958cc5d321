// SPDX-License-Identifier: Apache-2.0
// The same operator said in different opsets, and numbers computed through chains of small tensors.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

Shape shape_of(const OnnxBuilder& b, const std::string& name) {
  return layer(b.import(), name).outputs[0].shape;
}

// Axes as attribute, and as input since 13 or 18.
TEST(OnnxOpset, AxesAsAttributeAndAsInput) {
  OnnxBuilder old(11);
  old.input("x", {2, 3, 4, 5})
      .node("ReduceMean", {"x"}, {"y"}, {{"axes", {2, 3}}, {"keepdims", 0}});
  EXPECT_EQ(shape_of(old.output("y"), "y"), (Shape{2, 3}));
  OnnxBuilder now(18);
  now.input("x", {2, 3, 4, 5}).integers("a", {-1, 2}).node("ReduceMean", {"x", "a"}, {"y"});
  EXPECT_EQ(shape_of(now.output("y"), "y"), (Shape{2, 3, 1, 1}));
  OnnxBuilder none(18);
  none.input("x", {2, 3}).node("ReduceSum", {"x"}, {"y"}, {{"noop_with_empty_axes", 1}});
  EXPECT_EQ(shape_of(none.output("y"), "y"), (Shape{2, 3}));
  OnnxBuilder squeeze(11);
  squeeze.input("x", {1, 3, 1}).node("Squeeze", {"x"}, {"s"}, {{"axes", {0}}});
  squeeze.node("Relu", {"s"}, {"y"}).output("y");
  EXPECT_EQ(shape_of(squeeze, "y"), (Shape{3, 1}));
}

// Softmax before 13 joins every axis from `axis` on; since 13 one axis only. Over positions it
// needs the whole map, over channels its own position.
TEST(OnnxOpset, SoftmaxChangedItsAxis) {
  for (const auto& [opset, need] : {std::pair{11, Need::whole}, std::pair{13, Need::same}}) {
    OnnxBuilder b(opset);
    b.input("x", {1, 5, 8}).node("Softmax", {"x"}, {"y"}).output("y");
    EXPECT_EQ(b.import().layers.at(0).in_edges.at(0).need, need) << opset;
  }
}

TEST(OnnxOpset, SplitIsEvenGivenOrCounted) {
  OnnxBuilder even(11), given(11), counted(18);
  for (OnnxBuilder* b : {&even, &given, &counted}) b->input("x", {7, 4});
  even.node("Split", {"x"}, {"p", "q"}, {{"axis", 1}}).node("Relu", {"q"}, {"y"}).output("y");
  EXPECT_EQ(shape_of(even, "y"), (Shape{7, 2}));
  given.node("Split", {"x"}, {"p", "q"}, {{"split", {5, 2}}})
      .node("Relu", {"q"}, {"y"})
      .output("y");
  EXPECT_EQ(shape_of(given, "y"), (Shape{2, 4}));
  counted.node("Split", {"x"}, {"p", "q"}, {{"num_outputs", 2}})
      .node("Relu", {"q"}, {"y"})
      .output("y");
  EXPECT_EQ(shape_of(counted, "y"), (Shape{3, 4}));  // 4 and 3
}

TEST(OnnxOpset, SliceByAttributeAndByInputClampsAndSteps) {
  OnnxBuilder old(9);
  old.input("x", {10, 4})
      .node("Slice", {"x"}, {"s"}, {{"starts", {-3}}, {"ends", {100}}, {"axes", {0}}});
  old.node("Relu", {"s"}, {"y"}).output("y");
  EXPECT_EQ(shape_of(old, "y"), (Shape{3, 4}));
  OnnxBuilder now(13);
  now.input("x", {10, 4}).integers("f", {-1}).integers("t", {INT64_MIN}).integers("a", {0});
  now.integers("d", {-2})
      .node("Slice", {"x", "f", "t", "a", "d"}, {"s"})
      .node("Relu", {"s"}, {"y"});
  EXPECT_EQ(shape_of(now.output("y"), "y"), (Shape{5, 4}));
}

TEST(OnnxOpset, PoolingRoundsUpButNeverStartsInThePadding) {
  const auto pooled = [](int ceil_mode, std::int64_t size) {
    OnnxBuilder b;
    b.input("x", {1, 1, size, size});
    b.node("MaxPool", {"x"}, {"y"},
           {{"kernel_shape", {2, 2}},
            {"strides", {2, 2}},
            {"ceil_mode", ceil_mode},
            {"pads", {0, 0, 1, 1}}});
    return layer(b.output("y").import(), "y").out.height;
  };
  EXPECT_EQ(pooled(0, 5), 3);
  EXPECT_EQ(pooled(1, 5), 3);
  EXPECT_EQ(pooled(1, 4), 2);  // a third window would begin in the padding
}

TEST(OnnxOpset, ResizeByScalesOrSizes) {
  OnnxBuilder sizes(13);
  sizes.input("x", {1, 2, 4, 4}).integers("s", {1, 2, 9, 7});
  sizes.node("Resize", {"x", "", "", "s"}, {"y"}, {{"mode", "linear"}}).output("y");
  EXPECT_EQ(shape_of(sizes, "y"), (Shape{1, 2, 9, 7}));
  EXPECT_EQ(operations(sizes.import().layers[0].work, SimdKind::interp), 126);
}

// [x.shape[0], x.shape[1] * 4 / 2, -1] by Shape, Gather, Mul, Div, Unsqueeze, Concat.
TEST(OnnxValues, ShapesAreComputedThroughSmallTensors) {
  OnnxBuilder b(13);
  b.input("x", {2, 6, 4})
      .integers("i0", {0})
      .integers("i1", {1})
      .integers("four", {4})
      .integers("two", {2});
  b.integers("rest", {-1}).node("Shape", {"x"}, {"s"});
  b.node("Gather", {"s", "i0"}, {"n"})
      .node("Gather", {"s", "i1"}, {"c"})
      .node("Mul", {"c", "four"}, {"c4"});
  b.node("Div", {"c4", "two"}, {"c2"}).node("Concat", {"n", "c2", "rest"}, {"t"}, {{"axis", 0}});
  b.node("Reshape", {"x", "t"}, {"r"}).node("Relu", {"r"}, {"y"}).output("y");
  EXPECT_EQ(shape_of(b, "y"), (Shape{2, 12, 2}));
  EXPECT_EQ(b.import().coverage.folded, 6);
}

TEST(OnnxValues, ComparisonAndSelectionAreEvaluated) {
  OnnxBuilder b(13);
  b.input("x", {1, 3}).integers("want", {-1, 3}).integers("minus", {-1}).integers("size", {4});
  b.node("Equal", {"want", "minus"}, {"m"}).node("Where", {"m", "size", "want"}, {"t"});
  b.node("Expand", {"x", "t"}, {"y"}).output("y");
  EXPECT_EQ(shape_of(b, "y"), (Shape{4, 3}));
}

TEST(OnnxValues, AttentionAsOneNodeCountsBothProducts) {
  OnnxBuilder b(23);
  for (const char* name : {"q", "k", "v"}) b.input(name, {1, 8, 16, 64});
  b.node("Attention", {"q", "k", "v"}, {"y"}).output("y");
  const Network n = b.import();
  EXPECT_EQ(n.macs_dynamic, 2 * 131072);
  EXPECT_EQ(operations(n.layers[0].work, SimdKind::softmax), 8 * 16 * 16);
}

}  // namespace
}  // namespace crossroof::testing
