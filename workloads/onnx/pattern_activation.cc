// SPDX-License-Identifier: Apache-2.0
// Activations of one value x, written out as several nodes:
//   GELU        x * (1 + erf(x / sqrt 2)) * 0.5, and with tanh of a cubic; factors in any order
//   SiLU        x * sigmoid(x), also with a scaled argument;  Mish  x * tanh(softplus(x))
//   hard-swish  x * clip(x + 3, 0, 6) / 6, x * hardsigmoid(x);  hard-sigmoid  clip(x + 3, 0, 6) / 6
#include "workloads/onnx/patterns.h"

namespace crossroof {
namespace {

constexpr int kMaxCone = 8;  // nodes that may lead from x to the inner function

class ActivationMatcher {
 public:
  explicit ActivationMatcher(const GraphIndex& graph) : graph_(graph) {}

  PatternMatch run(std::size_t root) {
    if (is(root, "Erf") || is(root, "Tanh")) return gelu(root);
    if (is(root, "Sigmoid")) return gate(root, "Swish", SimdKind::gelu);
    if (is(root, "HardSigmoid")) return gate(root, "HardSwish", SimdKind::hswish);
    if (is(root, "Clip")) return hard_swish(root);
    return {};
  }

 private:
  bool is(std::size_t n, const char* op) const {
    return n != kNoNode && graph_.node(n).op == op && graph_.node(n).domain.empty();
  }
  ValueId in(std::size_t n, std::size_t i) const { return graph_.node(n).inputs[i]; }
  ValueId out(std::size_t n) const { return graph_.node(n).outputs[0]; }
  void add(std::size_t n) { match_.nodes.push_back(n); }

  bool is_binary(std::size_t n) const {
    return n != kNoNode && graph_.node(n).inputs.size() == 2 && in(n, 0) != ValueId::none &&
           in(n, 1) != ValueId::none;
  }
  ValueId other(std::size_t n, ValueId id) const { return in(n, 0) == id ? in(n, 1) : in(n, 0); }

  // x, when `id` is x times (or divided by, plus) a one-element constant; else none.
  ValueId scaled(ValueId id, const char* op) const {
    const std::size_t n = graph_.producer(id);
    if (!is(n, op) || !is_binary(n)) return ValueId::none;
    if (graph_.is_scalar_constant(in(n, 1))) return in(n, 0);
    if (std::string(op) != "Div" && graph_.is_scalar_constant(in(n, 0))) return in(n, 1);
    return ValueId::none;
  }
  ValueId scaled(ValueId id) const {
    const ValueId by_product = scaled(id, "Mul");
    return by_product != ValueId::none ? by_product : scaled(id, "Div");
  }

  // Whether `id` is made of x and one-element constants by at most kMaxCone nodes; adds them.
  bool leads_to(ValueId id, ValueId x) {
    std::vector<ValueId> pending = {id};
    std::vector<std::size_t> cone;
    while (!pending.empty()) {
      const ValueId next = pending.back();
      pending.pop_back();
      if (next == x || graph_.is_scalar_constant(next)) continue;
      const std::size_t n = graph_.producer(next);
      const bool arithmetic = is(n, "Mul") || is(n, "Add") || is(n, "Div") || is(n, "Pow") ||
                              is(n, "Sub") || is(n, "Softplus");
      if (!arithmetic || cone.size() >= static_cast<std::size_t>(kMaxCone)) return false;
      cone.push_back(n);
      for (const ValueId operand : graph_.node(n).inputs) pending.push_back(operand);
    }
    match_.nodes.insert(match_.nodes.end(), cone.begin(), cone.end());
    return true;
  }

  PatternMatch done(const char* op, SimdKind work) {
    match_.op = op;
    match_.work = work;
    return match_;
  }

  // The operand x of the product that reads `value`: given directly, or scaled by a constant.
  bool multiply_by_x(ValueId value, bool& was_scaled) {
    const std::size_t product = graph_.sole_reader(value);
    if (!is(product, "Mul") || !is_binary(product)) return false;
    const ValueId factor = other(product, value);
    if (factor == value || graph_.is_static(factor)) return false;
    match_.input = factor;
    const ValueId inner = scaled(factor);
    if (inner != ValueId::none && graph_.sole_reader(factor) == product) {
      match_.input = inner;
      was_scaled = true;
      add(graph_.producer(factor));
    }
    add(product);
    match_.output = out(product);
    return true;
  }

  // A further product with a one-element constant.
  bool scale() {
    const std::size_t reader = graph_.sole_reader(match_.output);
    if (reader == kNoNode || scaled(out(reader)) != match_.output) return false;
    add(reader);
    match_.output = out(reader);
    return true;
  }

  PatternMatch gelu(std::size_t root) {
    add(root);
    match_.output = out(root);
    const std::size_t argument = graph_.producer(in(root, 0));
    if (is(root, "Tanh") && is(argument, "Softplus")) {
      bool was_scaled = false;
      if (!multiply_by_x(out(root), was_scaled) || was_scaled) return {};
      return leads_to(in(root, 0), match_.input) ? done("Mish", SimdKind::gelu) : PatternMatch{};
    }
    const std::size_t plus_one = graph_.sole_reader(out(root));
    if (!is(plus_one, "Add") || scaled(out(plus_one), "Add") != out(root)) return {};
    add(plus_one);
    match_.output = out(plus_one);
    bool halved = scale();
    if (!multiply_by_x(match_.output, halved)) return {};
    if (!halved) scale();
    if (match_.input == in(root, 0) || !leads_to(in(root, 0), match_.input)) return {};
    return done("Gelu", SimdKind::gelu);
  }

  PatternMatch gate(std::size_t root, const char* op, SimdKind work) {
    add(root);
    const std::size_t product = graph_.sole_reader(out(root));
    if (!is(product, "Mul") || !is_binary(product)) return {};
    match_.input = other(product, out(root));
    if (graph_.is_static(match_.input)) return {};
    if (in(root, 0) != match_.input) {
      if (scaled(in(root, 0)) != match_.input) return {};
      add(graph_.producer(in(root, 0)));
    }
    add(product);
    match_.output = out(product);
    return done(op, work);
  }

  PatternMatch hard_swish(std::size_t root) {
    const std::size_t sum = graph_.producer(in(root, 0));
    if (!is(sum, "Add") || !is_binary(sum)) return {};
    match_.input = scaled(out(sum), "Add");
    if (match_.input == ValueId::none || graph_.is_static(match_.input)) return {};
    add(sum);
    add(root);
    match_.output = out(root);
    bool divided = scale();
    const std::size_t product = graph_.sole_reader(match_.output);
    const bool gated =
        is(product, "Mul") && is_binary(product) && other(product, match_.output) == match_.input;
    if (gated) {
      add(product);
      match_.output = out(product);
      if (!divided) divided = scale();
    }
    if (!divided) return {};
    return done(gated ? "HardSwish" : "HardSigmoid", SimdKind::hswish);
  }

  const GraphIndex& graph_;
  PatternMatch match_;
};

}  // namespace

PatternMatch match_activation(const GraphIndex& graph, std::size_t root) {
  return ActivationMatcher(graph).run(root);
}

}  // namespace crossroof
