// SPDX-License-Identifier: Apache-2.0
// Products with a weight: K = inner size, M = columns, positions are all other axes of the data.
// The weight may stand on either side and may be transposed; a batch of weights becomes groups.
#include "workloads/onnx/lowering.h"

namespace crossroof {
namespace {

// Weight operand of the quantised and plain forms.
std::size_t weight_input(const OnnxNode& node) { return node.op == "QLinearMatMul" ? 3 : 1; }

struct MatrixOperands {
  ValueId data = ValueId::none, weight = ValueId::none;
  bool data_is_left = true;
  std::int64_t k = 0, columns = 0;  // of one matrix
  std::int64_t matrices = 1;        // a batch of weights
};

// The layout of the result: the data's positions, columns on the axis the weight contributes.
MapLayout result_layout(const MapView& in, std::int64_t columns, std::size_t rank) {
  MapLayout layout = in.layout;
  layout.back() = merged({{MapAxis::channel, columns, 1}});
  while (layout.size() < rank) layout.insert(layout.begin(), AxisFactors{});
  return layout;
}

// A whole map flattened into one vector, in any order: the order only permutes the rows of the
// weight. The window is the whole map, and there is one output position.
bool is_flattened_map(const MapView& view) {
  if (view.layout.empty() || view.map.positions() == 1) return false;
  std::int64_t elements = 1;
  for (const AxisFactor& f : view.layout.back()) {
    if (f.axis == MapAxis::batch) return false;
    elements *= f.size;
  }
  return elements == view.map.elements();
}

void lower_flattened(Lowering& s, LowerUnit& unit, Layer layer, const MapView& in) {
  layer.in = in.map;
  layer.window.kernel_h = in.map.height;
  layer.window.kernel_w = in.map.width;
  layer.out.channels = layer.M;
  layer.bits.input = in.bits;
  Lowering::connect(layer, in, Need::whole, Gate::s2_operands);
  MapLayout layout = result_layout(in, layer.M, s.value(unit.outputs[0]).dims.size());
  add_matrix_layer(s, std::move(layer), unit.outputs[0], std::move(layout));
}

// Weights in a batch [.., k, n] meet data [.., m, k]: each matrix is a group, its data the
// channels.
void lower_batched(Lowering& s, LowerUnit& unit, Layer layer, const MatrixOperands& o) {
  const Dims& y = s.value(unit.outputs[0]).dims;
  const std::int64_t positions = s.value(unit.outputs[0]).elements() / (o.matrices * o.columns);
  layer.groups = o.matrices;
  layer.out = {checked_mul(o.matrices, o.columns), s.per_image(positions), 1};
  layer.in = {checked_mul(o.matrices, o.k), s.per_image(positions), 1};
  layer.bits.input = s.view(o.data).bits;
  const MapView data = rearranged(s, unit, s.view(o.data), layer.in);
  Lowering::connect(layer, data, Need::whole, Gate::s2_operands);
  MapLayout layout(y.size());
  const Dims& w = s.value(o.weight).dims;
  std::int64_t channel = layer.out.channels, position = layer.out.height;
  for (std::size_t a = 0; a < y.size(); ++a) {
    const bool is_column = a + (o.data_is_left ? 1 : 2) == y.size();
    const bool is_batch = a + 2 < y.size();
    const bool is_matrix = is_batch && a + w.size() >= y.size() && w[a + w.size() - y.size()] > 1;
    std::int64_t size = y[a];
    if (a == 0 && s.batch() > 1 && !is_column && !is_matrix) {
      if (size % s.batch() != 0) throw BatchMismatch();
      layout[a].push_back({MapAxis::batch, s.batch(), 1});
      size /= s.batch();
    }
    std::int64_t& rest = is_column || is_matrix ? channel : position;
    if (rest % size != 0) throw BatchMismatch();
    rest /= size;
    layout[a].push_back(
        {is_column || is_matrix ? MapAxis::channel : MapAxis::position, size, rest});
    layout[a] = merged(layout[a]);
  }
  add_matrix_layer(s, std::move(layer), unit.outputs[0], std::move(layout));
}

// Data on the right, [.., k, n]: its last axis holds positions and the axis before the inner size.
void lower_right_data(Lowering& s, LowerUnit& unit, Layer layer, const MatrixOperands& o) {
  const Dims& x = s.value(o.data).dims;
  const Dims& y = s.value(unit.outputs[0]).dims;
  const std::size_t inner = x.size() == 1 ? 0 : x.size() - 2;
  const MapView* in = &s.view(o.data);
  const bool in_place =
      runs_through(factors_of(in->layout, MapAxis::channel, inner, inner + 1), in->map.channels) &&
      runs_through(factors_of(in->layout, MapAxis::position, 0, x.size()), in->map.positions());
  Need need = Need::same;
  layer.bits.input = in->bits;
  MapLayout layout;
  if (in_place && in->map.channels == o.k) {
    layer.in = in->map;
    layer.out = {o.columns, in->map.height, in->map.width};
    layout = in->layout;
  } else {
    need = Need::whole;
    const std::int64_t positions = s.per_image(s.value(o.data).elements() / o.k);
    layer.in = {o.k, positions, 1};
    layer.out = {o.columns, positions, 1};
    std::int64_t rest = positions;
    layout.resize(x.size());
    for (std::size_t a = 0; a < x.size(); ++a) {
      if (a == inner) continue;
      std::int64_t size = x[a];
      if (a == 0 && s.batch() > 1) {
        if (size % s.batch() != 0) throw BatchMismatch();
        layout[a].push_back({MapAxis::batch, s.batch(), 1});
        size /= s.batch();
      }
      rest /= size;
      layout[a].push_back({MapAxis::position, size, rest});
      layout[a] = merged(layout[a]);
    }
  }
  layout[inner] = merged({{MapAxis::channel, o.columns, 1}});
  if (y.size() < layout.size()) layout.erase(layout.begin() + static_cast<std::ptrdiff_t>(inner));
  const MapView data = need == Need::same ? *in : rearranged(s, unit, *in, layer.in);
  Lowering::connect(layer, data, need, Gate::s2_operands);
  add_matrix_layer(s, std::move(layer), unit.outputs[0], std::move(layout));
}

MatrixOperands operands_of(const OpContext& c, const Lowering& s) {
  MatrixOperands o;
  const ValueId a = c.node().inputs[0], b = c.node().inputs[weight_input(c.node())];
  o.data_is_left = s.graph().is_static(b);
  o.data = o.data_is_left ? a : b;
  o.weight = o.data_is_left ? b : a;
  const Dims& w = s.value(o.weight).dims;
  if (c.node().op == "Gemm") {
    const bool turned = c.integer(o.data_is_left ? "transB" : "transA", 0) != 0;
    o.k = o.data_is_left == turned ? w[1] : w[0];
    o.columns = o.data_is_left == turned ? w[0] : w[1];
    return o;
  }
  const std::int64_t last = w.back(), before = w.size() > 1 ? w[w.size() - 2] : 1;
  o.k = w.size() == 1 ? last : o.data_is_left ? before : last;
  o.columns = w.size() == 1 ? 1 : o.data_is_left ? last : before;
  o.matrices = product_of(w) / (o.k * o.columns);
  return o;
}

}  // namespace

void lower_matmul(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const ValueId a = c.node().inputs[0], b = c.node().inputs[weight_input(c.node())];
  const bool gemm = c.node().op == "Gemm";
  if (s.graph().is_static(a) == s.graph().is_static(b)) return lower_product(s, unit, a, b);
  const MatrixOperands o = operands_of(c, s);
  Layer layer = s.make_layer(unit);
  layer.macs = checked_mul(s.value(unit.outputs[0]).elements(), o.k);
  layer.kind = LayerKind::mvm;
  layer.K = o.k;
  layer.M = o.columns;
  layer.bits.weight = s.quantised_bits(o.weight);
  if (o.matrices > 1) return lower_batched(s, unit, std::move(layer), o);

  // A transposed data operand lies like data of the other side.
  const bool turned = gemm && c.integer(o.data_is_left ? "transA" : "transB", 0) != 0;
  const bool rows_first = o.data_is_left != turned;
  if (!rows_first) {
    if (gemm && o.data_is_left) {
      // A' W: the result is [m, n] while the data lies as [k, m]: give the result its own axes.
      const MapView& in = s.view(o.data);
      FreshMap fresh = fresh_map(MapForm::tokens, s.value(unit.outputs[0]).dims, s.batch());
      layer.in = {o.k, fresh.map.height, 1};
      layer.out = fresh.map;
      layer.bits.input = in.bits;
      const MapView data = rearranged(s, unit, in, layer.in);
      Lowering::connect(layer, data, Need::whole, Gate::s2_operands);
      return add_matrix_layer(s, std::move(layer), unit.outputs[0], std::move(fresh.layout));
    }
    return lower_right_data(s, unit, std::move(layer), o);
  }
  if (gemm && !o.data_is_left) {
    // W B': the result is [columns, n] while the data lies as [n, k].
    const MapView& in = s.view_as(o.data, MapForm::tokens);
    layer.in = in.map;
    layer.out = {o.columns, in.map.height, in.map.width};
    layer.bits.input = in.bits;
    MapLayout layout = {merged({{MapAxis::channel, o.columns, 1}}), in.layout[0]};
    Lowering::connect(layer, in, Need::same, Gate::s2_operands);
    return add_matrix_layer(s, std::move(layer), unit.outputs[0], std::move(layout));
  }
  if (is_flattened_map(s.view(o.data))) {
    const MapView flat = s.view(o.data);
    return lower_flattened(s, unit, std::move(layer), flat);
  }
  const MapView& in = s.view_as(o.data, MapForm::tokens);
  layer.in = in.map;
  layer.out = {o.columns, in.map.height, in.map.width};
  layer.bits.input = in.bits;
  Lowering::connect(layer, in, Need::same, Gate::s2_operands);
  MapLayout layout = result_layout(in, o.columns, s.value(unit.outputs[0]).dims.size());
  if (s.value(o.weight).rank() == 1) layout.pop_back();  // no axis for the one column
  add_matrix_layer(s, std::move(layer), unit.outputs[0], std::move(layout));
}

}  // namespace crossroof
