// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/op_axes.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace crossroof {
namespace {

std::vector<std::int64_t> from_to(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> axes;
  for (std::int64_t a = first; a < last; ++a) axes.push_back(a);
  return axes;
}

std::vector<std::int64_t> normal_axes(const OpContext& c, std::vector<std::int64_t> axes,
                                      std::int64_t rank) {
  for (std::int64_t& a : axes) a = c.axis(a, rank);
  std::sort(axes.begin(), axes.end());
  if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) c.fail("an axis is named twice");
  return axes;
}

}  // namespace

std::vector<std::int64_t> reduced_axes(const OpContext& c) {
  const std::int64_t rank = c.in(0).rank();
  const std::string& op = c.node().op;
  if (op == "ArgMax" || op == "ArgMin")
    return {c.axis(c.integer("axis", 0), std::max<std::int64_t>(rank, 1))};
  if (op == "GlobalAveragePool" || op == "GlobalMaxPool" || op == "GlobalLpPool") {
    return from_to(2, rank);
  }
  const auto axes = c.attribute_or_input("axes", 1);
  if (axes && !axes->empty()) return normal_axes(c, *axes, rank);
  if (c.integer("noop_with_empty_axes", 0) != 0) return {};
  return from_to(0, rank);
}

std::vector<std::int64_t> joined_axes(const OpContext& c) {
  const std::int64_t rank = c.in(0).rank();
  const std::string& op = c.node().op;
  if (op == "Softmax" || op == "LogSoftmax" || op == "Hardmax") {
    if (rank == 0) return {};
    if (c.opset() >= 13) return {c.axis(c.integer("axis", -1), rank)};
    // Before opset 13 the input is coerced to two dimensions at `axis`.
    return from_to(c.axis(c.integer("axis", 1), rank), rank);
  }
  if (op == "LayerNormalization" || op == "RMSNormalization" ||
      op == "SimplifiedLayerNormalization") {
    return from_to(c.axis(c.integer("axis", -1), rank), rank);
  }
  if (op == "InstanceNormalization") return from_to(2, rank);
  if (op == "GroupNormalization") return from_to(1, rank);
  if (op == "LRN") return {1};
  if (op == "MeanVarianceNormalization") {
    const auto axes = c.integers("axes");
    return normal_axes(c, axes ? *axes : std::vector<std::int64_t>{0, 2, 3}, rank);
  }
  if (op == "CumSum" || op == "CumProd") {
    const auto axis = c.known_integers(1);
    if (!axis || axis->empty()) return from_to(0, rank);
    return {c.axis(axis->front(), rank)};
  }
  if (rank == 0) return {};
  return {c.axis(c.integer("axis", -1), rank)};  // TopK, LpNormalization, ...
}

std::vector<std::int64_t> permutation(const OpContext& c) {
  const std::int64_t rank = c.in(0).rank();
  auto perm = c.integers("perm");
  if (!perm || (perm->empty() && rank > 0)) {
    std::vector<std::int64_t> reversed = from_to(0, rank);
    std::reverse(reversed.begin(), reversed.end());
    return reversed;
  }
  std::vector<std::int64_t> sorted = *perm;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != from_to(0, rank)) {
    c.fail("perm is not a permutation of the " + std::to_string(rank) + " axes of its input");
  }
  return *std::move(perm);
}

std::vector<AxisSlice> slices_of(const OpContext& c) {
  const TensorValue& x = c.in(0);
  const bool by_attribute = c.attribute("starts") != nullptr;
  const std::vector<std::int64_t> starts =
      by_attribute ? *c.integers("starts") : c.needed_integers(1);
  const std::vector<std::int64_t> ends =
      by_attribute ? c.integers("ends").value_or(std::vector<std::int64_t>{})
                   : c.needed_integers(2);
  std::vector<std::int64_t> axes = from_to(0, static_cast<std::int64_t>(starts.size()));
  if (by_attribute) {
    if (auto given = c.integers("axes")) axes = *std::move(given);
  } else if (c.has(3)) {
    axes = c.needed_integers(3);
  }
  std::vector<std::int64_t> steps(starts.size(), 1);
  if (!by_attribute && c.has(4)) steps = c.needed_integers(4);
  c.require(
      ends.size() == starts.size() && axes.size() == starts.size() && steps.size() == starts.size(),
      "starts, ends, axes and steps have different lengths");
  std::vector<AxisSlice> slices;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    AxisSlice s;
    s.axis = c.axis(axes[i], x.rank());
    s.step = steps[i];
    c.require(s.step != 0, "a step of 0");
    c.require(s.step != std::numeric_limits<std::int64_t>::min(), "a step of -2^63");
    const std::int64_t size = x.dims[static_cast<std::size_t>(s.axis)];
    const auto bound = [size](std::int64_t v, std::int64_t low, std::int64_t high) {
      return std::clamp(v < 0 ? v + size : v, low, high);
    };
    const bool forward = s.step > 0;
    s.start = forward ? bound(starts[i], 0, size)
                      : bound(starts[i], 0, std::max<std::int64_t>(size - 1, 0));
    const std::int64_t stop = forward ? bound(ends[i], 0, size) : bound(ends[i], -1, size - 1);
    const std::int64_t span = forward ? stop - s.start : s.start - stop;
    const std::int64_t stride = forward ? s.step : -s.step;
    s.count = span <= 0 ? 0 : (span - 1) / stride + 1;
    if (size == 0) s.count = 0;
    slices.push_back(s);
  }
  return slices;
}

std::vector<std::int64_t> split_sizes(const OpContext& c, std::int64_t axis) {
  const std::int64_t size = c.in(0).dims[static_cast<std::size_t>(axis)];
  const auto outputs = static_cast<std::int64_t>(c.output_count());
  if (auto given = c.attribute_or_input("split", 1)) {
    std::int64_t sum = 0;
    for (const std::int64_t part : *given) {
      c.require(part >= 0, "a negative split size");
      sum = checked_add(sum, part);
    }
    c.require(given->size() == c.output_count(), "as many split sizes as outputs are due");
    if (sum != size) {
      c.fail("split sizes add up to " + std::to_string(sum) + ", the axis has " +
             std::to_string(size));
    }
    return *std::move(given);
  }
  const std::int64_t parts = c.integer("num_outputs", outputs);
  c.require(parts >= 1 && parts == outputs, "num_outputs differs from the number of outputs");
  const std::int64_t chunk = ceil_div(size, parts);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(parts), chunk);
  sizes.back() = size - chunk * (parts - 1);
  c.require(sizes.back() >= 0, "the axis cannot be split into that many outputs");
  return sizes;
}

}  // namespace crossroof
