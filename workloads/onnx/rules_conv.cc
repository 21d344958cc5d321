// SPDX-License-Identifier: Apache-2.0
// Convolutions (1-D, 2-D, 3-D), their transposes and quantised forms, pooling.
#include "workloads/onnx/op_axes.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

Dims tail(const Dims& dims) { return Dims(dims.begin() + 2, dims.end()); }

std::string channels(std::int64_t n) { return std::to_string(n) + " channels"; }

// Kernel sizes from the weight; the attribute, if given, must agree.
Dims kernel_of(const OpContext& c, const Dims& weight) {
  Dims kernel = tail(weight);
  if (const auto stated = c.integers("kernel_shape")) {
    if (*stated != kernel) {
      c.fail("kernel_shape " + shape_text(*stated) + " differs from the weight's " +
             shape_text(kernel));
    }
  }
  return kernel;
}

Dims conv_dims(const OpContext& c, const TensorValue& x, const TensorValue& w) {
  c.require(x.rank() >= 3, "the input needs at least three dimensions");
  if (w.rank() != x.rank()) {
    c.fail("weight " + shape_text(w.dims) + " and input " + shape_text(x.dims) +
           " differ in their number of dimensions");
  }
  const std::int64_t groups = c.integer("group", 1);
  if (groups < 1) c.fail("group " + std::to_string(groups) + " is below 1");
  if (x.dims[1] % groups != 0) {
    c.fail("group " + std::to_string(groups) + " does not divide the input's " +
           channels(x.dims[1]));
  }
  if (w.dims[0] % groups != 0) {
    c.fail("group " + std::to_string(groups) + " does not divide the output's " +
           channels(w.dims[0]));
  }
  if (x.dims[1] / groups != w.dims[1]) {
    c.fail("the input has " + channels(x.dims[1]) + ", the weight " + shape_text(w.dims) +
           " with group " + std::to_string(groups) + " expects " +
           std::to_string(checked_mul(w.dims[1], groups)));
  }
  const SpatialWindow window = spatial_window(c, tail(x.dims), kernel_of(c, w.dims));
  Dims out = {x.dims[0], w.dims[0]};
  out.insert(out.end(), window.out.begin(), window.out.end());
  return out;
}

}  // namespace

void shape_conv(OpContext& c) {
  c.set(0, conv_dims(c, c.in(0), c.in(1)), c.in(0).type);
  if (c.has(2) && (c.in(2).rank() != 1 || c.in(2).dims[0] != c.in(1).dims[0])) {
    c.fail("bias " + shape_text(c.in(2).dims) + " where " + std::to_string(c.in(1).dims[0]) +
           " numbers are due");
  }
}

void shape_conv_integer(OpContext& c) { c.set(0, conv_dims(c, c.in(0), c.in(1)), DataType::int32); }

void shape_qlinear_conv(OpContext& c) {
  const DataType type = c.has(7) ? c.in(7).type : c.in(0).type;
  c.set(0, conv_dims(c, c.in(0), c.in(3)), type);
}

void shape_conv_transpose(OpContext& c) {
  const TensorValue& x = c.in(0);
  const TensorValue& w = c.in(1);
  c.require(x.rank() >= 3, "the input needs at least three dimensions");
  c.require(w.rank() == x.rank(), "weight and input differ in their number of dimensions");
  const std::int64_t groups = c.integer("group", 1);
  if (groups < 1) c.fail("group " + std::to_string(groups) + " is below 1");
  if (x.dims[1] != w.dims[0]) {
    c.fail("the input has " + channels(x.dims[1]) + ", the weight expects " +
           std::to_string(w.dims[0]));
  }
  c.require(x.dims[1] % groups == 0, "group does not divide the input's channels");
  const SpatialWindow window = transposed_window(c, tail(x.dims), kernel_of(c, w.dims));
  Dims out = {x.dims[0], checked_mul(w.dims[1], groups)};
  out.insert(out.end(), window.out.begin(), window.out.end());
  c.set(0, std::move(out), x.type);
}

void shape_pool(OpContext& c) {
  const TensorValue& x = c.in(0);
  const SpatialWindow window = pool_window(c);
  Dims out = {x.dims[0], x.dims[1]};
  out.insert(out.end(), window.out.begin(), window.out.end());
  c.set(0, out, x.type);
  c.set(1, out, DataType::int64);  // MaxPool's indices
}

void shape_global_pool(OpContext& c) {
  Dims dims = c.in(0).dims;
  c.require(dims.size() >= 2, "the input needs at least two dimensions");
  for (std::size_t i = 2; i < dims.size(); ++i) dims[i] = 1;
  c.set(0, std::move(dims), c.in(0).type);
}

void shape_roi(OpContext& c) {
  const TensorValue& x = c.in(0);
  const TensorValue& rois = c.in(1);
  c.require(x.rank() == 4 && rois.rank() == 2, "a map of rank 4 and a list of regions are due");
  std::int64_t height = c.integer("output_height", 1), width = c.integer("output_width", 1);
  if (const auto pooled = c.integers("pooled_shape")) {
    c.require(pooled->size() == 2, "pooled_shape needs two numbers");
    height = (*pooled)[0];
    width = (*pooled)[1];
  }
  c.set(0, {rois.dims[0], x.dims[1], height, width}, x.type);
}

}  // namespace crossroof
