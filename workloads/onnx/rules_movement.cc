// SPDX-License-Identifier: Apache-2.0
// Operators that move data: joining, cutting, permuting, padding, repeating.
#include "workloads/onnx/eval.h"
#include "workloads/onnx/op_axes.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

// Numbers of an output whose element at multi-index m is input element sum(m[i]*strides[i]) +
// start.
void evaluate_strided(OpContext& c, std::size_t output, const TensorData& from, const Dims& dims,
                      const std::vector<std::int64_t>& strides, std::int64_t start) {
  if (!c.wants(output) || product_of(dims) > kMaxKnownElements) return;
  std::vector<std::size_t> sources(static_cast<std::size_t>(product_of(dims)));
  std::vector<std::int64_t> at(dims.size(), 0);
  std::int64_t source = start;
  for (std::size_t& s : sources) {
    s = static_cast<std::size_t>(source);
    for (std::size_t i = dims.size(); i-- > 0;) {
      source += strides[i];
      if (++at[i] < dims[i]) break;
      source -= strides[i] * dims[i];
      at[i] = 0;
    }
  }
  c.set_data(output, picked(from, sources));
}

void evaluate_concat(OpContext& c, std::size_t axis) {
  if (!can_evaluate(c)) return;
  if (c.out(0).elements() == 0) return c.set_data(0, {});
  std::int64_t outer = 1;
  for (std::size_t i = 0; i < axis; ++i) outer *= c.out(0).dims[i];
  TensorData out;
  for (std::int64_t o = 0; o < outer; ++o) {
    for (std::size_t i = 0; i < c.input_count(); ++i) {
      const TensorData& part = *c.in(i).data;
      const std::int64_t run = c.in(i).elements() / outer;
      const auto ints = part.ints.begin() + (part.ints.empty() ? 0 : o * run);
      const auto floats = part.floats.begin() + (part.floats.empty() ? 0 : o * run);
      if (!part.ints.empty()) out.ints.insert(out.ints.end(), ints, ints + run);
      if (!part.floats.empty()) out.floats.insert(out.floats.end(), floats, floats + run);
    }
  }
  c.set_data(0, std::move(out));
}

}  // namespace

void shape_concat(OpContext& c) {
  Dims dims = c.in(0).dims;
  const bool fixed_axis = c.attribute("axis") == nullptr;  // opset 1 had a default
  const std::int64_t axis = c.axis(fixed_axis ? 1 : c.integer("axis", 0), c.in(0).rank());
  for (std::size_t i = 1; i < c.input_count(); ++i) {
    const Dims& other = c.in(i).dims;
    c.require(other.size() == dims.size(), "the inputs differ in their number of dimensions");
    for (std::size_t d = 0; d < dims.size(); ++d) {
      if (d == static_cast<std::size_t>(axis)) {
        dims[d] = checked_add(dims[d], other[d]);
      } else if (dims[d] != other[d]) {
        c.fail("inputs " + shape_text(c.in(0).dims) + " and " + shape_text(other) +
               " differ outside axis " + std::to_string(axis));
      }
    }
  }
  c.set(0, std::move(dims), c.in(0).type);
  evaluate_concat(c, static_cast<std::size_t>(axis));
}

void shape_split(OpContext& c) {
  const TensorValue& x = c.in(0);
  const std::int64_t axis = c.axis(c.integer("axis", 0), x.rank());
  const std::vector<std::int64_t> sizes = split_sizes(c, axis);
  const std::vector<std::int64_t> strides = strides_of(x.dims);
  std::int64_t start = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    Dims dims = x.dims;
    dims[static_cast<std::size_t>(axis)] = sizes[i];
    c.set(i, dims, x.type);
    c.set_quantised_bits(i, x.quantised_bits);
    if (x.data) {
      evaluate_strided(c, i, *x.data, dims, strides,
                       start * strides[static_cast<std::size_t>(axis)]);
    }
    start += sizes[i];
  }
}

