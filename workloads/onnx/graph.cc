// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/graph.h"

namespace crossroof {

std::string display_name(const OnnxGraph& graph, const OnnxNode& node) {
  if (!node.name.empty()) return node.name;
  for (const ValueId id : node.outputs) {
    if (id != ValueId::none) return graph.values[index(id)].name;
  }
  return node.op;
}

std::string qualified_op(const OnnxNode& node) {
  return node.domain.empty() ? node.op : node.domain + "." + node.op;
}

std::string shape_text(const Dims& dims) {
  if (dims.empty()) return "scalar";
  std::string text;
  for (const std::int64_t d : dims) {
    if (!text.empty()) text += 'x';
    text += std::to_string(d);
  }
  return text;
}

}  // namespace crossroof
