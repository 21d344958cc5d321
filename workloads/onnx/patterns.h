// SPDX-License-Identifier: Apache-2.0
// Functions that exporters write out as many nodes: layer and RMS normalisation, GELU in its erf
// and tanh forms, SiLU, Mish, hard-swish. Each match is one piece of work instead of up to nine. A
// match is closed: no value inside is read outside or leaves the graph.
#ifndef CROSSROOF_WORKLOADS_ONNX_PATTERNS_H_
#define CROSSROOF_WORKLOADS_ONNX_PATTERNS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/onnx/graph_index.h"
#include "workloads/onnx/op_rules.h"

namespace crossroof {

struct PatternMatch {
  std::string op;                 // "LayerNormalization", "Gelu", ...
  SimdKind work = SimdKind::add;  // once per element of the output
  OpKind kind = OpKind::elementwise;
  std::vector<std::int64_t> axes;  // joined axes, of a normalisation
  ValueId input = ValueId::none;
  ValueId output = ValueId::none;
  std::vector<std::size_t> nodes;  // sorted; the last one produces the output
};

// All matches, by their last node; no node is in two of them.
std::vector<PatternMatch> find_patterns(const GraphIndex& graph, const OnnxModel& model,
                                        std::vector<TensorValue>& values, std::string_view label);

// Parts of the search (pattern_norm.cc, pattern_activation.cc); `op` is empty without a match.
PatternMatch match_norm(const GraphIndex& graph, std::size_t root, const OnnxModel& model,
                        std::vector<TensorValue>& values, std::string_view label);
PatternMatch match_activation(const GraphIndex& graph, std::size_t root);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_PATTERNS_H_
