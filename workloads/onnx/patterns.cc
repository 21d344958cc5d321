// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/patterns.h"

#include <algorithm>

namespace crossroof {
namespace {

// Every value inside is read inside only, and everything from outside is `input` or static.
bool is_closed(const GraphIndex& graph, const PatternMatch& match) {
  const auto inside = [&match](std::size_t n) {
    return std::binary_search(match.nodes.begin(), match.nodes.end(), n);
  };
  for (const std::size_t n : match.nodes) {
    for (const ValueId id : graph.node(n).outputs) {
      if (id == ValueId::none || id == match.output) continue;
      if (graph.is_output(id)) return false;
      for (const std::size_t reader : graph.readers(id)) {
        if (!inside(reader)) return false;
      }
    }
    for (const ValueId id : graph.node(n).inputs) {
      if (id == ValueId::none || id == match.input || graph.is_static(id)) continue;
      if (graph.producer(id) == kNoNode || !inside(graph.producer(id))) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<PatternMatch> find_patterns(const GraphIndex& graph, const OnnxModel& model,
                                        std::vector<TensorValue>& values, std::string_view label) {
  std::vector<PatternMatch> found;
  std::vector<bool> taken(graph.graph().nodes.size(), false);
  for (std::size_t n = 0; n < graph.graph().nodes.size(); ++n) {
    if (taken[n] || !graph.node(n).domain.empty() || graph.is_folded(n)) continue;
    PatternMatch match = match_norm(graph, n, model, values, label);
    if (match.op.empty()) match = match_activation(graph, n);
    if (match.op.empty()) continue;
    std::sort(match.nodes.begin(), match.nodes.end());
    match.nodes.erase(std::unique(match.nodes.begin(), match.nodes.end()), match.nodes.end());
    const bool free = std::none_of(match.nodes.begin(), match.nodes.end(),
                                   [&taken](std::size_t m) { return taken[m]; });
    if (!free || !is_closed(graph, match)) continue;
    for (const std::size_t m : match.nodes) taken[m] = true;
    found.push_back(std::move(match));
  }
  std::sort(found.begin(), found.end(), [](const PatternMatch& a, const PatternMatch& b) {
    return a.nodes.back() < b.nodes.back();
  });
  return found;
}

}  // namespace crossroof
