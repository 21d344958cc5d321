// SPDX-License-Identifier: Apache-2.0
// Normalisations and softmax: the shape is that of the input; parameters are checked against it.
#include "workloads/onnx/op_axes.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {

void shape_batch_norm(OpContext& c) {
  const TensorValue& x = c.in(0);
  c.require(x.rank() >= 1, "a scalar operand");
  const std::int64_t channels = x.rank() >= 2 ? x.dims[1] : 1;
  for (std::size_t i = 1; i < 5; ++i) {
    if (c.in(i).elements() != channels) {
      c.fail("input " + std::to_string(i) + " has " + std::to_string(c.in(i).elements()) +
             " elements, the data " + std::to_string(channels) + " channels");
    }
  }
  c.set(0, x.dims, x.type);
  for (std::size_t i = 1; i < c.output_count(); ++i) c.set(i, {channels}, c.in(1).type);
}

void shape_layer_norm(OpContext& c) {
  const TensorValue& x = c.in(0);
  const std::vector<std::int64_t> axes = joined_axes(c);
  c.set(0, x.dims, x.type);
  Dims statistics = x.dims;
  for (const std::int64_t a : axes) statistics[static_cast<std::size_t>(a)] = 1;
  c.set(1, statistics, DataType::float32);
  c.set(2, statistics, DataType::float32);
}

void shape_softmax(OpContext& c) {
  static_cast<void>(joined_axes(c));  // checks the axis
  c.set(0, c.in(0).dims, c.in(0).type);
}

void shape_image_norm(OpContext& c) {
  const TensorValue& x = c.in(0);
  c.require(x.rank() >= 2, "the input needs at least two dimensions");
  if (c.node().op == "GroupNormalization") {
    const std::int64_t groups = c.integer("num_groups", 0);
    if (groups < 1 || x.dims[1] % groups != 0) {
      c.fail("num_groups " + std::to_string(groups) + " does not divide the " +
             std::to_string(x.dims[1]) + " channels");
    }
  }
  c.set(0, x.dims, x.type);
}

}  // namespace crossroof
