// SPDX-License-Identifier: Apache-2.0
// What is fused behind a matrix layer: while its result has one reader, a batch normalisation or a
// bias (free: they fold into the array), an activation, a product or sum with a constant, and one
// sum with another activation whose producer is already there. So a sum of two matrix layers goes
// to the later one. Quantisation in between sets the width of the result.
#include <algorithm>

#include "workloads/onnx/lowering.h"
#include "workloads/onnx/op_axes.h"

namespace crossroof {
namespace {

class Tail {
 public:
  Tail(Lowering& s, Layer& layer, ValueId output) : s_(s), layer_(layer), end_(output) {
    bits_ = s.quantised_bits(output);
  }

  // The last value fused; `layout` becomes its layout.
  ValueId run(MapLayout& layout) {
    main_.layout = layout;
    main_.map = layer_.out;
    while (step()) {
    }
    layer_.bits.output = bits_;
    layout = main_.layout;
    return end_;
  }

 private:
  bool step() {
    if (s_.graph().is_output(end_)) return false;
    const std::vector<std::size_t>& readers = s_.readers(end_);
    if (readers.size() != 1) return false;
    LowerUnit& unit = s_.unit(readers[0]);
    if (unit.done || unit.assumed || unit.outputs.size() != 1) return false;
    if (unit.kind == OpKind::reshape)
      return rename(unit, reshaped(main_.layout, s_.value(unit.outputs[0]).dims));
    if (unit.kind == OpKind::transpose) {
      return rename(unit, permuted(main_.layout, permutation(s_.context(unit))));
    }
    if (s_.value(unit.outputs[0]).dims != s_.value(end_).dims) return false;
    switch (unit.kind) {
      case OpKind::identity:
      case OpKind::dequantise:
        return take(unit, {});
      case OpKind::quantise:
        take(unit, {});
        bits_ = s_.quantised_bits(end_);
        return true;
      case OpKind::elementwise:
        return elementwise(unit);
      default:
        return false;
    }
  }

  bool rename(LowerUnit& unit, std::optional<MapLayout> layout) {
    if (!layout) return false;
    main_.layout = *std::move(layout);
    unit.done = true;
    end_ = unit.outputs[0];
    layer_.fused_nodes.push_back(unit.name);
    return true;
  }

  bool take(LowerUnit& unit, const std::vector<SimdWork>& work) {
    unit.done = true;
    end_ = unit.outputs[0];
    layer_.fused_nodes.push_back(unit.name);
    for (const SimdWork& w : work) add_work(w);
    if (unit.kind == OpKind::elementwise) bits_ = 0;
    return true;
  }

  void add_work(const SimdWork& work) {
    for (SimdWork& w : layer_.fused) {
      if (w.kind == work.kind) {
        w.count = checked_add(w.count, work.count);
        return;
      }
    }
    layer_.fused.push_back(work);
  }

  bool elementwise(LowerUnit& unit) {
    const OnnxNode& node = s_.graph().node(unit.node);
    if (unit.inputs.size() == 1) {
      const bool folds = unit.pattern == nullptr && (is_folded_norm(node) || is_bias(node));
      return take(unit, folds ? std::vector<SimdWork>{} : s_.work_of(unit));
    }
    if (node.op != "Add" || unit.inputs.size() != 2 || has_residual_) return false;
    const ValueId other = unit.inputs[0] == end_ ? unit.inputs[1] : unit.inputs[0];
    if (!s_.has_view(other) || s_.value(other).dims != s_.value(end_).dims) return false;
    const Need need = same_positions(main_, s_.view(other)) ? Need::same : Need::whole;
    Lowering::connect(layer_, s_.view(other), need, Gate::s5_operands);
    layer_.input_bits += Bits(s_.value(other).elements()) * s_.value(other).bits();
    has_residual_ = true;
    return take(unit, s_.work_of(unit));
  }

  // The axis of the result that holds exactly the columns.
  std::int64_t columns_axis() const {
    const std::size_t rank = main_.layout.size();
    for (const std::size_t axis : {std::size_t{1}, rank - 1}) {
      if (axis < rank && factors_of(main_.layout, MapAxis::channel, axis, axis + 1) ==
                             factors_of(main_.layout, MapAxis::channel, 0, rank)) {
        return static_cast<std::int64_t>(axis);
      }
    }
    return -1;
  }

  bool is_folded_norm(const OnnxNode& node) const {
    return node.op == "BatchNormalization" && columns_axis() == 1;
  }

  // A constant that is the same at every position.
  bool is_bias(const OnnxNode& node) const {
    if (node.op != "Add" && node.op != "Sub") return false;
    const ValueId constant = node.inputs[0] == end_ ? node.inputs[1] : node.inputs[0];
    const Dims& dims = s_.value(constant).dims;
    const auto rank = static_cast<std::int64_t>(main_.layout.size());
    const auto offset = rank - static_cast<std::int64_t>(dims.size());
    for (std::size_t i = 0; i < dims.size(); ++i) {
      if (dims[i] != 1 && static_cast<std::int64_t>(i) + offset != columns_axis()) return false;
    }
    return node.op == "Add" || node.inputs[0] == end_;
  }

  Lowering& s_;
  Layer& layer_;
  ValueId end_;
  MapView main_;
  std::int64_t bits_ = 0;
  bool has_residual_ = false;
};

}  // namespace

void add_matrix_layer(Lowering& s, Layer layer, ValueId output, MapLayout layout) {
  const ValueId end = Tail(s, layer, output).run(layout);
  const std::int64_t bits = layer.bits.output;
  s.set_result(end, s.add_layer(std::move(layer)), std::move(layout), bits);
}

}  // namespace crossroof
