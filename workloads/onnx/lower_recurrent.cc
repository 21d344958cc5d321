// SPDX-License-Identifier: Apache-2.0
// LSTM, GRU, RNN as one matrix layer: at each of T*B positions every direction multiplies its input
// and its previous result, K = I + Hd rows and M = gates*Hd columns; the gates are fused work. The
// map holds the Hd results of each direction. For direction d the input's channels arrive at d*K
// and the layer's own previous ones at d*K + I.
#include "workloads/onnx/lowering.h"
#include "workloads/onnx/recurrent.h"

namespace crossroof {
namespace {

// Y_h and Y_c: the last step of the map.
void add_last_step(Lowering& s, const LowerUnit& unit, ValueId id, const std::string& name,
                   const RecurrentShape& r, const MapView& all) {
  const std::size_t batch_axis = r.batch_first ? 0 : 1, direction_axis = 1 - batch_axis;
  MapLayout layout(3);
  layout[direction_axis] = merged({{MapAxis::channel, r.directions, r.hidden}});
  layout[2] = merged({{MapAxis::channel, r.hidden, 1}});
  const AxisFactors images = factors_of(all.layout, MapAxis::batch, 0, all.layout.size());
  layout[batch_axis] = images;
  const std::int64_t positions = images.empty() ? r.batch : r.batch / s.batch();
  if (positions > 1) layout[batch_axis].push_back({MapAxis::position, positions, 1});
  Layer layer;
  layer.name = name;
  layer.op = "LastStep";
  layer.kind = LayerKind::move;
  layer.in = all.map;
  layer.out = {all.map.channels, positions, 1};
  layer.inputs = {{s.value(unit.outputs[0]).dims, s.value(id).bits(), false}};
  layer.outputs = {{s.value(id).dims, s.value(id).bits(), false}};
  layer.input_bits = layer.output_bits = Bits(s.value(id).elements()) * s.value(id).bits();
  Lowering::connect(layer, all, Need::whole, Gate::s5_operands);
  s.set_result(id, s.add_layer(std::move(layer)), std::move(layout));
}

}  // namespace

void lower_recurrent(Lowering& s, LowerUnit& unit) {
  const OpContext c = s.context(unit);
  const RecurrentShape r = recurrent_shape(c);
  const OnnxNode& node = c.node();
  if (!s.has_view(node.inputs[0])) return lower_generic(s, unit);
  const MapView x = s.view_as(node.inputs[0], MapForm::tokens);
  Layer layer = s.make_layer(unit);
  const std::int64_t k = checked_add(r.input, r.hidden);
  layer.K = k;
  layer.M = checked_mul(r.gates, r.hidden);
  layer.groups = r.directions;
  layer.macs = checked_mul(checked_mul(checked_mul(r.steps, r.batch), r.directions),
                           checked_mul(layer.M, k));
  layer.in = {checked_mul(r.directions, k), x.map.positions(), 1};
  layer.out = {checked_mul(r.directions, r.hidden), x.map.positions(), 1};
  layer.steps = r.steps;
  const std::int64_t sequences = std::max<std::int64_t>(1, layer.out.positions() / r.steps);
  layer.step_distance = r.batch_first ? 1 : sequences;
  layer.bits.input = x.bits;
  layer.bits.weight = s.quantised_bits(node.inputs[1]);
  const bool is_static = s.graph().is_static(node.inputs[1]) && s.graph().is_static(node.inputs[2]);
  layer.kind = is_static ? LayerKind::mvm : LayerKind::simd;
  const Gate gate = is_static ? Gate::s2_operands : Gate::s5_operands;
  layer.macs_dynamic = !is_static;
  if (is_static) {
    layer.fused = s.work_of(unit);
  } else {
    layer.work = s.work_of(unit);
    layer.work.push_back({SimdKind::mac, s.per_image(layer.macs)});
  }
  const Need need = c.text("direction", "forward") == "forward" ? Need::same : Need::whole;
  for (std::int64_t d = 0; d < r.directions; ++d) {
    Lowering::connect(layer, x, need, gate, d * k);
    Edge self;
    self.producer = s.next_layer();
    self.from = layer.out;
    self.producer_channel = d * r.hidden;
    self.consumer_channel = d * k + r.input;
    self.channels = r.hidden;
    self.gate = gate;
    layer.in_edges.push_back(self);
  }
  for (const ValueId id : unit.inputs) {
    if (id == node.inputs[0]) continue;  // initial states, sequence lengths
    Lowering::connect(layer, s.view(id), Need::whole, Gate::s5_operands);
  }
  const AxisFactors steps = x.layout[r.batch_first ? 1 : 0],
                    images = x.layout[r.batch_first ? 0 : 1];
  MapLayout layout(4);
  layout[r.batch_first ? 1 : 0] = steps;
  layout[r.batch_first ? 0 : 2] = images;
  layout[r.batch_first ? 2 : 1] = merged({{MapAxis::channel, r.directions, r.hidden}});
  layout[3] = merged({{MapAxis::channel, r.hidden, 1}});
  MapView all;
  all.layout = layout;
  all.map = layer.out;
  const LayerId id = s.add_layer(std::move(layer));
  all.pieces = {{id, 0, all.map, 0, all.map.channels}};
  for (std::size_t o = 0; o < node.outputs.size(); ++o) {
    const ValueId out = node.outputs[o];
    if (out == ValueId::none) continue;
    if (o == 0) {
      s.set_result(out, id, layout);
    } else if (!s.readers(out).empty() || s.graph().is_output(out)) {
      const std::string& name = s.graph().graph().values[index(out)].name;
      add_last_step(s, unit, out, name, r, all);
    }
  }
}

}  // namespace crossroof
