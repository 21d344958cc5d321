// SPDX-License-Identifier: Apache-2.0
// Who produces and who reads each value of a graph.
#ifndef CROSSROOF_WORKLOADS_ONNX_GRAPH_INDEX_H_
#define CROSSROOF_WORKLOADS_ONNX_GRAPH_INDEX_H_

#include <cstddef>
#include <vector>

#include "workloads/onnx/infer.h"
#include "workloads/onnx/op_context.h"

namespace crossroof {

inline constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);

class GraphIndex {
 public:
  GraphIndex(const OnnxGraph& graph, const Inference& inference);

  const OnnxGraph& graph() const { return graph_; }
  const OnnxNode& node(std::size_t n) const { return graph_.nodes[n]; }
  std::size_t producer(ValueId id) const { return producer_[index(id)]; }
  const std::vector<std::size_t>& readers(ValueId id) const { return readers_[index(id)]; }
  bool is_output(ValueId id) const { return is_output_[index(id)]; }
  const TensorValue& value(ValueId id) const { return inference_.values[index(id)]; }
  bool is_static(ValueId id) const { return value(id).is_static; }
  // Every output of the node is static.
  bool is_folded(std::size_t n) const;

  // The only node that reads `id`, unless the value also leaves the graph; else kNoNode.
  std::size_t sole_reader(ValueId id) const;
  // A static value of one element.
  bool is_scalar_constant(ValueId id) const;
  // Its number, when known.
  bool is_number(ValueId id, double number) const;

 private:
  const OnnxGraph& graph_;
  const Inference& inference_;
  std::vector<std::size_t> producer_;
  std::vector<std::vector<std::size_t>> readers_;  // each node once
  std::vector<bool> is_output_;
};

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_GRAPH_INDEX_H_
