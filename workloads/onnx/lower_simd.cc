// SPDX-License-Identifier: Apache-2.0
// Work of the SIMD units that keeps the map of its operand, reduces it or slides over it.
#include <algorithm>

#include "workloads/onnx/lowering.h"
#include "workloads/onnx/op_axes.h"

namespace crossroof {
namespace {

Layer simd_layer(Lowering& s, const LowerUnit& unit) {
  Layer layer = s.make_layer(unit);
  layer.work = s.work_of(unit);
  layer.kind = layer.work.empty() ? LayerKind::move : LayerKind::simd;
  return layer;
}

// The factors that remain, renumbered without gaps.
FreshMap without_axes(const MapView& view, const std::vector<std::int64_t>& axes, std::size_t rank,
                      bool& positions_reduced) {
  const auto reduced = [&axes](std::size_t a) {
    return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(a)) != axes.end();
  };
  FreshMap out;
  positions_reduced = false;
  for (std::size_t a = 0; a < view.layout.size(); ++a) {
    if (!reduced(a)) {
      out.layout.push_back(view.layout[a]);
      continue;
    }
    for (const AxisFactor& f : view.layout[a]) {
      if (f.axis == MapAxis::batch) throw BatchMismatch();
      positions_reduced = positions_reduced || f.axis == MapAxis::position;
    }
    if (rank == view.layout.size()) out.layout.emplace_back();
  }
  out.map = view.map;
  renumber(out.layout, out.map);
  return out;
}

// Runs of channels that work along `axes` treats alone: the axes hold each run whole and in order.
std::int64_t channel_groups(const MapView& view, const std::vector<std::int64_t>& axes) {
  std::int64_t run = 1;
  for (const std::int64_t a : axes) {
    const auto axis = static_cast<std::size_t>(a);
    const AxisFactors channels = factors_of(view.layout, MapAxis::channel, axis, axis + 1);
    if (channels.empty()) continue;
    if (run > 1 || channels.size() > 1 || channels.front().stride != 1) return 1;
    run = channels.front().size;
  }
  return run > 1 && view.map.channels % run == 0 ? view.map.channels / run : 1;
}

}  // namespace

void lower_elementwise(Lowering& s, LowerUnit& unit) {
  const ValueId y = unit.outputs[0];
  Layer layer = simd_layer(s, unit);
  const auto main = std::find_if(unit.inputs.begin(), unit.inputs.end(),
                                 [&](ValueId id) { return s.value(id).dims == s.value(y).dims; });
  MapView out;
  if (main != unit.inputs.end()) {
    out.layout = s.view(*main).layout;
    out.map = s.view(*main).map;
  } else {
    FreshMap fresh = fresh_map(s.form_for(y), s.value(y).dims, s.batch());
    out.layout = std::move(fresh.layout);
    out.map = fresh.map;
  }
  layer.in = layer.out = out.map;
  for (const ValueId id : unit.inputs) {
    const Need need = same_positions(out, s.view(id)) ? Need::same : Need::whole;
    Lowering::connect(layer, s.view(id), need, Gate::s5_operands);
  }
  const LayerId id = s.add_layer(std::move(layer));
  for (const ValueId output : unit.outputs) {
    if (s.value(output).dims == s.value(y).dims) {
      s.set_result(output, id, out.layout);
    } else {
      lower_move(s, unit, output, unit.name + ":1");
    }
  }
}

void lower_along_axis(Lowering& s, LowerUnit& unit) {
  const ValueId y = unit.outputs[0];
  const ValueId x =
      unit.pattern != nullptr ? unit.pattern->input : s.graph().node(unit.node).inputs[0];
  if (!s.has_view(x) || s.value(y).dims != s.value(x).dims) return lower_generic(s, unit);
  const std::vector<std::int64_t> axes =
      unit.pattern != nullptr ? unit.pattern->axes : joined_axes(s.context(unit));
  const MapView view = s.view(x);
  bool all_positions = false;
  for (const std::int64_t a : axes) {
    const auto axis = static_cast<std::size_t>(a);
    all_positions =
        all_positions || !factors_of(view.layout, MapAxis::position, axis, axis + 1).empty();
  }
  Layer layer = simd_layer(s, unit);
  layer.in = layer.out = view.map;
  layer.channel_groups = channel_groups(view, axes);
  for (const ValueId id : unit.inputs) {
    const bool own = id == x && !all_positions;
    Lowering::connect(layer, s.view(id), own ? Need::same : Need::whole, Gate::s5_operands);
  }
  const LayerId id = s.add_layer(std::move(layer));
  s.set_result(y, id, view.layout);
  for (std::size_t o = 1; o < unit.outputs.size(); ++o) {
    lower_move(s, unit, unit.outputs[o], unit.name + ":" + std::to_string(o));
  }
}

void lower_reduce(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId x = c.node().inputs[0], y = unit.outputs[0];
  const std::vector<std::int64_t> axes = reduced_axes(c);
  const MapView view = s.view(x);
  bool positions_reduced = false;
  FreshMap out = without_axes(view, axes, s.value(y).dims.size(), positions_reduced);
  Layer layer = simd_layer(s, unit);
  layer.in = view.map;
  layer.out = out.map;
  Lowering::connect(layer, view, positions_reduced ? Need::whole : Need::same, Gate::s5_operands);
  s.set_result(y, s.add_layer(std::move(layer)), std::move(out.layout));
}

void lower_pool(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId x = c.node().inputs[0];
  const SpatialWindow w = pool_window(c);
  const MapView in = s.view_as(x, MapForm::image);
  Layer layer = simd_layer(s, unit);
  layer.in = fresh_map(MapForm::image, s.value(x).dims, s.batch()).map;
  const std::size_t last = w.kernel.size() - 1, y = last > 0 ? last - 1 : 0;
  layer.window.kernel_h = w.kernel[y];
  layer.window.stride_h = w.stride[y];
  layer.window.dilation_h = w.dilation[y];
  layer.window.pad_top = w.pad_begin[y];
  layer.window.pad_bottom = w.pad_end[y];
  if (last > 0) {
    layer.window.kernel_w = w.kernel[last];
    layer.window.stride_w = w.stride[last];
    layer.window.dilation_w = w.dilation[last];
    layer.window.pad_left = w.pad_begin[last];
    layer.window.pad_right = w.pad_end[last];
  }
  if (w.kernel.size() == 3) layer.window.kernel_h = checked_mul(layer.window.kernel_h, w.kernel[0]);
  const bool exact = w.kernel.size() <= 2 && s.value(x).dims[0] == s.batch();
  FreshMap fresh = fresh_map(MapForm::image, s.value(unit.outputs[0]).dims, s.batch());
  layer.out = fresh.map;
  Lowering::connect(layer, in, exact ? Need::window : Need::whole, Gate::s5_operands);
  const LayerId id = s.add_layer(std::move(layer));
  for (const ValueId output : unit.outputs) s.set_result(output, id, fresh.layout, in.bits);
}

}  // namespace crossroof
