// SPDX-License-Identifier: Apache-2.0
// Quantisation: the shape stays, the width of the numbers changes.
#include "workloads/onnx/op_shapes.h"

namespace crossroof {

void shape_quantise(OpContext& c) {
  DataType type = DataType::uint8;
  if (c.has(2)) {
    type = c.in(2).type;
  } else if (const auto stated = static_cast<DataType>(c.integer("output_dtype", 0));
             stated != DataType::undefined) {
    type = stated;
  }
  if (element_bits(type) == 0) c.fail("the result has no element type");
  c.set(0, c.in(0).dims, type);
  c.set_quantised_bits(0, element_bits(type));
}

void shape_dequantise(OpContext& c) {
  const DataType type = c.in(1).type;
  c.set(0, c.in(0).dims, is_floating(type) ? type : DataType::float32);
  c.set_quantised_bits(0, element_bits(c.in(0).type));
}

void shape_dynamic_quantise(OpContext& c) {
  c.set(0, c.in(0).dims, DataType::uint8);
  c.set(1, {}, DataType::float32);
  c.set(2, {}, DataType::uint8);
  c.set_quantised_bits(0, 8);
}

}  // namespace crossroof
