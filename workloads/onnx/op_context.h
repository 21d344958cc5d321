// SPDX-License-Identifier: Apache-2.0
// What a rule sees of one node: its attributes, the values of its inputs as inferred so far, and
// the places where its outputs go. Every complaint names the file, the node and the operator.
#ifndef CROSSROOF_WORKLOADS_ONNX_OP_CONTEXT_H_
#define CROSSROOF_WORKLOADS_ONNX_OP_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/amount.h"
#include "workloads/onnx/graph.h"

namespace crossroof {

// What is known about one value of the graph.
struct TensorValue {
  Dims dims;
  DataType type = DataType::undefined;
  bool inferred = false;            // dims and type are known
  bool is_static = false;           // the same for every image: weights and what follows from them
  bool assumed = false;             // rests on --assume or on the file's value_info
  std::int64_t quantised_bits = 0;  // width the numbers were quantised to, 0 if they were not
  std::optional<TensorData> data;   // the numbers themselves, of small tensors

  std::int64_t rank() const { return static_cast<std::int64_t>(dims.size()); }
  std::int64_t elements() const;
  std::int64_t bits() const { return quantised_bits != 0 ? quantised_bits : element_bits(type); }
};

std::int64_t product_of(const Dims& dims);

// Thrown by a rule whose output shape depends on numbers that only a run would know.
class DataDependent : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class OpContext {
 public:
  OpContext(const OnnxModel& model, const OnnxNode& node, std::vector<TensorValue>& values,
            std::string_view label);

  const OnnxNode& node() const { return node_; }
  std::int64_t opset() const { return opset_; }

  std::size_t input_count() const { return node_.inputs.size(); }
  bool has(std::size_t i) const {
    return i < node_.inputs.size() && node_.inputs[i] != ValueId::none;
  }
  const TensorValue& in(std::size_t i) const;  // fails when input i was left out
  std::string input_name(std::size_t i) const;
  std::size_t output_count() const { return node_.outputs.size(); }
  bool wants(std::size_t i) const {
    return i < node_.outputs.size() && node_.outputs[i] != ValueId::none;
  }
  const TensorValue& out(std::size_t i) const { return values_[index(node_.outputs[i])]; }

  // Writes output i, if the node has one; dims are checked.
  void set(std::size_t i, Dims dims, DataType type);
  void set_data(std::size_t i, TensorData data);
  void set_quantised_bits(std::size_t i, std::int64_t bits);

  const OnnxAttribute* attribute(std::string_view name) const;
  std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
  double real(std::string_view name, double otherwise) const;
  std::string text(std::string_view name, const std::string& otherwise) const;
  std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;

  // The integers of input i; none when the input is absent or its numbers are unknown.
  std::optional<std::vector<std::int64_t>> known_integers(std::size_t i) const;
  // The integers of input i; DataDependent when unknown.
  std::vector<std::int64_t> needed_integers(std::size_t i) const;
  // Attribute `name` (older opsets) or input i (newer ones); none when neither is given.
  std::optional<std::vector<std::int64_t>> attribute_or_input(std::string_view name,
                                                              std::size_t i) const;
  // `axis` in [-rank, rank) made non-negative; fails otherwise.
  std::int64_t axis(std::int64_t axis, std::int64_t rank) const;

  [[noreturn]] void fail(const std::string& what) const;
  void require(bool condition, const char* what) const {
    if (!condition) fail(what);
  }

 private:
  const OnnxModel& model_;
  const OnnxNode& node_;
  std::vector<TensorValue>& values_;
  std::string_view label_;
  std::int64_t opset_ = 0;
};

// "model.onnx: error: node 'n' (Conv): ".
std::string node_error_prefix(std::string_view label, const OnnxGraph& graph, const OnnxNode& node);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_OP_CONTEXT_H_
