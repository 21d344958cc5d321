// SPDX-License-Identifier: Apache-2.0
// Operators that resample or rearrange images.
#include <cmath>

#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

std::int64_t scaled(const OpContext& c, std::int64_t size, double scale) {
  const double result = std::floor(static_cast<double>(size) * scale + 1e-9);
  if (!(scale > 0) || !(result <= static_cast<double>(kMaxDim))) {
    c.fail("scale " + std::to_string(scale) + " gives no possible size");
  }
  return static_cast<std::int64_t>(result);
}

// The float numbers of input i; empty when it is absent or has no elements.
std::vector<double> needed_floats(const OpContext& c, std::size_t i) {
  if (!c.has(i) || c.in(i).elements() == 0) return {};
  if (!c.in(i).data) {
    throw DataDependent("the output shape depends on the numbers in input " + std::to_string(i) +
                        " ('" + c.input_name(i) + "'), which are not known");
  }
  return c.in(i).data->floats;
}

void scale_axes(OpContext& c, const std::vector<double>& scales, const Dims& axes) {
  Dims dims = c.in(0).dims;
  c.require(scales.size() == axes.size(), "scales needs one number for each axis");
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::int64_t& size = dims[static_cast<std::size_t>(axes[i])];
    size = scaled(c, size, scales[i]);
  }
  c.set(0, std::move(dims), c.in(0).type);
}

Dims resized_axes(const OpContext& c) {
  Dims axes;
  if (auto given = c.integers("axes")) {
    for (const std::int64_t a : *given) axes.push_back(c.axis(a, c.in(0).rank()));
  } else {
    for (std::int64_t i = 0; i < c.in(0).rank(); ++i) axes.push_back(i);
  }
  return axes;
}

// not_larger / not_smaller keep the aspect ratio: one common scale.
void apply_aspect(const OpContext& c, const Dims& axes, Dims& sizes) {
  const std::string policy = c.text("keep_aspect_ratio_policy", "stretch");
  if (policy == "stretch") return;
  double scale = policy == "not_larger" ? INFINITY : 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double s = static_cast<double>(sizes[i]) /
                     static_cast<double>(c.in(0).dims[static_cast<std::size_t>(axes[i])]);
    scale = policy == "not_larger" ? std::fmin(scale, s) : std::fmax(scale, s);
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    sizes[i] =
        std::llround(scale * static_cast<double>(c.in(0).dims[static_cast<std::size_t>(axes[i])]));
  }
}

}  // namespace

void shape_depth_to_space(OpContext& c) {
  const TensorValue& x = c.in(0);
  c.require(x.rank() == 4, "the input needs four dimensions");
  const std::int64_t b = c.integer("blocksize", 0);
  c.require(b >= 1 && b <= 65536, "blocksize is missing or impossible");
  c.require(x.dims[1] % (b * b) == 0, "blocksize^2 does not divide the channels");
  c.set(0, {x.dims[0], x.dims[1] / (b * b), checked_mul(x.dims[2], b), checked_mul(x.dims[3], b)},
        x.type);
}

void shape_space_to_depth(OpContext& c) {
  const TensorValue& x = c.in(0);
  c.require(x.rank() == 4, "the input needs four dimensions");
  const std::int64_t b = c.integer("blocksize", 0);
  c.require(b >= 1 && b <= 65536, "blocksize is missing or impossible");
  c.require(x.dims[2] % b == 0 && x.dims[3] % b == 0, "blocksize does not divide height and width");
  c.set(0, {x.dims[0], checked_mul(x.dims[1], b * b), x.dims[2] / b, x.dims[3] / b}, x.type);
}

void shape_resize(OpContext& c) {
  const TensorValue& x = c.in(0);
  if (c.opset() < 11 && c.opset() != 0) {  // opset 10: X, scales
    return scale_axes(c, needed_floats(c, 1), resized_axes(c));
  }
  const Dims axes = resized_axes(c);
  if (c.has(3) && c.in(3).elements() > 0) {
    Dims sizes = c.needed_integers(3);
    c.require(sizes.size() == axes.size(), "sizes needs one number for each axis");
    apply_aspect(c, axes, sizes);
    Dims dims = x.dims;
    for (std::size_t i = 0; i < axes.size(); ++i)
      dims[static_cast<std::size_t>(axes[i])] = sizes[i];
    return c.set(0, std::move(dims), x.type);
  }
  scale_axes(c, needed_floats(c, 2), axes);
}

void shape_upsample(OpContext& c) {
  std::vector<double> scales;
  if (const OnnxAttribute* a = c.attribute("scales")) {
    scales = a->floats;
  } else if (c.attribute("height_scale") != nullptr) {
    scales = {1, 1, c.real("height_scale", 1), c.real("width_scale", 1)};
  } else {
    scales = needed_floats(c, 1);
  }
  scale_axes(c, scales, resized_axes(c));
}

void shape_grid_sample(OpContext& c) {
  const TensorValue& x = c.in(0);
  const TensorValue& grid = c.in(1);
  c.require(x.rank() >= 3 && grid.rank() == x.rank(), "data and grid differ in their rank");
  Dims dims = {x.dims[0], x.dims[1]};
  dims.insert(dims.end(), grid.dims.begin() + 1, grid.dims.end() - 1);
  c.set(0, std::move(dims), x.type);
}

}  // namespace crossroof
