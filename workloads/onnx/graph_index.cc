// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/graph_index.h"

#include <cmath>

namespace crossroof {

GraphIndex::GraphIndex(const OnnxGraph& graph, const Inference& inference)
    : graph_(graph),
      inference_(inference),
      producer_(graph.values.size(), kNoNode),
      readers_(graph.values.size()),
      is_output_(graph.values.size(), false) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    for (const ValueId id : graph.nodes[n].inputs) {
      if (id == ValueId::none) continue;
      std::vector<std::size_t>& readers = readers_[index(id)];
      if (readers.empty() || readers.back() != n) readers.push_back(n);
    }
    for (const ValueId id : graph.nodes[n].outputs) {
      if (id != ValueId::none) producer_[index(id)] = n;
    }
  }
  for (const ValueId id : graph.outputs) is_output_[index(id)] = true;
}

bool GraphIndex::is_folded(std::size_t n) const {
  for (const ValueId id : graph_.nodes[n].outputs) {
    if (id != ValueId::none && !is_static(id)) return false;
  }
  return true;
}

std::size_t GraphIndex::sole_reader(ValueId id) const {
  const std::vector<std::size_t>& all = readers(id);
  return all.size() == 1 && !is_output(id) ? all.front() : kNoNode;
}

bool GraphIndex::is_scalar_constant(ValueId id) const {
  return id != ValueId::none && is_static(id) && value(id).elements() == 1;
}

bool GraphIndex::is_number(ValueId id, double number) const {
  if (!is_scalar_constant(id) || !value(id).data) return false;
  const TensorData& data = *value(id).data;
  const double found = data.floats.empty() ? static_cast<double>(data.ints.at(0)) : data.floats[0];
  return std::abs(found - number) <= 1e-3 * std::abs(number);
}

}  // namespace crossroof
