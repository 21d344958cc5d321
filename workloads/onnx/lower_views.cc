// SPDX-License-Identifier: Apache-2.0
// Operators that only say how the same numbers are looked at become views of earlier layers: no
// layer, no cost. Where the maps' channels and positions cannot express it, a `move` layer results.
#include <algorithm>

#include "workloads/onnx/lowering.h"
#include "workloads/onnx/op_axes.h"

namespace crossroof {
namespace {

constexpr int kMaxReaders = 256;  // looked at in a search

// Whether the numbers end up as the operand of a matrix layer, through free operators.
bool feeds_matrix(Lowering& s, ValueId id) {
  std::vector<ValueId> pending = {id};
  int seen = 0;
  while (!pending.empty()) {
    const ValueId next = pending.back();
    pending.pop_back();
    for (const std::size_t u : s.readers(next)) {
      if (++seen > kMaxReaders) return false;
      const LowerUnit& reader = s.unit(u);
      switch (reader.kind) {
        case OpKind::conv:
        case OpKind::conv_transpose:
        case OpKind::matmul:
        case OpKind::recurrent:
          return true;
        case OpKind::identity:
        case OpKind::dequantise:
        case OpKind::reshape:
        case OpKind::transpose:
          pending.push_back(reader.outputs[0]);
          break;
        default:
          break;
      }
    }
  }
  return false;
}

// The map of a slice that only takes away channels, at any place and step.
std::optional<FreshMap> sliced_channels(const Lowering& s, const OpContext& c) {
  const Dims& dims = s.value(c.node().inputs[0]).dims;
  std::optional<FreshMap> out;
  MapView view = s.view(c.node().inputs[0]);
  for (const AxisSlice& slice : slices_of(c)) {
    const auto axis = static_cast<std::size_t>(slice.axis);
    if (slice.count == dims[axis] && slice.step == 1) continue;
    out = with_channels(view, axis, slice.count);
    if (!out) return std::nullopt;
    view.layout = out->layout;
    view.map = out->map;
  }
  return out;
}

}  // namespace

void lower_identity(Lowering& s, LowerUnit& unit) {
  const ValueId x = s.graph().node(unit.node).inputs[0];
  if (!s.has_view(x)) return lower_generic(s, unit);
  for (const ValueId output : unit.outputs) s.set_view(output, s.view(x));
}

void lower_reshape(Lowering& s, LowerUnit& unit) {
  const ValueId x = s.graph().node(unit.node).inputs[0];
  const ValueId y = unit.outputs[0];
  if (!s.has_view(x)) return lower_generic(s, unit);
  MapView view = s.view(x);
  std::optional<MapLayout> layout = reshaped(view.layout, s.value(y).dims);
  if (!layout) return lower_move(s, unit, y, unit.name);
  view.layout = *std::move(layout);
  s.set_view(y, std::move(view));
}

void lower_transpose(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  MapView view = s.view(c.node().inputs[0]);
  view.layout = permuted(view.layout, permutation(c));
  s.set_view(unit.outputs[0], std::move(view));
}

void lower_concat(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId y = unit.outputs[0];
  const auto axis = static_cast<std::size_t>(c.axis(c.integer("axis", 1), s.value(y).rank()));
  std::vector<const MapView*> views;
  for (const ValueId id : c.node().inputs) {
    if (id != ValueId::none && s.has_view(id)) views.push_back(&s.view(id));
  }
  std::optional<MapView> joined;
  if (views.size() == c.input_count()) joined = channel_concat(views, axis);
  if (!joined) {
    return lower_move(s, unit, y, unit.name,
                      with_channels(*views.front(), axis, s.value(y).dims[axis]));
  }
  s.set_view(y, *std::move(joined));
}

void lower_split(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId x = c.node().inputs[0];
  const std::int64_t axis = c.axis(c.integer("axis", 0), s.value(x).rank());
  const std::vector<std::int64_t> sizes = split_sizes(c, axis);
  std::int64_t start = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const ValueId y = c.node().outputs[i];
    if (y != ValueId::none) {
      std::optional<MapView> part =
          channel_slice(s.view(x), static_cast<std::size_t>(axis), start, sizes[i]);
      if (part) {
        s.set_view(y, *std::move(part));
      } else {
        lower_move(s, unit, y, i == 0 ? unit.name : unit.name + ":" + std::to_string(i),
                   with_channels(s.view(x), static_cast<std::size_t>(axis), sizes[i]));
      }
    }
    start += sizes[i];
  }
}

void lower_slice(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId x = c.node().inputs[0], y = unit.outputs[0];
  if (!s.has_view(x)) return lower_generic(s, unit);
  MapView view = s.view(x);
  for (const AxisSlice& slice : slices_of(c)) {
    const auto axis = static_cast<std::size_t>(slice.axis);
    if (slice.count == s.value(x).dims[axis] && slice.step == 1) continue;
    std::optional<MapView> part;
    if (slice.step == 1 || slice.count == 1) {
      part = channel_slice(view, axis, slice.start, slice.count);
    }
    if (!part) return lower_move(s, unit, y, unit.name, sliced_channels(s, c));
    view = *std::move(part);
  }
  s.set_view(y, std::move(view));
}

void lower_gather(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId x = c.node().inputs[0], y = unit.outputs[0];
  const auto indices = c.known_integers(1);
  if (!s.has_view(x)) {  // rows of a table: what is read is what is returned
    lower_move(s, unit, y, unit.name);
    return;
  }
  const auto axis = static_cast<std::size_t>(c.axis(c.integer("axis", 0), s.value(x).rank()));
  const std::int64_t size = s.value(x).dims[axis];
  const bool run = indices && !indices->empty() &&
                   std::adjacent_find(indices->begin(), indices->end(),
                                      [](std::int64_t a, std::int64_t b) { return b != a + 1; }) ==
                       indices->end();
  std::optional<MapView> part;
  if (run && s.value(c.node().inputs[1]).rank() <= 1) {
    const std::int64_t start = indices->front() < 0 ? indices->front() + size : indices->front();
    const auto count = static_cast<std::int64_t>(indices->size());
    if (start < 0 || start + count > size) c.fail("an index is outside the data");
    part = channel_slice(s.view(x), axis, start, count);
  }
  const std::int64_t index_rank = s.value(c.node().inputs[1]).rank();
  if (!part) {
    std::optional<FreshMap> moved;
    if (index_rank == 1 && s.graph().is_static(c.node().inputs[1])) {
      moved = with_channels(s.view(x), axis, s.value(y).dims[axis]);
    }
    return lower_move(s, unit, y, unit.name, moved);
  }
  if (index_rank == 0) {
    part->layout.erase(part->layout.begin() + static_cast<std::ptrdiff_t>(axis));
  }
  s.set_view(y, *std::move(part));
}

void lower_quantise(Lowering& s, LowerUnit& unit) {
  const ValueId x = s.graph().node(unit.node).inputs[0], y = unit.outputs[0];
  if (!s.has_view(x)) return lower_generic(s, unit);
  if (!feeds_matrix(s, y)) return lower_elementwise(s, unit);
  MapView view = s.view(x);
  view.bits = s.quantised_bits(y);
  s.set_view(y, std::move(view));
}

void lower_dequantise(Lowering& s, LowerUnit& unit) {
  const ValueId x = s.graph().node(unit.node).inputs[0], y = unit.outputs[0];
  if (!s.has_view(x)) return lower_generic(s, unit);
  MapView view = s.view(x);
  view.bits = s.quantised_bits(x);
  s.set_view(y, std::move(view));
}

}  // namespace crossroof
