// SPDX-License-Identifier: Apache-2.0
// What has no answer is refused in one line that names file, node and reason; nothing is guessed.
#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

OnnxBuilder with_bias_gelu() {
  OnnxBuilder b;
  b.opset("com.microsoft", 1).input("x", {2, 8}).weight("w", {8, 3}).weight("b", {3});
  b.node("MatMul", {"x", "w"}, {"m"}).node("BiasGelu", {"m", "b"}, {"g"}, {}, "com.microsoft");
  b.node("Relu", {"g"}, {"y"}).output("y");
  return b;
}

TEST(OnnxRefusal, AnOperatorWithoutARuleNamesNodeDomainOpsetAndTensor) {
  EXPECT_EQ(
      with_bias_gelu().refusal(),
      "test.onnx: error: node 'g' (com.microsoft.BiasGelu): no rule for operator 'BiasGelu' of "
      "domain 'com.microsoft', opset 1; first tensor without a shape: 'g'; --assume "
      "elementwise:com.microsoft.BiasGelu would treat it as element-wise");
}

TEST(OnnxRefusal, AssumedElementwiseKeepsTheShapeAndIsCounted) {
  ImportOptions options;
  options.assume_elementwise.insert("com.microsoft.BiasGelu");
  const Network n = with_bias_gelu().import(options);
  EXPECT_EQ(n.macs, 48);
  EXPECT_EQ(n.coverage.assumed, 1);
  EXPECT_EQ(n.coverage.ruled, 2);
  EXPECT_TRUE(layer(n, "g").assumed);
  EXPECT_EQ(layer(n, "g").outputs[0].shape, (Shape{2, 3}));
}

TEST(OnnxRefusal, TheFilesOwnStatementAboutAShapeIsUsedAndCounted) {
  OnnxBuilder b;
  b.opset("my.ops", 1).input("x", {2, 8}).weight("w", {5, 3}).value_info("g", {2, 5});
  b.node("Strange", {"x"}, {"g"}, {}, "my.ops").node("MatMul", {"g", "w"}, {"y"}).output("y");
  const Network n = b.import();
  EXPECT_EQ(n.macs, 30);
  EXPECT_EQ(n.coverage.assumed, 1);
  EXPECT_EQ(n.coverage.macs_assumed, 30);
}

TEST(OnnxRefusal, ControlFlowAndFunctionsAreNamed) {
  for (const char* op : {"If", "Loop", "Scan"}) {
    OnnxBuilder b;
    b.input("x", {2, 8}).node(op, {"x"}, {"y"}).output("y");
    EXPECT_EQ(b.refusal(), std::string("test.onnx: error: node 'y' (") + op +
                               "): control flow is not supported yet");
  }
  OnnxBuilder f;
  f.opset("local", 1).function("local", "Twice").input("x", {2, 8});
  f.node("Twice", {"x"}, {"y"}, {}, "local").output("y");
  EXPECT_NE(f.refusal().find("calls a function defined in the file"), std::string::npos);
}

TEST(OnnxRefusal, OrderAndProducers) {
  OnnxBuilder unsorted;
  unsorted.input("x", {2}).node("Relu", {"a"}, {"y"}).node("Neg", {"x"}, {"a"}).output("y");
  EXPECT_EQ(unsorted.refusal(),
            "test.onnx: error: node 'y' (Relu): its input 'a' is produced later, by node 'a': the "
            "nodes are not sorted");
  OnnxBuilder cycle;
  cycle.input("x", {2}).node("Add", {"x", "b"}, {"a"}).node("Relu", {"a"}, {"b"}).output("b");
  EXPECT_NE(cycle.refusal().find("the graph has a cycle"), std::string::npos);
  OnnxBuilder twice;
  twice.input("x", {2}).node("Relu", {"x"}, {"y"}).node("Neg", {"x"}, {"y"}).output("y");
  EXPECT_NE(twice.refusal().find("is also an output of node"), std::string::npos);
  OnnxBuilder nobody;
  nobody.input("x", {2}).node("Add", {"x", "ghost"}, {"y"}).output("y");
  EXPECT_NE(nobody.refusal().find("its input 'ghost' is produced by no node"), std::string::npos);
  OnnxBuilder output;
  output.input("x", {2}).node("Relu", {"x"}, {"y"}).output("z");
  EXPECT_NE(output.refusal().find("graph output 'z' is produced by no node"), std::string::npos);
}

TEST(OnnxRefusal, MissingOpsetsOfADomain) {
  OnnxBuilder b;
  b.input("x", {2}).node("Gelu", {"x"}, {"y"}, {}, "com.microsoft").output("y");
  EXPECT_NE(b.refusal().find("imports no opset of its domain 'com.microsoft'"), std::string::npos);
}

TEST(OnnxRefusal, EmptyTensorsNameTheNode) {
  OnnxBuilder b;
  b.input("x", {2, 8}).integers("from", {3}).integers("to", {3}).integers("axis", {1});
  b.node("Slice", {"x", "from", "to", "axis"}, {"y"}).output("y");
  EXPECT_EQ(b.refusal(),
            "test.onnx: error: node 'y' (Slice): its output 'y' of shape 2x0 is empty");
}

TEST(OnnxRefusal, SizesThatOverflow) {
  OnnxBuilder dims;
  dims.integers("s", {std::int64_t{1} << 40}).node("ConstantOfShape", {"s"}, {"y"}).output("y");
  EXPECT_NE(dims.refusal().find("would have size 1099511627776"), std::string::npos);
  OnnxBuilder product;
  product.input("x", {1 << 30, 1 << 30, 1 << 30}).node("Relu", {"x"}, {"y"}).output("y");
  const std::string text = product.refusal();
  EXPECT_NE(text.find("test.onnx: error: "), std::string::npos);
  EXPECT_NE(text.find("2^63"), std::string::npos) << text;
}

TEST(OnnxRefusal, SizesThatDependOnData) {
  OnnxBuilder b;
  b.input("x", {2, 8}).node("NonZero", {"x"}, {"y"}).output("y");
  EXPECT_NE(b.refusal().find("the number of non-zero elements of 'x' is not known"),
            std::string::npos);
}

TEST(OnnxRefusal, ShapesThatDoNotBroadcastOrReshape) {
  OnnxBuilder add;
  add.input("x", {2, 8}).input("z", {3, 8}).node("Add", {"x", "z"}, {"y"}).output("y");
  EXPECT_NE(add.refusal().find("shapes 2x8 and 3x8 cannot be broadcast"), std::string::npos);
  OnnxBuilder reshape;
  reshape.input("x", {2, 8}).integers("s", {3, -1}).node("Reshape", {"x", "s"}, {"y"}).output("y");
  EXPECT_NE(reshape.refusal().find("no multiple of 3"), std::string::npos);
  OnnxBuilder matmul;
  matmul.input("x", {2, 8}).weight("w", {7, 3}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  EXPECT_NE(matmul.refusal().find("cannot be multiplied: 8 and 7 differ"), std::string::npos);
}

}  // namespace
}  // namespace crossroof::testing
