// SPDX-License-Identifier: Apache-2.0
// The same numbers in the same order under other dims.
#include <algorithm>

#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

void finish(OpContext& c, Dims dims) {
  const TensorValue& x = c.in(0);
  c.set(0, std::move(dims), x.type);
  if (c.out(0).elements() != x.elements()) {
    c.fail("shape " + shape_text(x.dims) + " cannot become " + shape_text(c.out(0).dims) +
           ": the number of elements differs");
  }
  c.set_quantised_bits(0, x.quantised_bits);
  if (x.data) c.set_data(0, *x.data);
}

}  // namespace

void shape_reshape(OpContext& c) {
  const TensorValue& x = c.in(0);
  Dims dims = c.attribute("shape") != nullptr ? *c.integers("shape") : c.needed_integers(1);
  const bool zero_copies = c.integer("allowzero", 0) == 0;
  std::int64_t known = 1;
  std::optional<std::size_t> free_axis;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 0 && zero_copies) {
      c.require(i < x.dims.size(), "a 0 in the shape copies an axis the input does not have");
      dims[i] = x.dims[i];
    }
    if (dims[i] == -1) {
      c.require(!free_axis, "the shape has more than one -1");
      free_axis = i;
    } else if (dims[i] < 0) {
      c.fail("the shape has the size " + std::to_string(dims[i]));
    } else {
      known = checked_mul(known, dims[i]);
    }
  }
  if (free_axis) {
    if (known == 0 || x.elements() % known != 0) {
      c.fail("the " + std::to_string(x.elements()) + " elements of " + shape_text(x.dims) +
             " are no multiple of " + std::to_string(known));
    }
    dims[*free_axis] = x.elements() / known;
  }
  finish(c, std::move(dims));
}

void shape_flatten(OpContext& c) {
  const TensorValue& x = c.in(0);
  std::int64_t axis = c.integer("axis", 1);
  if (axis < -x.rank() || axis > x.rank()) c.fail("axis " + std::to_string(axis) + " is outside");
  axis = axis < 0 ? axis + x.rank() : axis;
  std::int64_t outer = 1, inner = 1;
  for (std::int64_t i = 0; i < x.rank(); ++i) {
    std::int64_t& side = i < axis ? outer : inner;
    side = checked_mul(side, x.dims[static_cast<std::size_t>(i)]);
  }
  finish(c, {outer, inner});
}

void shape_squeeze(OpContext& c) {
  const TensorValue& x = c.in(0);
  auto axes = c.attribute_or_input("axes", 1);
  std::vector<bool> drop(x.dims.size(), false);
  if (axes) {
    for (const std::int64_t a : *axes) drop[static_cast<std::size_t>(c.axis(a, x.rank()))] = true;
  } else {
    for (std::size_t i = 0; i < drop.size(); ++i) drop[i] = x.dims[i] == 1;
  }
  Dims dims;
  for (std::size_t i = 0; i < drop.size(); ++i) {
    if (drop[i] && x.dims[i] != 1) {
      c.fail("axis " + std::to_string(i) + " of " + shape_text(x.dims) + " is not 1");
    }
    if (!drop[i]) dims.push_back(x.dims[i]);
  }
  finish(c, std::move(dims));
}

void shape_unsqueeze(OpContext& c) {
  const TensorValue& x = c.in(0);
  auto axes = c.attribute_or_input("axes", 1);
  if (!axes) c.fail("axes are missing");
  const std::int64_t rank = x.rank() + static_cast<std::int64_t>(axes->size());
  for (std::int64_t& a : *axes) a = c.axis(a, rank);
  std::sort(axes->begin(), axes->end());
  c.require(std::adjacent_find(axes->begin(), axes->end()) == axes->end(),
            "an axis is named twice");
  Dims dims = x.dims;
  for (const std::int64_t a : *axes) dims.insert(dims.begin() + a, 1);
  finish(c, std::move(dims));
}

}  // namespace crossroof
