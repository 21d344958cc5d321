// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/onnx_builder.h"

#include <stdexcept>

#include "models/error.h"
#include "workloads/onnx/onnx.pb.h"

namespace crossroof::testing {
namespace {

constexpr int kFloat = 1, kInt = 2, kString = 3, kTensor = 4, kInts = 7;  // attribute types
constexpr int kExternal = 1;

void set_type(onnx_wire::ValueInfo& info, const std::string& name, const Shape& dims,
              DataType type) {
  info.set_name(name);
  auto& tensor = *info.mutable_type()->mutable_tensor();
  tensor.set_elem_type(static_cast<int>(type));
  tensor.mutable_shape();
  for (const std::int64_t d : dims) tensor.mutable_shape()->add_dim()->set_value(d);
}

void set_external(onnx_wire::Tensor& tensor, const std::string& name, const Shape& dims,
                  DataType type) {
  tensor.set_name(name);
  tensor.set_data_type(static_cast<int>(type));
  tensor.set_data_location(kExternal);
  for (const std::int64_t d : dims) tensor.add_dims(d);
}

}  // namespace

OnnxBuilder::OnnxBuilder(int opset) : model_(std::make_unique<onnx_wire::Model>()) {
  model_->set_ir_version(8);
  model_->mutable_graph()->set_name("test");
  this->opset("", opset);
}

OnnxBuilder::OnnxBuilder(OnnxBuilder&&) noexcept = default;
OnnxBuilder::~OnnxBuilder() = default;

OnnxBuilder& OnnxBuilder::opset(const std::string& domain, int version) {
  auto& set = *model_->add_opset_import();
  set.set_domain(domain);
  set.set_version(version);
  return *this;
}

OnnxBuilder& OnnxBuilder::input(const std::string& name, const Shape& dims, DataType type) {
  set_type(*model_->mutable_graph()->add_input(), name, dims, type);
  return *this;
}

OnnxBuilder& OnnxBuilder::symbolic_input(const std::string& name,
                                         const std::vector<std::string>& dims) {
  auto& info = *model_->mutable_graph()->add_input();
  set_type(info, name, {}, DataType::float32);
  for (const std::string& d : dims) {
    auto& dim = *info.mutable_type()->mutable_tensor()->mutable_shape()->add_dim();
    if (d.empty()) continue;
    if (d.find_first_not_of("0123456789") == std::string::npos) {
      dim.set_value(std::stoll(d));
    } else {
      dim.set_param(d);
    }
  }
  return *this;
}

OnnxBuilder& OnnxBuilder::weight(const std::string& name, const Shape& dims, DataType type) {
  set_external(*model_->mutable_graph()->add_initializer(), name, dims, type);
  return *this;
}

OnnxBuilder& OnnxBuilder::integers(const std::string& name,
                                   const std::vector<std::int64_t>& numbers) {
  auto& tensor = *model_->mutable_graph()->add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(static_cast<int>(DataType::int64));
  tensor.add_dims(static_cast<std::int64_t>(numbers.size()));
  for (const std::int64_t n : numbers) tensor.add_int64_data(n);
  return *this;
}

OnnxBuilder& OnnxBuilder::scalar(const std::string& name, float number) {
  auto& tensor = *model_->mutable_graph()->add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(static_cast<int>(DataType::float32));
  tensor.add_float_data(number);
  return *this;
}

OnnxBuilder& OnnxBuilder::node(const std::string& op, const std::vector<std::string>& inputs,
                               const std::vector<std::string>& outputs,
                               const std::vector<Attr>& attributes, const std::string& domain) {
  auto& node = *model_->mutable_graph()->add_node();
  node.set_op_type(op);
  node.set_domain(domain);
  for (const std::string& name : inputs) node.add_input(name);
  for (const std::string& name : outputs) node.add_output(name);
  for (const Attr& a : attributes) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(a.name);
    switch (a.kind) {
      case Attr::Kind::i:
        attribute.set_type(kInt);
        attribute.set_i(a.i);
        break;
      case Attr::Kind::f:
        attribute.set_type(kFloat);
        attribute.set_f(a.f);
        break;
      case Attr::Kind::s:
        attribute.set_type(kString);
        attribute.set_s(a.s);
        break;
      case Attr::Kind::ints:
        attribute.set_type(kInts);
        for (const std::int64_t v : a.ints) attribute.add_ints(v);
        break;
    }
  }
  return *this;
}

OnnxBuilder& OnnxBuilder::constant(const std::string& name, const Shape& dims) {
  auto& node = *model_->mutable_graph()->add_node();
  node.set_op_type("Constant");
  node.add_output(name);
  auto& attribute = *node.add_attribute();
  attribute.set_name("value");
  attribute.set_type(kTensor);
  set_external(*attribute.mutable_t(), "", dims, DataType::float32);
  return *this;
}

OnnxBuilder& OnnxBuilder::value_info(const std::string& name, const Shape& dims) {
  set_type(*model_->mutable_graph()->add_value_info(), name, dims, DataType::float32);
  return *this;
}

OnnxBuilder& OnnxBuilder::weight_inputs(const std::string& json) {
  auto& entry = *model_->add_metadata_props();
  entry.set_key("stripped_weight_inputs");
  entry.set_value(json);
  return *this;
}

OnnxBuilder& OnnxBuilder::function(const std::string& domain, const std::string& name) {
  auto& function = *model_->add_functions();
  function.set_domain(domain);
  function.set_name(name);
  return *this;
}

OnnxBuilder& OnnxBuilder::output(const std::string& name) {
  model_->mutable_graph()->add_output()->set_name(name);
  return *this;
}

std::string OnnxBuilder::bytes() const { return model_->SerializeAsString(); }

Network OnnxBuilder::import(const ImportOptions& options) const {
  return import_onnx_bytes(bytes(), "test.onnx", options);
}

std::string OnnxBuilder::refusal(const ImportOptions& options) const {
  try {
    import(options);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

const Layer& layer(const Network& network, const std::string& name) {
  for (const Layer& l : network.layers) {
    if (l.name == name) return l;
  }
  throw std::runtime_error("no layer is named " + name);
}

std::int64_t operations(const std::vector<SimdWork>& work, SimdKind kind) {
  std::int64_t total = 0;
  for (const SimdWork& w : work) {
    if (w.kind == kind) total += w.count;
  }
  return total;
}

std::string reference_networks() {
  const std::string folder = CROSSROOF_REFERENCE_DATA;
  return folder.empty() ? folder : folder + "/data/networks/";
}

}  // namespace crossroof::testing
