// SPDX-License-Identifier: Apache-2.0
// ONNX models made in a test, and what importing them gives.
#ifndef CROSSROOF_TESTS_WORKLOADS_ONNX_BUILDER_H_
#define CROSSROOF_TESTS_WORKLOADS_ONNX_BUILDER_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "workloads/network.h"
#include "workloads/onnx/data_type.h"
#include "workloads/onnx/import.h"

namespace crossroof::onnx_wire {
class Model;
class Node;
}  // namespace crossroof::onnx_wire

namespace crossroof::testing {

// An attribute: an integer, a list of integers, a float or a string.
struct Attr {
  Attr(const char* n, int v) : name(n), kind(Kind::i), i(v) {}
  Attr(const char* n, std::initializer_list<int> v)
      : name(n), kind(Kind::ints), ints(v.begin(), v.end()) {}
  Attr(const char* n, float v) : name(n), kind(Kind::f), f(v) {}
  Attr(const char* n, const char* v) : name(n), kind(Kind::s), s(v) {}
  enum class Kind { i, ints, f, s };
  std::string name;
  Kind kind;
  std::int64_t i = 0;
  std::vector<std::int64_t> ints;
  float f = 0;
  std::string s;
};

using Shape = std::vector<std::int64_t>;

class OnnxBuilder {
 public:
  explicit OnnxBuilder(int opset = 17);
  OnnxBuilder(OnnxBuilder&&) noexcept;
  ~OnnxBuilder();

  OnnxBuilder& opset(const std::string& domain, int version);
  OnnxBuilder& input(const std::string& name, const Shape& dims, DataType type = DataType::float32);
  // Dims as text: numbers, names of symbols, or "" for neither.
  OnnxBuilder& symbolic_input(const std::string& name, const std::vector<std::string>& dims);
  // An initializer whose data sits in a file that does not exist.
  OnnxBuilder& weight(const std::string& name, const Shape& dims,
                      DataType type = DataType::float32);
  OnnxBuilder& integers(const std::string& name, const std::vector<std::int64_t>& numbers);
  OnnxBuilder& scalar(const std::string& name, float number);
  OnnxBuilder& node(const std::string& op, const std::vector<std::string>& inputs,
                    const std::vector<std::string>& outputs,
                    const std::vector<Attr>& attributes = {}, const std::string& domain = "");
  OnnxBuilder& constant(const std::string& name, const Shape& dims);  // a Constant node of floats
  OnnxBuilder& value_info(const std::string& name, const Shape& dims);
  OnnxBuilder& weight_inputs(const std::string& json);  // metadata "stripped_weight_inputs"
  OnnxBuilder& function(const std::string& domain, const std::string& name);
  OnnxBuilder& output(const std::string& name);

  std::string bytes() const;
  Network import(const ImportOptions& options = {}) const;  // as "test.onnx"
  // The error of an import, or "accepted".
  std::string refusal(const ImportOptions& options = {}) const;

 private:
  std::unique_ptr<onnx_wire::Model> model_;
};

// The layer of that name; a failed lookup ends the test.
const Layer& layer(const Network& network, const std::string& name);

// Total of one kind of operation in a list.
std::int64_t operations(const std::vector<SimdWork>& work, SimdKind kind);

// Folder of the reference networks with a trailing slash; empty when there is no reference data.
std::string reference_networks();

}  // namespace crossroof::testing

#endif  // CROSSROOF_TESTS_WORKLOADS_ONNX_BUILDER_H_
