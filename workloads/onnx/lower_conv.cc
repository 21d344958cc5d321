// SPDX-License-Identifier: Apache-2.0
// Convolutions with a weight: one matrix of K rows and M columns per group, applied at every
// position.
//   convolution   K = Cin/g * taps (channel, y, x), M = Cout/g; 1-D: the length is the height;
//                 3-D: depth is folded into the height and every position needs the whole map
//   transposed    K = Cin/g, M = Cout/g * taps, applied at the positions of the *input*; adding the
//                 overlapping contributions up is SIMD work, one addition per contribution
#include <algorithm>

#include "workloads/onnx/lowering.h"
#include "workloads/onnx/op_axes.h"

namespace crossroof {
namespace {

Dims tail(const Dims& dims) { return Dims(dims.begin() + 2, dims.end()); }

// Weight operand of the quantised and plain forms.
std::size_t weight_input(const OnnxNode& node) { return node.op == "QLinearConv" ? 3 : 1; }

Window window_of(const SpatialWindow& w) {
  Window window;
  const std::size_t last = w.kernel.size() - 1;
  const std::size_t y = w.kernel.size() == 1 ? 0 : last - 1;
  window.kernel_h = w.kernel[y];
  window.stride_h = w.stride[y];
  window.dilation_h = w.dilation[y];
  window.pad_top = w.pad_begin[y];
  window.pad_bottom = w.pad_end[y];
  if (w.kernel.size() >= 2) {
    window.kernel_w = w.kernel[last];
    window.stride_w = w.stride[last];
    window.dilation_w = w.dilation[last];
    window.pad_left = w.pad_begin[last];
    window.pad_right = w.pad_end[last];
  }
  if (w.kernel.size() == 3) window.kernel_h = checked_mul(window.kernel_h, w.kernel[0]);
  return window;
}

bool is_pointwise(const SpatialWindow& w) {
  for (std::size_t i = 0; i < w.kernel.size(); ++i) {
    if (w.kernel[i] != 1 || w.stride[i] != 1 || w.pad_begin[i] != 0 || w.pad_end[i] != 0)
      return false;
  }
  return true;
}

// A window is exact for one image in two dimensions; folded images and depth need everything.
Need need_of(const Lowering& s, const SpatialWindow& w, const Dims& x) {
  if (is_pointwise(w)) return Need::same;
  return w.kernel.size() <= 2 && x[0] == s.batch() ? Need::window : Need::whole;
}

// The work of a convolution whose weight is an activation too: products of Cout/g x K by K x N.
void lower_dynamic_conv(Lowering& s, LowerUnit& unit, Layer layer, const Dims& weight,
                        std::int64_t groups) {
  const OnnxNode& node = s.graph().node(unit.node);
  const Dims& y = s.value(unit.outputs[0]).dims;
  FreshMap fresh = fresh_map(MapForm::image, y, s.batch());
  layer.kind = LayerKind::simd;
  layer.macs_dynamic = true;
  layer.product_batch = groups;
  layer.product_m = weight[0] / groups;
  layer.product_k = product_of(weight) / weight[0];
  layer.product_n = fresh.map.positions();
  layer.out = fresh.map;
  layer.work = {{SimdKind::mac, s.per_image(layer.macs)}};
  for (const ValueId id : {node.inputs[0], node.inputs[weight_input(node)]}) {
    if (!s.has_view(id)) continue;
    layer.in = s.view(id).map;
    Lowering::connect(layer, s.view(id), Need::whole, Gate::s5_operands);
  }
  s.set_result(unit.outputs[0], s.add_layer(std::move(layer)), std::move(fresh.layout));
}

}  // namespace

void lower_conv(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId x = c.node().inputs[0], w = c.node().inputs[weight_input(c.node())];
  const Dims& weight = s.value(w).dims;
  const Dims& y = s.value(unit.outputs[0]).dims;
  const std::int64_t groups = c.integer("group", 1);
  Layer layer = s.make_layer(unit);
  layer.macs = checked_mul(product_of(y), product_of(weight) / weight[0]);
  if (!s.graph().is_static(w) || s.graph().is_static(x)) {
    return lower_dynamic_conv(s, unit, std::move(layer), weight, groups);
  }
  const SpatialWindow window = spatial_window(c, tail(s.value(x).dims), tail(weight));
  const MapView& in = s.view_as(x, MapForm::image);
  FreshMap fresh = fresh_map(MapForm::image, y, s.batch());
  layer.kind = LayerKind::mvm;
  layer.groups = groups;
  layer.K = product_of(weight) / weight[0];
  layer.M = weight[0] / groups;
  layer.in = fresh_map(MapForm::image, s.value(x).dims, s.batch()).map;
  layer.out = fresh.map;
  layer.window = window_of(window);
  layer.bits.input = in.bits;
  layer.bits.weight = s.quantised_bits(w);
  Lowering::connect(layer, in, need_of(s, window, s.value(x).dims), Gate::s2_operands);
  add_matrix_layer(s, std::move(layer), unit.outputs[0], std::move(fresh.layout));
}

void lower_conv_transpose(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId x = c.node().inputs[0], w = c.node().inputs[1];
  const Dims& weight = s.value(w).dims;
  const std::int64_t groups = c.integer("group", 1);
  const std::int64_t taps = product_of(tail(weight));
  Layer layer = s.make_layer(unit);
  layer.macs = checked_mul(s.value(x).elements(), checked_mul(weight[1], taps));
  FreshMap fresh = fresh_map(MapForm::image, s.value(unit.outputs[0]).dims, s.batch());
  if (!s.graph().is_static(w) || s.graph().is_static(x)) {
    layer.kind = LayerKind::simd;
    layer.macs_dynamic = true;
    layer.work = {{SimdKind::mac, s.per_image(layer.macs)}};
    layer.out = fresh.map;
    for (const ValueId id : unit.inputs) {
      layer.in = s.view(id).map;
      Lowering::connect(layer, s.view(id), Need::whole, Gate::s5_operands);
    }
    return s.set_result(unit.outputs[0], s.add_layer(std::move(layer)), std::move(fresh.layout));
  }
  const SpatialWindow window = transposed_window(c, tail(s.value(x).dims), tail(weight));
  const MapView& in = s.view_as(x, MapForm::image);
  layer.kind = LayerKind::mvm;
  layer.groups = groups;
  layer.K = weight[0] / groups;
  layer.M = checked_mul(weight[1], taps);
  layer.in = fresh_map(MapForm::image, s.value(x).dims, s.batch()).map;
  layer.out = fresh.map;
  layer.vectors = layer.in.positions();
  layer.bits.input = in.bits;
  layer.bits.weight = s.quantised_bits(w);
  const std::int64_t contributions =
      checked_mul(checked_mul(layer.in.positions(), layer.M), groups);
  if (taps > 1) layer.fused = {{SimdKind::add, contributions}};
  const bool disjoint =
      window.kernel == window.stride &&
      product_of(window.out) == checked_mul(product_of(tail(s.value(x).dims)), taps);
  if (disjoint) layer.fused.clear();
  const bool exact = window.kernel.size() <= 2 && s.value(x).dims[0] == s.batch();
  if (exact) {
    layer.window = window_of(window);
    layer.window.transposed = true;
  }
  Lowering::connect(layer, in, exact ? Need::window : Need::whole, Gate::s2_operands);
  add_matrix_layer(s, std::move(layer), unit.outputs[0], std::move(fresh.layout));
}

}  // namespace crossroof
