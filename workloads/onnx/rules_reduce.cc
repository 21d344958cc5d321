// SPDX-License-Identifier: Apache-2.0
// Reductions over axes, arg-max and top-k.
#include <algorithm>

#include "workloads/onnx/eval.h"
#include "workloads/onnx/op_axes.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

Dims reduced_dims(const OpContext& c, const std::vector<std::int64_t>& axes) {
  const bool keep = c.integer("keepdims", 1) != 0;
  Dims out;
  for (std::int64_t i = 0; i < c.in(0).rank(); ++i) {
    const bool reduced = std::binary_search(axes.begin(), axes.end(), i);
    if (!reduced) out.push_back(c.in(0).dims[static_cast<std::size_t>(i)]);
    if (reduced && keep) out.push_back(1);
  }
  return out;
}

}  // namespace

void shape_reduce(OpContext& c) {
  const std::vector<std::int64_t> axes = reduced_axes(c);
  c.set(0, reduced_dims(c, axes), c.in(0).type);
  if (c.in(0).data) evaluate_reduce(c, axes);
}

void shape_arg(OpContext& c) {
  c.require(c.in(0).rank() >= 1, "a scalar operand");
  c.set(0, reduced_dims(c, reduced_axes(c)), DataType::int64);
}

void shape_top_k(OpContext& c) {
  const std::int64_t rank = c.in(0).rank();
  c.require(rank >= 1, "a scalar operand");
  std::int64_t k = c.integer("k", -1);
  if (c.has(1)) {
    const auto given = c.needed_integers(1);
    c.require(given.size() == 1, "K should be one number");
    k = given[0];
  }
  Dims dims = c.in(0).dims;
  std::int64_t& size = dims[static_cast<std::size_t>(c.axis(c.integer("axis", -1), rank))];
  if (k < 0 || k > size) {
    c.fail("k = " + std::to_string(k) + " of an axis with " + std::to_string(size) + " elements");
  }
  size = k;
  c.set(0, dims, c.in(0).type);
  c.set(1, dims, DataType::int64);
}

}  // namespace crossroof
