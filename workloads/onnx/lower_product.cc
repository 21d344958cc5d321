// SPDX-License-Identifier: Apache-2.0
// Products of two activations, A [.., M, K] x B [.., K, N], and attention as one node. They stay on
// the SIMD units. Where A's rows are positions of its map and its batch axes (heads) are channels,
// a position of the result needs that position of A and all of B, and heads stay channels:
// [1,12,128,64] x [1,12,64,128] gives 128 positions of 12*128 channels.
#include "workloads/onnx/attention.h"
#include "workloads/onnx/lowering.h"

namespace crossroof {
namespace {

// The result's layout when A is laid out by positions; nothing otherwise.
bool follow_rows(const MapView& a, std::int64_t n, std::size_t rank, FreshMap& out) {
  if (a.layout.size() < 2 || a.layout.size() != rank) return false;
  const std::size_t inner = rank - 1, rows = rank - 2;
  if (!factors_of(a.layout, MapAxis::position, inner, rank).empty()) return false;
  if (!factors_of(a.layout, MapAxis::batch, inner, rank).empty()) return false;
  if (!factors_of(a.layout, MapAxis::channel, rows, inner).empty()) return false;
  if (!runs_through(factors_of(a.layout, MapAxis::position, 0, inner), a.map.positions()))
    return false;
  out.layout = a.layout;
  out.layout[inner] = merged({{MapAxis::channel, n, 1}});
  std::int64_t stride = n;
  for (std::size_t axis = rows; axis-- > 0;) {
    for (std::size_t f = out.layout[axis].size(); f-- > 0;) {
      AxisFactor& factor = out.layout[axis][f];
      if (factor.axis != MapAxis::channel) continue;
      factor.stride = stride;
      stride = checked_mul(stride, factor.size);
    }
  }
  out.map = a.map;
  out.map.channels = stride;
  return true;
}

}  // namespace

void lower_product(Lowering& s, LowerUnit& unit, ValueId a, ValueId b) {
  const OpContext c = s.context(unit);
  const ValueId y = unit.outputs[0];
  const Dims& left = s.value(a).dims;
  const Dims& result = s.value(y).dims;
  const bool gemm = c.node().op == "Gemm";
  const std::int64_t k = gemm && c.integer("transA", 0) != 0 ? left[0] : left.back();
  Layer layer = s.make_layer(unit);
  layer.kind = LayerKind::simd;
  layer.macs = checked_mul(s.value(y).elements(), k);
  layer.macs_dynamic = true;
  layer.product_n = s.value(b).rank() == 1 ? 1 : result.back();
  layer.product_m = left.size() < 2 ? 1 : gemm ? result[0] : left[left.size() - 2];
  layer.product_k = k;
  layer.product_batch = s.per_image(s.value(y).elements() / (layer.product_m * layer.product_n));
  layer.work = {{SimdKind::mac, s.per_image(layer.macs)}};

  FreshMap out;
  Need need = Need::same;
  const bool follows = !gemm && s.has_view(a) && s.value(b).rank() >= 2 &&
                       follow_rows(s.view(a), layer.product_n, result.size(), out) &&
                       checked_mul(out.map.elements(), s.batch()) == s.value(y).elements();
  if (!follows) {
    out = fresh_map(MapForm::tokens, result, s.batch());
    need = Need::whole;
  }
  layer.in = s.view(s.has_view(a) ? a : b).map;
  layer.out = out.map;
  if (follows) layer.channel_groups = out.map.channels / layer.product_n;
  if (s.has_view(a)) Lowering::connect(layer, s.view(a), need, Gate::s5_operands);
  if (s.has_view(b) && b != a) Lowering::connect(layer, s.view(b), Need::whole, Gate::s5_operands);
  s.set_result(y, s.add_layer(std::move(layer)), std::move(out.layout));
}

void lower_attention(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const AttentionShape a = attention_shape(c);
  const std::int64_t heads = checked_mul(a.batch, a.heads);
  const std::int64_t pairs =
      checked_mul(checked_mul(heads, a.queries), checked_add(a.keys, a.past));
  Layer layer = s.make_layer(unit);
  layer.kind = LayerKind::simd;
  layer.macs = checked_mul(pairs, checked_add(a.qk_width, a.v_width));
  layer.macs_dynamic = true;
  layer.product_batch = s.per_image(heads);
  layer.product_m = a.queries;
  layer.product_k = a.qk_width + a.v_width;  // scores and weighted sum together
  layer.product_n = a.keys + a.past;
  layer.work = {{SimdKind::mac, s.per_image(layer.macs)}, {SimdKind::softmax, s.per_image(pairs)}};
  const ValueId q = c.node().inputs[0], y = c.node().outputs[0];
  FreshMap out;
  const bool follows = s.has_view(q) && a.split_heads &&
                       follow_rows(s.view(q), a.v_width, 4, out) &&
                       checked_mul(out.map.elements(), s.batch()) == s.value(y).elements();
  if (!follows) out = fresh_map(MapForm::tokens, s.value(y).dims, s.batch());
  MapView laid_out;
  laid_out.layout = out.layout;
  laid_out.map = out.map;
  layer.out = out.map;
  if (follows) layer.channel_groups = out.map.channels / a.v_width;
  layer.in = s.view(unit.inputs[0]).map;
  for (const ValueId id : unit.inputs) {
    const bool own = id == q && same_positions(laid_out, s.view(id));
    Lowering::connect(layer, s.view(id), own ? Need::same : Need::whole, Gate::s5_operands);
  }
  s.set_result(y, s.add_layer(std::move(layer)), std::move(out.layout));
  for (std::size_t i = 1; i < unit.outputs.size(); ++i) {  // keys and values for the next step
    const std::string name = unit.name + ":" + std::to_string(i);
    lower_move(s, unit, unit.outputs[i], name);
  }
}

}  // namespace crossroof
