// SPDX-License-Identifier: Apache-2.0
// Symbolic dimensions: bound by name or by a whole shape; what is left is one error with a hint.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

OnnxBuilder symbolic(const std::vector<std::string>& dims) {
  OnnxBuilder b;
  b.symbolic_input("x", dims).weight("w", {8, 3}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  return b;
}

ImportOptions bound(const std::string& name, std::int64_t size) {
  ImportOptions options;
  options.bind[name] = size;
  return options;
}

ImportOptions shaped(const std::string& input, const Shape& dims) {
  ImportOptions options;
  options.input_shapes[input] = dims;
  return options;
}

TEST(OnnxBind, ByNameOrByShape) {
  EXPECT_EQ(symbolic({"N", "8"}).import(bound("N", 4)).macs, 4 * 24);
  EXPECT_EQ(symbolic({"N", "8"}).import(shaped("x", {5, 8})).macs, 5 * 24);
  EXPECT_EQ(symbolic({"", "8"}).import(shaped("x", {6, 8})).macs, 6 * 24);
}

TEST(OnnxBind, AShapeBindsItsSymbolsElsewhereToo) {
  OnnxBuilder b;
  b.symbolic_input("x", {"N", "8"}).symbolic_input("z", {"N", "8"});
  b.node("Add", {"x", "z"}, {"y"}).output("y");
  EXPECT_EQ(b.import(shaped("x", {3, 8})).inputs[1].shape, (Shape{3, 8}));
}

TEST(OnnxBind, EverythingUnboundIsOneErrorWithAHint) {
  OnnxBuilder b;
  b.symbolic_input("x", {"N", "T"}).symbolic_input("z", {"N", ""}).node("Add", {"x", "z"}, {"y"});
  EXPECT_EQ(b.output("y").refusal(),
            "test.onnx: error: dimensions without a size: 'N', 'T' of 'x' [N, T]; 'N', axis 1 of "
            "'z' [N, ?]; bind them with --bind N=1 --bind T=1 --input z=1x1");
}

TEST(OnnxBind, WrongBindingsAreRefused) {
  EXPECT_EQ(symbolic({"N", "8"}).refusal(bound("M", 4)),
            "test.onnx: error: no input dimension is named 'M'; the names are: 'N'");
  EXPECT_EQ(symbolic({"4", "8"}).refusal(bound("N", 4)),
            "test.onnx: error: no input dimension is named 'N'; all are numbers");
  EXPECT_EQ(symbolic({"N", "8"}).refusal(bound("N", 0)),
            "test.onnx: error: dimension 'N' bound to 0; possible are 1 .. 2^31-1");
  EXPECT_EQ(symbolic({"N", "8"}).refusal(shaped("q", {4, 8})),
            "test.onnx: error: no input is named 'q'; the inputs are: 'x'");
  EXPECT_EQ(symbolic({"N", "8"}).refusal(shaped("x", {4})),
            "test.onnx: error: input 'x' has 2 dimensions [N, 8], the given shape 4 has 1");
  ImportOptions both = bound("N", 4);
  both.input_shapes["x"] = {5, 8};
  EXPECT_EQ(symbolic({"N", "8"}).refusal(both),
            "test.onnx: error: dimension 'N' is bound to 4 and to 5 (input 'x')");
}

// A shape of another layout is caught where it does not fit, not answered with nothing.
TEST(OnnxBind, AShapeThatDoesNotFitTheWeightsIsRefused) {
  OnnxBuilder b;
  b.symbolic_input("x", {"N", "3", "8", "8"}).weight("w", {4, 3, 3, 3});
  b.node("Conv", {"x", "w"}, {"y"}).output("y");
  EXPECT_NE(b.refusal(shaped("x", {1, 8, 8, 3})).find("the input has 8 channels"),
            std::string::npos);
}

}  // namespace
}  // namespace crossroof::testing
