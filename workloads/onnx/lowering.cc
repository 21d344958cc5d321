// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/lowering.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace crossroof {
namespace {

using LowerFunction = void (*)(Lowering&, LowerUnit&);

LowerFunction function_for(OpKind kind) {
  switch (kind) {
    case OpKind::conv:
      return lower_conv;
    case OpKind::conv_transpose:
      return lower_conv_transpose;
    case OpKind::matmul:
      return lower_matmul;
    case OpKind::recurrent:
      return lower_recurrent;
    case OpKind::attention:
      return lower_attention;
    case OpKind::einsum:
      return lower_einsum;
    case OpKind::elementwise:
      return lower_elementwise;
    case OpKind::along_axis:
      return lower_along_axis;
    case OpKind::reduce:
      return lower_reduce;
    case OpKind::pool:
      return lower_pool;
    case OpKind::identity:
      return lower_identity;
    case OpKind::reshape:
      return lower_reshape;
    case OpKind::transpose:
      return lower_transpose;
    case OpKind::concat:
      return lower_concat;
    case OpKind::split:
      return lower_split;
    case OpKind::slice:
      return lower_slice;
    case OpKind::gather:
      return lower_gather;
    case OpKind::quantise:
      return lower_quantise;
    case OpKind::dequantise:
      return lower_dequantise;
    default:
      return lower_generic;
  }
}

// Weights as the file counts them: float numbers and narrow integers, not indices and shapes.
bool counts_as_weight(const TensorValue& value) {
  if (is_floating(value.type)) return true;
  return is_integral(value.type) && value.type != DataType::boolean &&
         element_bits(value.type) <= 16;
}

}  // namespace

Lowering::Lowering(const OnnxModel& model, Inference& inference, std::string_view label,
                   std::int64_t batch)
    : model_(model),
      inference_(inference),
      label_(label),
      batch_(batch),
      index_(model.graph, inference),
      unit_readers_(model.graph.values.size()),
      views_(model.graph.values.size()) {}

OpContext Lowering::context(const LowerUnit& unit) {
  return OpContext(model_, index_.node(unit.node), inference_.values, label_);
}

void Lowering::make_units() {
  patterns_ = find_patterns(index_, model_, inference_.values, label_);
  std::vector<const PatternMatch*> pattern_at(model_.graph.nodes.size(), nullptr);
  for (const PatternMatch& p : patterns_) {
    for (const std::size_t n : p.nodes) pattern_at[n] = &p;
  }
  for (std::size_t n = 0; n < model_.graph.nodes.size(); ++n) {
    const PatternMatch* pattern = pattern_at[n];
    if (index_.is_folded(n)) {
      if (!inference_.assumed[n]) ++network_.coverage.folded;
    } else if (pattern == nullptr) {
      add_unit(node_unit(n));
    } else if (pattern->nodes.back() == n) {
      add_unit(pattern_unit(*pattern));
    }
  }
}

LowerUnit Lowering::pattern_unit(const PatternMatch& pattern) const {
  LowerUnit unit;
  unit.node = pattern.nodes.back();
  unit.name = display_name(model_.graph, index_.node(unit.node));
  unit.pattern = &pattern;
  unit.op = pattern.op;
  unit.kind = pattern.kind;
  unit.nodes = pattern.nodes;
  unit.inputs = {pattern.input};
  unit.outputs = {pattern.output};
  return unit;
}

LowerUnit Lowering::node_unit(std::size_t n) const {
  const OnnxNode& node = index_.node(n);
  const OpRule* rule = inference_.assumed[n] ? nullptr : find_op_rule(node);
  LowerUnit unit;
  unit.node = n;
  unit.name = display_name(model_.graph, node);
  unit.op = node.op;
  unit.kind = rule != nullptr ? rule->kind : OpKind::generic;
  unit.nodes = {n};
  unit.assumed = inference_.assumed[n];
  std::unordered_set<std::int32_t> seen;
  for (const ValueId id : node.inputs) {
    if (id == ValueId::none || index_.is_static(id)) continue;
    if (seen.insert(static_cast<std::int32_t>(id)).second) unit.inputs.push_back(id);
  }
  for (const ValueId id : node.outputs) {
    if (id != ValueId::none && !index_.is_static(id)) unit.outputs.push_back(id);
  }
  return unit;
}

