// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/bind.h"

#include <set>

#include "models/error.h"

namespace crossroof {
namespace {

bool has_size(const OnnxDim& dim) { return dim.size && *dim.size >= 0 && *dim.size <= kMaxDim; }
bool is_fixed(const OnnxDim& dim) { return has_size(dim) && *dim.size > 0; }

std::string dims_text(const OnnxType& type) {
  std::string text = "[";
  for (const OnnxDim& d : type.dims) {
    if (text.size() > 1) text += ", ";
    text += d.size ? std::to_string(*d.size) : d.symbol.empty() ? "?" : d.symbol;
  }
  return text + "]";
}

class Binder {
 public:
  Binder(const OnnxModel& model, const ImportOptions& options, std::string_view label)
      : graph_(model.graph), options_(options), label_(label) {}

  BoundInputs run() {
    check_names();
    bound_.symbols = options_.bind;
    for (const ValueId id : graph_.inputs) take_symbols(graph_.values[index(id)]);
    for (const ValueId id : graph_.inputs) bound_.dims.push_back(dims_of(graph_.values[index(id)]));
    if (!unbound_.empty()) {
      throw Error(std::string(label_) + ": error: dimensions without a size: " + unbound_ +
                  "; bind them with " + hint_);
    }
    return std::move(bound_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(std::string(label_) + ": error: " + what);
  }

  void check_names() const {
    std::set<std::string> inputs, symbols;
    std::string input_list, symbol_list;
    for (const ValueId id : graph_.inputs) {
      const OnnxValue& value = graph_.values[index(id)];
      if (value.initializer) continue;
      if (inputs.insert(value.name).second) input_list.append(" '").append(value.name).append("'");
      for (const OnnxDim& d : value.type.dims) {
        if (d.symbol.empty() || !symbols.insert(d.symbol).second) continue;
        symbol_list.append(" '").append(d.symbol).append("'");
      }
    }
    for (const auto& [name, dims] : options_.input_shapes) {
      if (inputs.count(name) == 0) {
        std::string what = "no input is named '";
        fail(what.append(name).append("'; the inputs are:").append(input_list));
      }
    }
    for (const auto& [name, size] : options_.bind) {
      if (symbols.count(name) == 0) {
        fail("no input dimension is named '" + name + "'; " +
             (symbols.empty() ? "all are numbers" : "the names are:" + symbol_list));
      }
      if (size < 1 || size > kMaxDim) {
        fail("dimension '" + name + "' bound to " + std::to_string(size) +
             "; possible are 1 .. 2^31-1");
      }
    }
  }

  // A shape given for an input also binds the symbols in it.
  void take_symbols(const OnnxValue& value) {
    const auto given = options_.input_shapes.find(value.name);
    if (given == options_.input_shapes.end()) return;
    const std::vector<std::int64_t>& dims = given->second;
    if (value.type.has_shape && dims.size() != value.type.dims.size()) {
      fail("input '" + value.name + "' has " + std::to_string(value.type.dims.size()) +
           " dimensions " + dims_text(value.type) + ", the given shape " + shape_text(dims) +
           " has " + std::to_string(dims.size()));
    }
    for (std::size_t i = 0; i < value.type.dims.size(); ++i) {
      const OnnxDim& stated = value.type.dims[i];
      if (has_size(stated) || stated.symbol.empty()) continue;
      const auto [it, fresh] = bound_.symbols.try_emplace(stated.symbol, dims[i]);
      if (!fresh && it->second != dims[i]) {
        fail("dimension '" + stated.symbol + "' is bound to " + std::to_string(it->second) +
             " and to " + std::to_string(dims[i]) + " (input '" + value.name + "')");
      }
    }
  }

  Dims dims_of(const OnnxValue& value) {
    if (value.initializer) return value.initializer->dims;
    for (const OnnxDim& d : value.type.dims) {
      if (d.size && *d.size > kMaxDim) {
        fail("input '" + value.name + "' has the size " + std::to_string(*d.size) +
             "; possible are 1 .. 2^31-1");
      }
    }
    const auto given = options_.input_shapes.find(value.name);
    if (given != options_.input_shapes.end()) {
      for (const std::int64_t d : given->second) {
        if (d < 1 || d > kMaxDim) {
          fail("input '" + value.name + "' given the size " + std::to_string(d) +
               "; possible are 1 .. 2^31-1");
        }
      }
      return given->second;
    }
    if (!value.type.is_tensor) fail("input '" + value.name + "' is not a tensor");
    if (!value.type.has_shape) {
      note("the whole shape of '" + value.name + "'", "--input " + value.name + "=1x3x224x224");
      return {};
    }
    return resolved(value);
  }

  Dims resolved(const OnnxValue& value) {
    Dims dims;
    std::string missing, example;
    bool unnamed = false;
    for (std::size_t i = 0; i < value.type.dims.size(); ++i) {
      const OnnxDim& d = value.type.dims[i];
      const auto symbol = bound_.symbols.find(d.symbol);
      if (is_fixed(d)) {
        dims.push_back(*d.size);
      } else if (!d.symbol.empty() && symbol != bound_.symbols.end()) {
        dims.push_back(symbol->second);
      } else {
        if (!missing.empty()) missing += ", ";
        missing += d.symbol.empty() ? "axis " + std::to_string(i) : "'" + d.symbol + "'";
        unnamed = unnamed || d.symbol.empty();
        if (!d.symbol.empty() && hinted_.insert(d.symbol).second) {
          example += (example.empty() ? "--bind " : " --bind ") + d.symbol + "=1";
        }
        dims.push_back(1);
      }
    }
    if (unnamed) example = "--input " + value.name + "=" + shape_text(dims);
    if (!missing.empty())
      note(missing + " of '" + value.name + "' " + dims_text(value.type), example);
    return dims;
  }

  void note(const std::string& what, const std::string& example) {
    unbound_ += (unbound_.empty() ? "" : "; ") + what;
    if (!example.empty()) hint_ += (hint_.empty() ? "" : " ") + example;
  }

  const OnnxGraph& graph_;
  const ImportOptions& options_;
  std::string_view label_;
  BoundInputs bound_;
  std::set<std::string> hinted_;
  std::string unbound_, hint_;
};

}  // namespace

BoundInputs bind_inputs(const OnnxModel& model, const ImportOptions& options,
                        std::string_view label) {
  return Binder(model, options, label).run();
}

std::optional<Dims> stated_dims(const OnnxType& type,
                                const std::map<std::string, std::int64_t>& symbols) {
  if (!type.has_shape) return std::nullopt;
  Dims dims;
  for (const OnnxDim& d : type.dims) {
    const auto symbol = symbols.find(d.symbol);
    if (is_fixed(d)) {
      dims.push_back(*d.size);
    } else if (!d.symbol.empty() && symbol != symbols.end()) {
      dims.push_back(symbol->second);
    } else {
      return std::nullopt;
    }
  }
  return dims;
}

}  // namespace crossroof
