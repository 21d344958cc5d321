// SPDX-License-Identifier: Apache-2.0
// Movement, and work without a structure we follow: the result is laid out afresh and needs every
// position of every operand. Padding an image keeps its window: position (y, x) needs one position.
#include <algorithm>

#include "workloads/onnx/lowering.h"
#include "workloads/onnx/op_axes.h"

namespace crossroof {
namespace {

// The form of a result nobody asks for in particular: that of the operand.
MapForm form_of_result(const Lowering& s, const LowerUnit& unit, ValueId output) {
  const MapForm form = s.form_for(output);
  if (form != MapForm::tokens || unit.inputs.empty()) return form;
  const MapView& in = s.view(unit.inputs[0]);
  const bool same_rank = in.layout.size() == s.value(output).dims.size();
  return same_rank && is_image(in) && !is_tokens(in) ? MapForm::image : form;
}

// The numbers of a Pad, when they are known and cover every axis.
std::optional<std::vector<std::int64_t>> pads_of(const OpContext& c) {
  auto pads = c.integers("pads");
  if (!pads) pads = c.known_integers(1);
  if (c.has(3) || !pads || pads->size() != 2 * c.in(0).dims.size()) return std::nullopt;
  return pads;
}

// Spatial padding of an image as a 1x1 window; false when it is something else.
bool pad_as_window(Lowering& s, const LowerUnit& unit, Layer& layer) {
  const OpContext c = s.context(unit);
  const ValueId x = c.node().inputs[0];
  const auto pads = pads_of(c);
  if (!pads || pads->size() != 8 || s.value(x).dims[0] != s.batch()) return false;
  if (c.text("mode", "constant") != "constant") return false;
  const bool channels_last = is_tokens(s.view(x));
  if (!channels_last && !is_image(s.view(x))) return false;
  const std::size_t y = channels_last ? 1 : 2;
  for (std::size_t i = 0; i < 8; ++i) {
    const bool spatial = i % 4 == y || i % 4 == y + 1;
    if ((*pads)[i] < 0 || (!spatial && (*pads)[i] != 0)) return false;
  }
  if (s.view(x).map.height != s.value(x).dims[y]) return false;
  layer.window.pad_top = (*pads)[y];
  layer.window.pad_left = (*pads)[y + 1];
  layer.window.pad_bottom = (*pads)[y + 4];
  layer.window.pad_right = (*pads)[y + 5];
  layer.out = layer.in = s.view(x).map;
  layer.out.height += layer.window.pad_top + layer.window.pad_bottom;
  layer.out.width += layer.window.pad_left + layer.window.pad_right;
  return true;
}

// A Pad is free when it adds nothing, and slides a window when it surrounds an image.
bool lower_pad(Lowering& s, LowerUnit& unit) {
  const OnnxNode& node = s.graph().node(unit.node);
  if (node.op != "Pad" || unit.inputs.size() != 1 || !s.has_view(node.inputs[0])) return false;
  const ValueId x = node.inputs[0], output = unit.outputs[0];
  if (s.value(x).dims == s.value(output).dims) {
    s.set_view(output, s.view(x));
    return true;
  }
  Layer layer = s.make_layer(unit);
  layer.kind = LayerKind::move;
  if (!pad_as_window(s, unit, layer)) return false;
  const MapView in = s.view(x);
  Lowering::connect(layer, in, Need::window, Gate::s5_operands);
  const MapForm form = is_image(in) ? MapForm::image : MapForm::channels_last;
  MapLayout layout = fresh_map(form, s.value(output).dims, s.batch()).layout;
  s.set_result(output, s.add_layer(std::move(layer)), std::move(layout), in.bits);
  return true;
}

}  // namespace

void lower_move(Lowering& s, const LowerUnit& unit, ValueId output, const std::string& name,
                const std::optional<FreshMap>& by_channel) {
  FreshMap fresh =
      by_channel ? *by_channel
                 : fresh_map(form_of_result(s, unit, output), s.value(output).dims, s.batch());
  Layer layer = s.make_layer(unit);
  layer.name = name;
  layer.kind = LayerKind::move;
  layer.weight_elements = 0;
  layer.weight_bits = Bits(0);
  layer.outputs = {{s.value(output).dims, s.value(output).bits(), false}};
  layer.output_bits = Bits(s.value(output).elements()) * s.value(output).bits();
  MapView out;
  out.layout = fresh.layout;
  out.map = layer.out = fresh.map;
  std::int64_t bits = 0;
  for (const ValueId id : unit.inputs) {
    layer.in = s.view(id).map;
    const bool own = by_channel && same_positions(out, s.view(id));
    Lowering::connect(layer, s.view(id), own ? Need::same : Need::whole, Gate::s5_operands);
    bits = std::max(bits, s.view(id).bits);
  }
  s.set_result(output, s.add_layer(std::move(layer)), std::move(fresh.layout), bits);
}

MapView rearranged(Lowering& s, const LowerUnit& unit, const MapView& view, const MapShape& shape) {
  if (view.map.channels == shape.channels && view.map.positions() == shape.positions()) return view;
  Layer layer;
  layer.name = unit.name + ":operand";
  layer.op = "Transpose";
  layer.kind = LayerKind::move;
  layer.in = view.map;
  layer.out = shape;
  const std::int64_t elements = checked_mul(shape.elements(), s.batch());
  const std::int64_t bits = view.bits != 0 ? view.bits : 32;
  layer.inputs = layer.outputs = {{{elements}, bits, false}};
  layer.input_bits = layer.output_bits = Bits(elements) * bits;
  Lowering::connect(layer, view, Need::whole, Gate::s5_operands);
  const LayerId id = s.add_layer(std::move(layer));
  MapView out;
  out.map = shape;
  out.bits = view.bits;
  out.pieces = {{id, 0, shape, 0, shape.channels}};
  return out;
}

void lower_generic(Lowering& s, LowerUnit& unit) {
  if (lower_pad(s, unit)) return;
  const ValueId first = unit.outputs[0];
  const OnnxNode& node = s.graph().node(unit.node);
  Layer layer = s.make_layer(unit);
  layer.work = s.work_of(unit);
  layer.kind = layer.work.empty() ? LayerKind::move : LayerKind::simd;
  const bool images = node.op == "DepthToSpace" || node.op == "SpaceToDepth";
  if (images) static_cast<void>(s.view_as(node.inputs[0], MapForm::image));
  FreshMap fresh = fresh_map(images ? MapForm::image : form_of_result(s, unit, first),
                             s.value(first).dims, s.batch());
  layer.out = fresh.map;
  for (const ValueId id : unit.inputs) {
    layer.in = s.view(id).map;
    Lowering::connect(layer, s.view(id), Need::whole, Gate::s5_operands);
  }
  const std::int64_t bits =
      layer.kind == LayerKind::move && !unit.inputs.empty() ? s.view(unit.inputs[0]).bits : 0;
  const LayerId id = s.add_layer(std::move(layer));
  s.set_result(first, id, fresh.layout, bits);
  for (std::size_t o = 1; o < unit.outputs.size(); ++o) {
    if (s.value(unit.outputs[o]).dims == s.value(first).dims) {
      s.set_result(unit.outputs[o], id, fresh.layout);
    } else {
      lower_move(s, unit, unit.outputs[o], unit.name + ":" + std::to_string(o));
    }
  }
}

}  // namespace crossroof