void Lowering::add_unit(LowerUnit unit) {
  for (const ValueId id : unit.inputs) unit_readers_[index(id)].push_back(units_.size());
  units_.push_back(std::move(unit));
}

void Lowering::add_inputs() {
  for (const ValueId id : model_.graph.inputs) {
    const TensorValue& v = value(id);
    if (v.is_static) continue;
    NetworkInput input;
    input.name = model_.graph.values[index(id)].name;
    input.shape = v.dims;
    input.element_bits = element_bits(v.type);
    const MapForm otherwise = v.rank() >= 4 ? MapForm::image : MapForm::tokens;
    FreshMap fresh = fresh_map(form_for(id, otherwise), v.dims, batch_);
    input.map = fresh.map;
    MapView view;
    view.layout = std::move(fresh.layout);
    view.map = fresh.map;
    view.bits = quantised_bits(id);
    view.pieces = {{LayerId::network_input, static_cast<std::int64_t>(network_.inputs.size()),
                    fresh.map, 0, fresh.map.channels}};
    set_view(id, std::move(view));
    network_.inputs.push_back(std::move(input));
  }
}

Network Lowering::run() {
  network_.name = model_.graph.name;
  network_.batch = batch_;
  make_units();
  add_inputs();
  for (LowerUnit& unit : units_) {
    if (!unit.done) function_for(unit.kind)(*this, unit);
  }
  finish();
  return std::move(network_);
}

void Lowering::finish() {
  std::unordered_set<std::int32_t> seen;
  for (const ValueId id : model_.graph.outputs) {
    if (!has_view(id)) continue;
    for (const MapPiece& piece : view(id).pieces) {
      const auto layer = static_cast<std::int32_t>(piece.producer);
      if (layer >= 0 && seen.insert(layer).second) network_.outputs.push_back(piece.producer);
    }
  }
  Coverage& coverage = network_.coverage;
  coverage.nodes = static_cast<std::int64_t>(model_.graph.nodes.size());
  for (const bool assumed : inference_.assumed) coverage.assumed += assumed ? 1 : 0;
  coverage.ruled = coverage.nodes - coverage.assumed;
  for (const LowerUnit& unit : units_) {
    coverage.fused += static_cast<std::int64_t>(unit.nodes.size()) - (unit.done ? 0 : 1);
  }
  for (const Layer& layer : network_.layers) {
    network_.macs = checked_add(network_.macs, layer.macs);
    std::int64_t& part = layer.macs_dynamic ? network_.macs_dynamic : network_.macs_static;
    part = checked_add(part, layer.macs);
    if (layer.assumed) coverage.macs_assumed = checked_add(coverage.macs_assumed, layer.macs);
  }
  network_.weights = count_weights();
}

// Read by a node, and not only as the scales of a resize.
bool Lowering::is_operand(ValueId id) const {
  const std::vector<std::size_t>& readers = index_.readers(id);
  return std::any_of(readers.begin(), readers.end(), [&](std::size_t n) {
    const OnnxNode& node = index_.node(n);
    return (node.op != "Resize" && node.op != "Upsample") || node.inputs[0] == id;
  });
}

std::int64_t Lowering::count_weights() const {
  std::int64_t weights = 0;
  for (std::size_t v = 0; v < model_.graph.values.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    if (!index_.is_static(id) || !counts_as_weight(value(id)) || !is_operand(id)) continue;
    const std::size_t producer = index_.producer(id);
    if (producer != kNoNode && index_.node(producer).op != "Constant" &&
        index_.node(producer).op != "ConstantOfShape") {
      continue;
    }
    weights = checked_add(weights, value(id).elements());
  }
  return weights;
}

std::int64_t Lowering::quantised_bits(ValueId id) const {
  const TensorValue& v = value(id);
  if (v.quantised_bits != 0) return v.quantised_bits;
  return is_integral(v.type) && v.type != DataType::boolean && element_bits(v.type) <= 16
             ? element_bits(v.type)
             : 0;
}