void shape_slice(OpContext& c) {
  const TensorValue& x = c.in(0);
  Dims dims = x.dims;
  std::vector<std::int64_t> strides = strides_of(x.dims);
  std::int64_t start = 0;
  for (const AxisSlice& s : slices_of(c)) {
    const auto axis = static_cast<std::size_t>(s.axis);
    dims[axis] = s.count;
    start += s.start * strides[axis];
    strides[axis] = s.count > 1 ? strides[axis] * s.step : 0;
  }
  c.set(0, dims, x.type);
  c.set_quantised_bits(0, x.quantised_bits);
  if (x.data) evaluate_strided(c, 0, *x.data, dims, strides, start);
}

void shape_transpose(OpContext& c) {
  const TensorValue& x = c.in(0);
  const std::vector<std::int64_t> strides = strides_of(x.dims);
  Dims dims;
  std::vector<std::int64_t> permuted;
  for (const std::int64_t p : permutation(c)) {
    dims.push_back(x.dims[static_cast<std::size_t>(p)]);
    permuted.push_back(strides[static_cast<std::size_t>(p)]);
  }
  c.set(0, dims, x.type);
  c.set_quantised_bits(0, x.quantised_bits);
  if (x.data) evaluate_strided(c, 0, *x.data, dims, permuted, 0);
}

void shape_pad(OpContext& c) {
  const TensorValue& x = c.in(0);
  auto pads = c.integers("pads");
  if (!pads) pads = c.integers("paddings");
  if (!pads) pads = c.needed_integers(1);
  std::vector<std::int64_t> axes;
  if (c.has(3)) {
    axes = c.needed_integers(3);
  } else {
    for (std::int64_t i = 0; i < x.rank(); ++i) axes.push_back(i);
  }
  c.require(pads->size() == 2 * axes.size(), "pads needs two numbers for each axis");
  Dims dims = x.dims;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::int64_t& size = dims[static_cast<std::size_t>(c.axis(axes[i], x.rank()))];
    size = checked_add(size, checked_add((*pads)[i], (*pads)[i + axes.size()]));
  }
  c.set(0, std::move(dims), x.type);
}

void shape_expand(OpContext& c) {
  const TensorValue& x = c.in(0);
  const Dims target = c.needed_integers(1);
  for (const std::int64_t d : target) {
    if (d < 0 || d > kMaxDim)
      c.fail("target size " + std::to_string(d) + " is outside 0 .. 2^31-1");
  }
  c.set(0, broadcast_dims(c, x.dims, target), x.type);
  if (can_evaluate(c)) c.set_data(0, picked(*x.data, broadcast_sources(x.dims, c.out(0).dims)));
}

void shape_tile(OpContext& c) {
  const TensorValue& x = c.in(0);
  std::vector<std::int64_t> repeats;
  if (c.opset() < 6 && c.has(2)) {  // opset 1: a count and an axis
    repeats.assign(x.dims.size(), 1);
    const auto axis = c.needed_integers(2);
    c.require(axis.size() == 1, "axis should be one number");
    repeats[static_cast<std::size_t>(c.axis(axis[0], x.rank()))] = c.needed_integers(1).at(0);
  } else {
    repeats = c.needed_integers(1);
  }
  c.require(repeats.size() == x.dims.size(), "repeats needs one number for each axis");
  Dims dims, split, widened;
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    c.require(repeats[i] >= 0, "a negative number of repeats");
    dims.push_back(checked_mul(x.dims[i], repeats[i]));
    split.insert(split.end(), {1, x.dims[i]});
    widened.insert(widened.end(), {repeats[i], x.dims[i]});
  }
  c.set(0, std::move(dims), x.type);
  if (can_evaluate(c)) c.set_data(0, picked(*x.data, broadcast_sources(split, widened)));
}

}  // namespace crossroof
