// SPDX-License-Identifier: Apache-2.0
// Einsum of two operands as a product: the indices they share and keep are a batch, those they
// share and drop are summed over. With a static operand it is a matrix layer: its batch indices are
// groups, its summed ones rows, its own ones columns, and the data's own ones positions. Result and
// operands are laid out afresh and every position needs all of the data: equations may permute
// anything.
#include "workloads/onnx/einsum.h"
#include "workloads/onnx/lowering.h"

namespace crossroof {
namespace {

bool has(const std::string& indices, char i) { return indices.find(i) != std::string::npos; }

}  // namespace

void lower_einsum(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const EinsumShape e = einsum_shape(c);
  const ValueId y = unit.outputs[0];
  if (e.operands.size() == 1) return lower_generic(s, unit);
  if (e.operands.size() != 2) c.fail("an equation of more than two operands has no rule");
  const ValueId first = c.node().inputs[0], second = c.node().inputs[1];
  const bool weight_left = s.graph().is_static(first);
  const bool is_matrix = weight_left != s.graph().is_static(second);
  const std::string& left = e.operands[weight_left ? 1 : 0];
  const std::string& right = e.operands[weight_left ? 0 : 1];
  const auto kept = [&e](char i) { return has(e.result, i); };
  const std::int64_t batch =
      e.product([&](char i) { return kept(i) && has(left, i) && has(right, i); });
  const std::int64_t summed = e.product([&](char i) { return !kept(i); });
  const std::int64_t rows = e.product([&](char i) { return kept(i) && !has(right, i); });
  const std::int64_t columns = e.product([&](char i) { return kept(i) && !has(left, i); });

  FreshMap fresh = fresh_map(MapForm::tokens, s.value(y).dims, s.batch());
  Layer layer = s.make_layer(unit);
  layer.macs = e.product([](char) { return true; });
  const MapView data = s.view(weight_left ? second : unit.inputs[0]);
  if (!is_matrix) {
    layer.kind = LayerKind::simd;
    layer.macs_dynamic = true;
    layer.product_batch = s.per_image(batch);
    layer.product_m = rows;
    layer.product_k = summed;
    layer.product_n = columns;
    layer.work = {{SimdKind::mac, s.per_image(layer.macs)}};
    layer.in = data.map;
    layer.out = fresh.map;
    for (const ValueId id : unit.inputs) {
      Lowering::connect(layer, s.view(id), Need::whole, Gate::s5_operands);
    }
    return s.set_result(y, s.add_layer(std::move(layer)), std::move(fresh.layout));
  }
  if (s.batch() > 1) throw BatchMismatch();
  // The matrix layer makes [positions, groups * columns]; a movement brings it into the stated
  // order.
  const ValueId weight = weight_left ? first : second;
  layer.kind = LayerKind::mvm;
  layer.groups = batch;
  layer.K = summed;
  layer.M = columns;
  layer.in = {checked_mul(batch, summed), rows, 1};
  layer.out = {checked_mul(batch, columns), rows, 1};
  layer.bits.input = data.bits;
  layer.bits.weight = s.quantised_bits(weight);
  Lowering::connect(layer, rearranged(s, unit, data, layer.in), Need::whole, Gate::s2_operands);
  const MapShape made = layer.out;
  MapView view;
  view.map = made;
  view.layout = std::move(fresh.layout);
  const LayerId id = s.add_layer(std::move(layer));
  const bool in_order = made.channels == fresh.map.channels;
  if (in_order) return s.set_result(y, id, std::move(view.layout));
  Layer move = s.make_layer(unit);
  move.name = unit.name + ":order";
  move.kind = LayerKind::move;
  move.weight_elements = 0;
  move.weight_bits = Bits(0);
  move.in = made;
  move.out = fresh.map;
  view.pieces = {{id, 0, made, 0, made.channels}};
  Lowering::connect(move, view, Need::whole, Gate::s5_operands);
  s.set_result(y, s.add_layer(std::move(move)), std::move(view.layout));
}

}  // namespace crossroof
