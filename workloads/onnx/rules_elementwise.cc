// SPDX-License-Identifier: Apache-2.0
// Element-wise operators: unary, broadcasting, comparisons, selection, type changes.
#include "workloads/onnx/eval.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

Dims broadcast_of_all(const OpContext& c) {
  Dims dims = c.in(0).dims;
  for (std::size_t i = 1; i < c.input_count(); ++i) {
    if (c.has(i)) dims = broadcast_dims(c, dims, c.in(i).dims);
  }
  return dims;
}

}  // namespace

void shape_unary(OpContext& c) {
  c.set(0, c.in(0).dims, c.in(0).type);
  evaluate_unary(c);
}

void shape_broadcast(OpContext& c) {
  // Before opset 7 a second operand could be aligned at `axis` instead of at the last axis.
  if (c.attribute("broadcast") != nullptr && c.opset() < 7) {
    return c.set(0, c.in(0).dims, c.in(0).type);
  }
  c.set(0, broadcast_of_all(c), c.in(0).type);
  evaluate_binary(c);
}

void shape_compare(OpContext& c) {
  c.set(0, broadcast_of_all(c), DataType::boolean);
  evaluate_binary(c);
}

void shape_is_what(OpContext& c) { c.set(0, c.in(0).dims, DataType::boolean); }

void shape_where(OpContext& c) {
  c.set(0, broadcast_of_all(c), c.in(1).type);
  if (!can_evaluate(c)) return;
  const Dims& dims = c.out(0).dims;
  const TensorData condition = picked(*c.in(0).data, broadcast_sources(c.in(0).dims, dims));
  const TensorData a = picked(*c.in(1).data, broadcast_sources(c.in(1).dims, dims));
  const TensorData b = picked(*c.in(2).data, broadcast_sources(c.in(2).dims, dims));
  if (a.ints.size() != b.ints.size() || a.floats.size() != b.floats.size()) return;
  TensorData out;
  for (std::size_t i = 0; i < condition.ints.size(); ++i) {
    const TensorData& from = condition.ints[i] != 0 ? a : b;
    if (!from.ints.empty()) out.ints.push_back(from.ints[i]);
    if (!from.floats.empty()) out.floats.push_back(from.floats[i]);
  }
  c.set_data(0, std::move(out));
}

void shape_cast(OpContext& c) {
  const DataType type =
      c.node().op == "CastLike" ? c.in(1).type : static_cast<DataType>(c.integer("to", 0));
  if (type_name(type) == "undefined") c.fail("attribute 'to' names no element type");
  c.set(0, c.in(0).dims, type);
  c.set_quantised_bits(0, c.in(0).quantised_bits);
  evaluate_cast(c);
}

void shape_dropout(OpContext& c) {
  c.set(0, c.in(0).dims, c.in(0).type);
  c.set(1, c.in(0).dims, DataType::boolean);
  c.set_quantised_bits(0, c.in(0).quantised_bits);
}

void shape_same_as_first(OpContext& c) {
  for (std::size_t i = 0; i < c.output_count(); ++i) c.set(i, c.in(0).dims, c.in(0).type);
}

}  // namespace crossroof
