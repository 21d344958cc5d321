// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/patterns.h"

#include <algorithm>

namespace crossroof {
namespace {

bool contains(const PatternMatch& match, std::size_t n) {
  return n != kNoNode && std::binary_search(match.nodes.begin(), match.nodes.end(), n);
}

// Read by nodes of the match only.
bool stays_inside(const GraphIndex& graph, const PatternMatch& match, ValueId id) {
  const std::vector<std::size_t>& readers = graph.readers(id);
  return !graph.is_output(id) &&
         std::all_of(readers.begin(), readers.end(),
                     [&match](std::size_t reader) { return contains(match, reader); });
}

// Every value inside is read inside only, and everything from outside is `input` or static.
bool is_closed(const GraphIndex& graph, const PatternMatch& match) {
  for (const std::size_t n : match.nodes) {
    for (const ValueId id : graph.node(n).outputs) {
      const bool hidden = id != ValueId::none && id != match.output;
      if (hidden && !stays_inside(graph, match, id)) return false;
    }
    for (const ValueId id : graph.node(n).inputs) {
      const bool given = id == ValueId::none || id == match.input || graph.is_static(id);
      if (!given && !contains(match, graph.producer(id))) return false;
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
