// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/infer.h"

#include <set>
#include <string>

#include "models/error.h"
#include "workloads/onnx/bind.h"
#include "workloads/onnx/node_order.h"
#include "workloads/onnx/op_rules.h"

namespace crossroof {
namespace {

constexpr std::int64_t kMaxKnownTotal = std::int64_t{8} << 20;  // numbers of all values together
constexpr std::int64_t kAlwaysKnown = 64;                       // dims and scalars

bool is_control_flow(const OnnxNode& node) {
  const std::string& op = node.op;
  return node.domain.empty() && (op == "If" || op == "Loop" || op == "Scan" || op == "SequenceMap");
}

class Inferrer {
 public:
  Inferrer(const OnnxModel& model, const ImportOptions& options, std::string_view label)
      : model_(model), graph_(model.graph), options_(options), label_(label) {}

  Inference run() {
    check_node_order(graph_, label_);
    result_.values.resize(graph_.values.size());
    result_.assumed.assign(graph_.nodes.size(), false);
    set_inputs();
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) infer_node(n);
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const OnnxNode& node, const std::string& what) const {
    throw Error(node_error_prefix(label_, graph_, node) + what);
  }

  void set_inputs() {
    for (std::size_t v = 0; v < graph_.values.size(); ++v) {
      if (!graph_.values[v].initializer) continue;
      const OnnxTensor& tensor = *graph_.values[v].initializer;
      TensorValue& value = result_.values[v];
      value.dims = tensor.dims;
      value.type = tensor.type;
      value.data = tensor.data;
      value.inferred = value.is_static = true;
    }
    const BoundInputs bound = bind_inputs(model_, options_, label_);
    symbols_ = bound.symbols;
    const std::set<std::string> weights(model_.weight_inputs.begin(), model_.weight_inputs.end());
    for (std::size_t i = 0; i < graph_.inputs.size(); ++i) {
      const OnnxValue& stated = graph_.values[index(graph_.inputs[i])];
      TensorValue& value = result_.values[index(graph_.inputs[i])];
      if (stated.initializer) continue;
      value.dims = bound.dims[i];
      value.type = stated.type.type;
      value.inferred = true;
      value.is_static = weights.count(stated.name) != 0;
      check_size(value, stated.name);
    }
  }

  void check_size(const TensorValue& value, const std::string& name) const {
    try {
      static_cast<void>(checked_mul(value.elements(), 128));
    } catch (const Error&) {
      throw Error(std::string(label_) + ": error: tensor '" + name + "' of shape " +
                  shape_text(value.dims) + " exceeds 2^63 bits");
    }
  }

  void infer_node(std::size_t n) {
    const OnnxNode& node = graph_.nodes[n];
    if (is_control_flow(node)) fail(node, "control flow is not supported yet");
    if (!model_.functions.empty() && model_.functions.count(node.domain + "." + node.op) != 0) {
      fail(node, "it calls a function defined in the file, which is not supported yet");
    }
    if (model_.opsets.count(node.domain) == 0) {
      fail(node, "the file imports no opset of its domain '" +
                     (node.domain.empty() ? "ai.onnx" : node.domain) + "'");
    }
    OpContext context(model_, node, result_.values, label_);
    const OpRule* rule = find_op_rule(node);
    if (rule == nullptr) {
      if (!assume(n)) fail_without_rule(node, context);
    } else {
      apply(n, *rule, context);
    }
    finish(n);
  }

  void apply(std::size_t n, const OpRule& rule, OpContext& context) {
    const OnnxNode& node = graph_.nodes[n];
    try {
      rule.shape(context);
    } catch (const DataDependent& unknown) {
      if (!take_value_info(n)) {
        fail(node, std::string(unknown.what()) + "; the file states no shape for '" +
                       first_output(node) + "' either");
      }
      result_.assumed[n] = true;
    } catch (const Error& error) {
      if (std::string_view(error.what()).substr(0, label_.size()) == label_) throw;
      fail(node, error.what());
    }
  }

  std::string first_output(const OnnxNode& node) const {
    for (const ValueId id : node.outputs) {
      if (id != ValueId::none) return graph_.values[index(id)].name;
    }
    return std::string();
  }

  [[noreturn]] void fail_without_rule(const OnnxNode& node, const OpContext& context) const {
    fail(node, "no rule for operator '" + node.op + "' of domain '" +
                   (node.domain.empty() ? "ai.onnx" : node.domain) + "', opset " +
                   std::to_string(context.opset()) + "; first tensor without a shape: '" +
                   first_output(node) + "'; --assume elementwise:" + qualified_op(node) +
                   " would treat it as element-wise");
  }

  bool assume(std::size_t n) {
    const OnnxNode& node = graph_.nodes[n];
    const std::set<std::string>& assumed = options_.assume_elementwise;
    const bool stated = assumed.count(qualified_op(node)) != 0 ||
                        (node.domain.empty() && assumed.count("ai.onnx." + node.op) != 0);
    if (!stated && !take_value_info(n)) return false;
    result_.assumed[n] = true;
    if (!stated) return true;
    OpContext context(model_, node, result_.values, label_);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      context.set(i, context.in(0).dims, context.in(0).type);
    }
    return true;
  }

  // The file's own statement about every output, once its symbols are bound.
  bool take_value_info(std::size_t n) {
    const OnnxNode& node = graph_.nodes[n];
    OpContext context(model_, node, result_.values, label_);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      if (node.outputs[i] == ValueId::none) continue;
      const OnnxType& type = graph_.values[index(node.outputs[i])].type;
      const auto dims = stated_dims(type, symbols_);
      if (!dims) return false;
      context.set(i, *dims, type.type);
    }
    return true;
  }

  // Numbers of large tensors are forgotten once very many are known.
  void keep_within_budget(TensorValue& value) {
    if (!value.data) return;
    const std::int64_t count = value.elements();
    known_elements_ += count;
    if (known_elements_ > kMaxKnownTotal && count > kAlwaysKnown) value.data.reset();
  }

  void finish(std::size_t n) {
    const OnnxNode& node = graph_.nodes[n];
    bool from_static = true, from_assumed = result_.assumed[n];
    for (const ValueId id : node.inputs) {
      if (id == ValueId::none) continue;
      from_static = from_static && result_.values[index(id)].is_static;
      from_assumed = from_assumed || result_.values[index(id)].assumed;
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      if (node.outputs[i] == ValueId::none) continue;
      const std::string& name = graph_.values[index(node.outputs[i])].name;
      TensorValue& value = result_.values[index(node.outputs[i])];
      if (!value.inferred) fail(node, "no rule for its output '" + name + "'");
      value.is_static = from_static || value.data.has_value();
      keep_within_budget(value);
      value.assumed = from_assumed;
      check_size(value, name);
      if (!value.is_static && value.elements() == 0) {
        fail(node, "its output '" + name + "' of shape " + shape_text(value.dims) + " is empty");
      }
    }
  }

  const OnnxModel& model_;
  const OnnxGraph& graph_;
  const ImportOptions& options_;
  std::string_view label_;
  std::map<std::string, std::int64_t> symbols_;
  Inference result_;
  std::int64_t known_elements_ = 0;
};

}  // namespace

Inference infer_graph(const OnnxModel& model, const ImportOptions& options,
                      std::string_view label) {
  return Inferrer(model, options, label).run();
}

}  // namespace crossroof