std::vector<SimdWork> Lowering::work_of(const LowerUnit& unit) {
  std::vector<SimdWork> work;
  if (unit.pattern != nullptr) {
    work = {{unit.pattern->work, value(unit.outputs[0]).elements()}};
  } else if (unit.assumed) {
    for (const ValueId id : unit.outputs) work.push_back({SimdKind::add, value(id).elements()});
  } else if (const OpRule* rule = find_op_rule(index_.node(unit.node)); rule->work != nullptr) {
    work = rule->work(context(unit));
  }
  for (SimdWork& w : work) w.count = ceil_div(w.count, batch_);
  return work;
}

Layer Lowering::make_layer(const LowerUnit& unit) const {
  Layer layer;
  layer.name = unit.name;
  layer.op = unit.op;
  layer.assumed = unit.assumed;
  const auto info = [this](ValueId id) {
    const TensorValue& v = value(id);
    return TensorInfo{v.dims, v.bits(), v.is_static};
  };
  const OnnxNode& node = index_.node(unit.node);
  const std::vector<ValueId>& inputs = unit.pattern != nullptr ? unit.inputs : node.inputs;
  for (const ValueId id : inputs) {
    if (id == ValueId::none) continue;
    layer.inputs.push_back(info(id));
    const Bits bits = Bits(value(id).elements()) * value(id).bits();
    if (!value(id).is_static) {
      layer.input_bits += bits;
      layer.assumed = layer.assumed || value(id).assumed;
    } else if (counts_as_weight(value(id))) {
      layer.weight_bits += bits;
      layer.weight_elements = checked_add(layer.weight_elements, value(id).elements());
    }
  }
  const std::vector<ValueId>& outputs = unit.pattern != nullptr ? unit.outputs : node.outputs;
  for (const ValueId id : outputs) {
    if (id == ValueId::none) continue;
    layer.outputs.push_back(info(id));
    layer.output_bits += Bits(value(id).elements()) * value(id).bits();
  }
  return layer;
}

LayerId Lowering::add_layer(Layer layer) {
  network_.layers.push_back(std::move(layer));
  return static_cast<LayerId>(network_.layers.size() - 1);
}

void Lowering::set_result(ValueId output, LayerId layer, MapLayout layout, std::int64_t bits) {
  const Layer& made = network_.layers[index(layer)];
  MapView view;
  view.layout = std::move(layout);
  view.map = made.out;
  view.pieces = {{layer, 0, made.out, 0, made.out.channels}};
  view.bits = bits != 0 ? bits : quantised_bits(output);
  set_view(output, std::move(view));
}

void Lowering::connect(Layer& layer, const MapView& view, Need need, Gate gate,
                       std::int64_t consumer_channel) {
  for (const MapPiece& piece : view.pieces) {
    Edge edge;
    edge.producer = piece.producer;
    edge.input = piece.input;
    edge.from = piece.from;
    edge.producer_channel = piece.channel;
    edge.consumer_channel = consumer_channel;
    edge.channels = piece.channels;
    edge.need = need;
    edge.gate = gate;
    layer.in_edges.push_back(edge);
    consumer_channel += piece.channels;
  }
}

const MapView& Lowering::view_as(ValueId id, MapForm form) {
  const bool fits = form == MapForm::image ? is_image(view(id)) : is_tokens(view(id));
  if (fits) return view(id);
  FreshMap fresh = fresh_map(form, value(id).dims, batch_);
  Layer layer;
  const std::size_t producer = index_.producer(id);
  layer.name = producer == kNoNode ? model_.graph.values[index(id)].name
                                   : display_name(model_.graph, index_.node(producer));
  layer.op = producer == kNoNode ? "Transpose" : index_.node(producer).op;
  layer.kind = LayerKind::move;
  layer.in = view(id).map;
  layer.out = fresh.map;
  layer.inputs = layer.outputs = {{value(id).dims, value(id).bits(), false}};
  layer.input_bits = layer.output_bits = Bits(value(id).elements()) * value(id).bits();
  MapView laid_out;
  laid_out.layout = fresh.layout;
  laid_out.map = fresh.map;
  const Need need = same_positions(laid_out, view(id)) ? Need::same : Need::whole;
  connect(layer, view(id), need, Gate::s5_operands);
  const std::int64_t bits = view(id).bits;
  set_result(id, add_layer(std::move(layer)), std::move(fresh.layout), bits);
  return view(id);
}

}  // namespace crossroof
