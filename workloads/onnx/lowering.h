// SPDX-License-Identifier: Apache-2.0
// From an inferred graph to layers. A unit is a node, or a pattern of nodes, whose result is not
// static. Units are visited in order; each becomes a layer, or a view of earlier layers (free), or
// is fused behind the matrix layer whose result it alone reads.
//   lower_conv.cc       convolutions              lower_matmul.cc   products with a weight
//   lower_recurrent.cc  LSTM, GRU, RNN            lower_product.cc  products of two activations
//   lower_simd.cc       element-wise, pooling ... lower_views.cc    reshape, split, quantisation
//   ... lower_generic.cc    movement and the rest     fuse_tail.cc      fused behind a matrix layer
#ifndef CROSSROOF_WORKLOADS_ONNX_LOWERING_H_
#define CROSSROOF_WORKLOADS_ONNX_LOWERING_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/network.h"
#include "workloads/onnx/graph_index.h"
#include "workloads/onnx/infer.h"
#include "workloads/onnx/map_view.h"
#include "workloads/onnx/op_rules.h"
#include "workloads/onnx/patterns.h"

namespace crossroof {

struct LowerUnit {
  std::string name, op;
  OpKind kind = OpKind::generic;
  std::size_t node = 0;                  // the node that stands for it
  std::vector<std::size_t> nodes;        // all it covers
  std::vector<ValueId> inputs, outputs;  // inputs: the dynamic ones, each once
  const PatternMatch* pattern = nullptr;
  bool assumed = false;
  bool done = false;  // fused into an earlier layer
};

class Lowering {
 public:
  // `values` of the inference may be touched only as OpContext does.
  Lowering(const OnnxModel& model, Inference& inference, std::string_view label,
           std::int64_t batch);

  // May throw BatchMismatch: the layers cannot be described for one image of `batch`.
  Network run();

  // What the lowering functions use.
  const GraphIndex& graph() const { return index_; }
  const TensorValue& value(ValueId id) const { return index_.value(id); }
  OpContext context(const LowerUnit& unit);
  std::int64_t batch() const { return batch_; }
  const std::vector<std::size_t>& readers(ValueId id) const { return unit_readers_[index(id)]; }
  LowerUnit& unit(std::size_t u) { return units_[u]; }
  std::vector<SimdWork> work_of(const LowerUnit& unit);  // of one image

  bool has_view(ValueId id) const { return views_[index(id)].has_value(); }
  const MapView& view(ValueId id) const { return *views_[index(id)]; }
  void set_view(ValueId id, MapView view) { views_[index(id)] = std::move(view); }
  // The view with axes as a form wants them; adds a `move` layer when they lie otherwise.
  const MapView& view_as(ValueId id, MapForm form);
  // The form in which the value is read first: image, channels last, or tokens.
  MapForm form_for(ValueId id, MapForm otherwise = MapForm::tokens) const;

  // A layer with name, operands and byte counts filled; nodes of the unit count as covered.
  Layer make_layer(const LowerUnit& unit) const;
  // Adds the layer and makes `output` a view of its whole map.
  LayerId add_layer(Layer layer);
  LayerId next_layer() const { return static_cast<LayerId>(network_.layers.size()); }
  void set_result(ValueId output, LayerId layer, MapLayout layout, std::int64_t bits = 0);
  // Edges from every piece of the view, filling consumer channels from `consumer_channel` on.
  static void connect(Layer& layer, const MapView& view, Need need, Gate gate,
                      std::int64_t consumer_channel = 0);
  // Amount per image of an amount of the whole batch.
  std::int64_t per_image(std::int64_t amount) const { return amount / batch_; }
  // Quantised width of a value's numbers; 0 when they are not quantised.
  std::int64_t quantised_bits(ValueId id) const;

 private:
  void make_units();
  LowerUnit node_unit(std::size_t n) const;
  LowerUnit pattern_unit(const PatternMatch& pattern) const;
  void add_unit(LowerUnit unit);
  void add_inputs();
  void finish();
  bool is_operand(ValueId id) const;
  std::int64_t count_weights() const;

  const OnnxModel& model_;
  Inference& inference_;
  std::string_view label_;
  std::int64_t batch_;
  GraphIndex index_;
  std::vector<PatternMatch> patterns_;
  std::vector<LowerUnit> units_;
  std::vector<std::vector<std::size_t>> unit_readers_;  // by value
  std::vector<std::optional<MapView>> views_;           // by value
  Network network_;
};

// One function per sort of work; `unit.kind` chooses.
void lower_conv(Lowering& s, LowerUnit& unit);
void lower_conv_transpose(Lowering& s, LowerUnit& unit);
void lower_matmul(Lowering& s, LowerUnit& unit);
void lower_recurrent(Lowering& s, LowerUnit& unit);
void lower_attention(Lowering& s, LowerUnit& unit);
void lower_einsum(Lowering& s, LowerUnit& unit);
void lower_elementwise(Lowering& s, LowerUnit& unit);
void lower_along_axis(Lowering& s, LowerUnit& unit);
void lower_reduce(Lowering& s, LowerUnit& unit);
void lower_pool(Lowering& s, LowerUnit& unit);
void lower_generic(Lowering& s, LowerUnit& unit);  // also plain movement
// Movement of the unit's operands to `output` as a layer of its own, named `name`. With
// `by_channel` (a map that keeps the operands' positions) a position needs only its own position.
void lower_move(Lowering& s, const LowerUnit& unit, ValueId output, const std::string& name,
                const std::optional<FreshMap>& by_channel = std::nullopt);
void lower_identity(Lowering& s, LowerUnit& unit);
void lower_reshape(Lowering& s, LowerUnit& unit);
void lower_transpose(Lowering& s, LowerUnit& unit);
void lower_concat(Lowering& s, LowerUnit& unit);
void lower_split(Lowering& s, LowerUnit& unit);
void lower_slice(Lowering& s, LowerUnit& unit);
void lower_gather(Lowering& s, LowerUnit& unit);
void lower_quantise(Lowering& s, LowerUnit& unit);
void lower_dequantise(Lowering& s, LowerUnit& unit);

// The data of `view` as a map of another shape: a `move` layer, unless it has that shape already.
// Edges from it need the whole map.
MapView rearranged(Lowering& s, const LowerUnit& unit, const MapView& view, const MapShape& shape);

// A product of two activations (lower_product.cc); shapes as for MatMul after transposition.
void lower_product(Lowering& s, LowerUnit& unit, ValueId a, ValueId b);

// Fuses what follows matrix layer `layer`, whose result is `output` with `columns` columns laid out
// as `layout`; adds the layer and sets the view of the last fused result.
void add_matrix_layer(Lowering& s, Layer layer, ValueId output, MapLayout layout);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_LOWERING_H_
