// SPDX-License-Identifier: Apache-2.0
// Questions about a node that both its shape rule and the lowering ask: which axes it reduces,
// normalises, permutes or slices, over every opset's way of saying so.
#ifndef CROSSROOF_WORKLOADS_ONNX_OP_AXES_H_
#define CROSSROOF_WORKLOADS_ONNX_OP_AXES_H_

#include <cstdint>
#include <vector>

#include "workloads/network.h"
#include "workloads/onnx/op_context.h"

namespace crossroof {

// Axes a Reduce* or Arg* node folds, sorted; empty: none (noop_with_empty_axes).
std::vector<std::int64_t> reduced_axes(const OpContext& c);

// Axes along which a softmax, normalisation, cumulative sum or top-k needs everything.
std::vector<std::int64_t> joined_axes(const OpContext& c);

std::vector<std::int64_t> permutation(const OpContext& c);

// [start, stop) with a step along one axis, clamped to it; `count` elements.
struct AxisSlice {
  std::int64_t axis = 0, start = 0, step = 1, count = 0;
};
std::vector<AxisSlice> slices_of(const OpContext& c);

// Sizes along `axis` of the outputs of a Split.
std::vector<std::int64_t> split_sizes(const OpContext& c, std::int64_t axis);

// How a convolution or pooling window slides over its spatial axes.
struct SpatialWindow {
  std::vector<std::int64_t> kernel, stride, dilation, pad_begin, pad_end, out;
  std::int64_t taps() const { return product_of(kernel); }
};
// `spatial`: input sizes; `kernel`: from the weight or the attribute.
SpatialWindow spatial_window(const OpContext& c, const Dims& spatial, const Dims& kernel);
SpatialWindow transposed_window(const OpContext& c, const Dims& spatial, const Dims& kernel);
SpatialWindow pool_window(const OpContext& c);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_OP_AXES_H_
