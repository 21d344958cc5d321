// SPDX-License-Identifier: Apache-2.0
// An ONNX model as plain values: names are resolved to indices once, payloads are kept only where
// they are small numbers that shapes may depend on. Says what the file says; nothing is inferred.
#ifndef CROSSROOF_WORKLOADS_ONNX_GRAPH_H_
#define CROSSROOF_WORKLOADS_ONNX_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "workloads/onnx/data_type.h"

namespace crossroof {

using Dims = std::vector<std::int64_t>;

inline constexpr std::int64_t kMaxDim = (std::int64_t{1} << 31) - 1;
inline constexpr std::int64_t kMaxKnownElements = std::int64_t{64}
                                                  << 10;  // of a value kept as data

// The numbers in a small tensor: `floats` when its type is a float type, else `ints`.
struct TensorData {
  std::vector<std::int64_t> ints;
  std::vector<double> floats;
};

enum class ValueId : std::int32_t { none = -1 };
inline std::size_t index(ValueId id) { return static_cast<std::size_t>(id); }

// A tensor of the file: initializer or attribute.
struct OnnxTensor {
  Dims dims;
  DataType type = DataType::undefined;
  std::optional<TensorData> data;  // none: large, external or absent
  bool has_payload = false;        // of any size, here or in another file
  std::string location;            // of that other file, as stated; it is never opened
};

struct OnnxAttribute {
  enum class Kind { other, f, i, s, t, graph, floats, ints, strings, reference };
  std::string name;
  Kind kind = Kind::other;
  double f = 0;
  std::int64_t i = 0;
  std::string s;
  std::vector<double> floats;
  std::vector<std::int64_t> ints;
  std::vector<std::string> strings;
  std::int64_t list_size = 0;  // elements of a list, also when they were dropped
  std::optional<OnnxTensor> t;
};

struct OnnxNode {
  std::string name, op, domain;  // domain "" for ai.onnx
  std::vector<ValueId> inputs;   // ValueId::none: an optional input left out
  std::vector<ValueId> outputs;
  std::vector<OnnxAttribute> attributes;
};

// A dimension of the file: a number, a symbol, or neither ("" and no value).
struct OnnxDim {
  std::optional<std::int64_t> size;
  std::string symbol;
};

struct OnnxType {
  DataType type = DataType::undefined;
  bool is_tensor = false;
  bool has_shape = false;
  std::vector<OnnxDim> dims;
};

struct OnnxValue {
  std::string name;
  OnnxType type;  // as the file states it: graph input, output or value_info
  std::optional<OnnxTensor> initializer;  // a constant of the file
};

struct OnnxGraph {
  std::string name;
  std::vector<OnnxNode> nodes;
  std::vector<OnnxValue> values;
  std::vector<ValueId> inputs, outputs;
};

struct OnnxModel {
  OnnxGraph graph;
  std::map<std::string, std::int64_t> opsets;  // domain -> version
  std::set<std::string> functions;             // "domain.name" of the file's own functions
  std::vector<std::string> weight_inputs;      // graph inputs that stand for stripped weights
  std::vector<std::string> warnings;           // complete lines
};

// The node's name; without one its first output's name; without that the operator.
std::string display_name(const OnnxGraph& graph, const OnnxNode& node);
// "Conv" or "com.microsoft.FusedConv".
std::string qualified_op(const OnnxNode& node);
std::string shape_text(const Dims& dims);  // "1x3x224x224"; "scalar"

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_GRAPH_H_
