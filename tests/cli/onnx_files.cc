// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/onnx_files.h"

#include <vector>

#include "workloads/onnx/onnx.pb.h"

namespace crossroof::testing_tools {
namespace {

constexpr int kFloat = 1;
constexpr int kInts = 7;  // of AttributeProto::type

void set_type(onnx_wire::ValueInfo* value, const std::string& name, bool symbolic,
              const std::vector<int>& rest) {
  value->set_name(name);
  onnx_wire::TensorType* tensor = value->mutable_type()->mutable_tensor();
  tensor->set_elem_type(kFloat);
  onnx_wire::TypeDim* batch = tensor->mutable_shape()->add_dim();
  if (symbolic) {
    batch->set_param("N");
  } else {
    batch->set_value(1);
  }
  for (const int size : rest) tensor->mutable_shape()->add_dim()->set_value(size);
}

onnx_wire::Node* add_node(onnx_wire::Graph* graph, const std::string& op,
                          const std::vector<std::string>& inputs, const std::string& output) {
  onnx_wire::Node* node = graph->add_node();
  node->set_op_type(op);
  node->set_name(output);
  for (const std::string& input : inputs) node->add_input(input);
  node->add_output(output);
  return node;
}

void add_pads(onnx_wire::Node* conv) {
  onnx_wire::Attribute* pads = conv->add_attribute();
  pads->set_name("pads");
  pads->set_type(kInts);
  for (int i = 0; i < 4; ++i) pads->add_ints(1);
}

onnx_wire::Model empty_model() {
  onnx_wire::Model model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(13);
  model.mutable_graph()->set_name("example");
  return model;
}

onnx_wire::Model worked_example(bool symbolic) {
  onnx_wire::Model model = empty_model();
  onnx_wire::Graph* graph = model.mutable_graph();
  set_type(graph->add_input(), "x", symbolic, {4, 4, 4});
  add_pads(add_node(graph, "Conv", {"x", "w"}, "conv"));
  add_node(graph, "Relu", {"conv"}, "relu");
  set_type(graph->add_output(), "relu", symbolic, {8, 4, 4});
  onnx_wire::Tensor* weights = graph->add_initializer();
  weights->set_name("w");
  weights->set_data_type(kFloat);
  for (const int size : {8, 4, 3, 3}) weights->add_dims(size);
  weights->set_raw_data(std::string(std::size_t{8} * 4 * 3 * 3 * 4, '\0'));
  return model;
}

}  // namespace

std::string worked_example_file(bool symbolic) {
  return worked_example(symbolic).SerializeAsString();
}

std::string unknown_operator_file() {
  onnx_wire::Model model = worked_example(false);
  onnx_wire::OperatorSet* domain = model.add_opset_import();
  domain->set_domain("com.example");
  domain->set_version(1);
  add_node(model.mutable_graph(), "Swirl", {"relu"}, "swirl")->set_domain("com.example");
  add_node(model.mutable_graph(), "Relu", {"swirl"}, "last");
  model.mutable_graph()->mutable_output(0)->set_name("last");
  return model.SerializeAsString();
}

std::string idle_file() {
  onnx_wire::Model model = empty_model();
  set_type(model.mutable_graph()->add_input(), "x", false, {4, 4, 4});
  set_type(model.mutable_graph()->add_output(), "y", false, {4, 4, 4});
  add_node(model.mutable_graph(), "Identity", {"x"}, "y");
  return model.SerializeAsString();
}

}  // namespace crossroof::testing_tools
