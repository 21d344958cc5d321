// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/op_context.h"

#include <utility>

#include "models/error.h"

namespace crossroof {

std::int64_t product_of(const Dims& dims) {
  std::int64_t product = 1;
  for (const std::int64_t d : dims) product = checked_mul(product, d);
  return product;
}

std::int64_t TensorValue::elements() const { return product_of(dims); }

std::string node_error_prefix(std::string_view label, const OnnxGraph& graph,
                              const OnnxNode& node) {
  return std::string(label) + ": error: node '" + display_name(graph, node) + "' (" +
         qualified_op(node) + "): ";
}

OpContext::OpContext(const OnnxModel& model, const OnnxNode& node, std::vector<TensorValue>& values,
                     std::string_view label)
    : model_(model), node_(node), values_(values), label_(label) {
  const auto it = model.opsets.find(node.domain);
  if (it != model.opsets.end()) opset_ = it->second;
}

void OpContext::fail(const std::string& what) const {
  throw Error(node_error_prefix(label_, model_.graph, node_) + what);
}

std::string OpContext::input_name(std::size_t i) const {
  return has(i) ? model_.graph.values[index(node_.inputs[i])].name : std::string();
}

const TensorValue& OpContext::in(std::size_t i) const {
  if (!has(i)) fail("input " + std::to_string(i) + " is missing");
  return values_[index(node_.inputs[i])];
}

void OpContext::set(std::size_t i, Dims dims, DataType type) {
  if (!wants(i)) return;
  const std::string& name = model_.graph.values[index(node_.outputs[i])].name;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] >= 0 && dims[axis] <= kMaxDim) continue;
    fail("output '" + name + "' would have size " + std::to_string(dims[axis]) + " along axis " +
         std::to_string(axis) + "; possible are 0 .. 2^31-1");
  }
  TensorValue& value = values_[index(node_.outputs[i])];
  value.dims = std::move(dims);
  value.type = type;
  value.inferred = true;
  try {
    static_cast<void>(value.elements());
  } catch (const Error&) {
    fail("output '" + name + "' of shape " + shape_text(value.dims) +
         " has more than 2^63 elements");
  }
}

void OpContext::set_data(std::size_t i, TensorData data) {
  if (wants(i)) values_[index(node_.outputs[i])].data = std::move(data);
}

void OpContext::set_quantised_bits(std::size_t i, std::int64_t bits) {
  if (wants(i)) values_[index(node_.outputs[i])].quantised_bits = bits;
}

const OnnxAttribute* OpContext::attribute(std::string_view name) const {
  for (const OnnxAttribute& a : node_.attributes) {
    if (a.name == name) return &a;
  }
  return nullptr;
}

std::int64_t OpContext::integer(std::string_view name, std::int64_t otherwise) const {
  const OnnxAttribute* a = attribute(name);
  if (a == nullptr) return otherwise;
  if (a->kind != OnnxAttribute::Kind::i) {
    fail("attribute '" + std::string(name) + "' should be an integer");
  }
  return a->i;
}

double OpContext::real(std::string_view name, double otherwise) const {
  const OnnxAttribute* a = attribute(name);
  if (a == nullptr) return otherwise;
  if (a->kind != OnnxAttribute::Kind::f) {
    fail("attribute '" + std::string(name) + "' should be a float");
  }
  return a->f;
}

std::string OpContext::text(std::string_view name, const std::string& otherwise) const {
  const OnnxAttribute* a = attribute(name);
  if (a == nullptr) return otherwise;
  if (a->kind != OnnxAttribute::Kind::s) {
    fail("attribute '" + std::string(name) + "' should be a string");
  }
  return a->s;
}

std::optional<std::vector<std::int64_t>> OpContext::integers(std::string_view name) const {
  const OnnxAttribute* a = attribute(name);
  if (a == nullptr) return std::nullopt;
  if (a->kind != OnnxAttribute::Kind::ints && a->kind != OnnxAttribute::Kind::other) {
    fail("attribute '" + std::string(name) + "' should be a list of integers");
  }
  return a->ints;
}

std::optional<std::vector<std::int64_t>> OpContext::known_integers(std::size_t i) const {
  if (!has(i)) return std::nullopt;
  const TensorValue& value = in(i);
  if (!value.data || !is_integral(value.type)) return std::nullopt;
  return value.data->ints;
}

std::vector<std::int64_t> OpContext::needed_integers(std::size_t i) const {
  if (!has(i)) fail("input " + std::to_string(i) + " is missing");
  if (auto known = known_integers(i)) return *std::move(known);
  throw DataDependent("the output shape depends on the numbers in input " + std::to_string(i) +
                      " ('" + input_name(i) + "'), which are not known");
}

std::optional<std::vector<std::int64_t>> OpContext::attribute_or_input(std::string_view name,
                                                                       std::size_t i) const {
  if (auto list = integers(name)) return list;
  if (!has(i)) return std::nullopt;
  return needed_integers(i);
}

std::int64_t OpContext::axis(std::int64_t axis, std::int64_t rank) const {
  if (axis < -rank || axis >= rank) {
    fail("axis " + std::to_string(axis) + " is outside a tensor of rank " + std::to_string(rank));
  }
  return axis < 0 ? axis + rank : axis;
}

}  // namespace crossroof
