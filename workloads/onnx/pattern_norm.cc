// SPDX-License-Identifier: Apache-2.0
// Layer normalisation: d = x - mean(x); d / sqrt(mean(d^2) + eps) [* gamma] [+ beta]; RMS
// normalisation is the same without the mean. The search starts at the square root.
#include <algorithm>

#include "workloads/onnx/op_axes.h"
#include "workloads/onnx/patterns.h"

namespace crossroof {
namespace {

class NormMatcher {
 public:
  explicit NormMatcher(const GraphIndex& graph) : graph_(graph) {}

  // Fills all but the axes, which are those of the node `mean_node()`.
  PatternMatch run(std::size_t root) {
    const OnnxNode& node = graph_.node(root);
    const bool inverse = is(root, "Pow") && graph_.is_number(node.inputs[1], -0.5);
    const bool half = is(root, "Pow") && graph_.is_number(node.inputs[1], 0.5);
    if (!is(root, "Sqrt") && !inverse && !half) return {};
    add(root);
    if (!variance(node.inputs[0])) return {};
    if (!quotient(root, inverse)) return {};
    affine("Mul");
    affine("Add");
    match_.op = centred_ ? "LayerNormalization" : "RMSNormalization";
    match_.work = centred_ ? SimdKind::norm : SimdKind::rmsnorm;
    match_.kind = OpKind::along_axis;
    return match_;
  }
  std::size_t mean_node() const { return mean_node_; }

 private:
  bool is(std::size_t n, const char* op) const {
    return n != kNoNode && graph_.node(n).op == op && graph_.node(n).domain.empty();
  }
  bool binary(std::size_t n, const char* op) const {
    return is(n, op) && graph_.node(n).inputs.size() == 2 &&
           graph_.node(n).inputs[0] != ValueId::none && graph_.node(n).inputs[1] != ValueId::none;
  }
  void add(std::size_t n) { match_.nodes.push_back(n); }
  ValueId out(std::size_t n) const { return graph_.node(n).outputs[0]; }
  std::size_t from(ValueId id) const { return graph_.producer(id); }

  // The operand of binary node `n` that is not a one-element constant.
  ValueId variable(std::size_t n) const {
    const auto& in = graph_.node(n).inputs;
    if (graph_.is_scalar_constant(in[1])) return in[0];
    if (graph_.is_scalar_constant(in[0])) return in[1];
    return ValueId::none;
  }

  // mean(d^2) + eps, with d = x - mean(x) or d = x.
  bool variance(ValueId id) {
    const std::size_t sum = from(id);
    if (!binary(sum, "Add") || variable(sum) == ValueId::none) return false;
    add(sum);
    mean_node_ = from(variable(sum));
    if (!is(mean_node_, "ReduceMean")) return false;
    add(mean_node_);
    const std::size_t square = from(graph_.node(mean_node_).inputs[0]);
    const bool power = binary(square, "Pow") && graph_.is_number(graph_.node(square).inputs[1], 2);
    const bool product =
        binary(square, "Mul") && graph_.node(square).inputs[0] == graph_.node(square).inputs[1];
    if (!power && !product) return false;
    add(square);
    deviation_ = graph_.node(square).inputs[0];
    if (centred_value(deviation_)) {
      centred_ = true;
    } else {
      match_.input = deviation_;
    }
    return true;
  }

  // x - mean(x); remembers x at the first call, and must find the same x later.
  bool centred_value(ValueId id) {
    const std::size_t difference = from(id);
    if (!binary(difference, "Sub")) return false;
    const ValueId x = graph_.node(difference).inputs[0];
    const std::size_t mean = from(graph_.node(difference).inputs[1]);
    if (!is(mean, "ReduceMean") || graph_.node(mean).inputs[0] != x) return false;
    if (match_.input != ValueId::none && match_.input != x) return false;
    match_.input = x;
    add(difference);
    add(mean);
    return true;
  }

  bool quotient(std::size_t root, bool inverse) {
    std::size_t divisor = root;
    std::size_t reader = graph_.sole_reader(out(root));
    const bool one_over =
        binary(reader, "Div") && graph_.is_number(graph_.node(reader).inputs[0], 1);
    if (!inverse && (is(reader, "Reciprocal") || one_over)) {
      inverse = true;
      divisor = reader;
      add(reader);
      reader = graph_.sole_reader(out(reader));
    }
    if (!binary(reader, inverse ? "Mul" : "Div")) return false;
    const auto& in = graph_.node(reader).inputs;
    ValueId numerator = in[0];
    if (numerator == out(divisor)) numerator = in[1];
    if (!inverse && in[1] != out(divisor)) return false;
    if (numerator != deviation_ && !(centred_ && centred_value(numerator))) return false;
    add(reader);
    match_.output = out(reader);
    return true;
  }

  void affine(const char* op) {
    const std::size_t reader = graph_.sole_reader(match_.output);
    if (!binary(reader, op)) return;
    const auto& in = graph_.node(reader).inputs;
    const ValueId other = in[0] == match_.output ? in[1] : in[0];
    if (!graph_.is_static(other)) return;
    if (graph_.value(out(reader)).dims != graph_.value(match_.output).dims) return;
    add(reader);
    match_.output = out(reader);
  }

  const GraphIndex& graph_;
  PatternMatch match_;
  std::size_t mean_node_ = kNoNode;
  ValueId deviation_ = ValueId::none;
  bool centred_ = false;
};

}  // namespace

PatternMatch match_norm(const GraphIndex& graph, std::size_t root, const OnnxModel& model,
                        std::vector<TensorValue>& values, std::string_view label) {
  NormMatcher matcher(graph);
  PatternMatch match = matcher.run(root);
  if (match.op.empty()) return match;
  match.axes = reduced_axes(OpContext(model, graph.node(matcher.mean_node()), values, label));
  return match;
}

}  // namespace crossroof
