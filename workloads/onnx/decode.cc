// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/decode.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "models/error.h"
#include "workloads/onnx/decode_tensor.h"
#include "workloads/onnx/onnx.pb.h"
#include "workloads/onnx/wire_skim.h"

namespace crossroof {
namespace {

// AttributeProto.AttributeType, for attributes whose value is empty or zero and so not written.
constexpr int kFloat = 1, kInt = 2, kString = 3, kFloats = 6, kInts = 7, kStrings = 8;

class Decoder {
 public:
  explicit Decoder(std::string_view label) : label_(label) {}

  OnnxModel run(std::string_view bytes) {
    onnx_wire::Model message;
    {
      const std::string skimmed = skim_model(bytes, label_);
      if (!message.ParseFromString(skimmed)) {
        fail("malformed: a description in the file is not valid protobuf");
      }
    }
    if (!message.has_graph()) fail("no graph in the file; not an ONNX model");
    OnnxModel model;
    for (const auto& opset : message.opset_import()) {
      model.opsets[normal_domain(opset.domain())] = opset.version();
    }
    for (const auto& function : message.functions()) {
      model.functions.insert(normal_domain(function.domain()) + "." + function.name());
    }
    for (const auto& entry : message.metadata_props()) {
      if (entry.key() == "stripped_weight_inputs") model.weight_inputs = names_in(entry.value());
    }
    decode_graph(message.graph(), model.graph);
    warn(model);
    return model;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(label_ + ": error: " + what);
  }

  // Files that say something odd about weights, which an estimate does not need.
  void warn(OnnxModel& model) const {
    for (const OnnxValue& value : model.graph.values) {
      if (!value.initializer) continue;
      const std::string& location = value.initializer->location;
      std::string what = label_;
      what.append(": warning: tensor '").append(value.name).append("' ");
      if (!location.empty() && (location[0] == '/' || location.find("..") != std::string::npos)) {
        what.append("names external data outside the model's folder ('").append(location);
        model.warnings.push_back(what.append("'), which is never opened"));
        continue;
      }
      const Dims& dims = value.initializer->dims;
      const bool empty = std::find(dims.begin(), dims.end(), 0) != dims.end();
      if (!value.initializer->has_payload && !empty) {
        what.append("has no data; its shape ").append(shape_text(dims));
        model.warnings.push_back(what.append(" is used"));
      }
    }
  }

  static std::string normal_domain(const std::string& domain) {
    return domain == "ai.onnx" ? std::string() : domain;
  }

  // The strings of a JSON list of plain names.
  static std::vector<std::string> names_in(const std::string& json) {
    std::vector<std::string> names;
    std::string name;
    bool inside = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
      const char c = json[i];
      if (inside && c == '\\' && i + 1 < json.size()) {
        name.push_back(json[++i]);
      } else if (c == '"') {
        if (inside) names.push_back(std::move(name));
        name.clear();
        inside = !inside;
      } else if (inside) {
        name.push_back(c);
      }
    }
    return names;
  }

  void decode_graph(const onnx_wire::Graph& message, OnnxGraph& graph) {
    graph.name = message.name();
    for (const auto& input : message.input()) graph.inputs.push_back(declare(input, graph));
    for (const auto& info : message.value_info()) declare(info, graph);
    for (const auto& tensor : message.initializer()) {
      add_initializer(tensor.name(), decode_tensor(tensor, tensor_label(tensor.name())), graph);
    }
    for (const auto& sparse : message.sparse_initializer()) add_sparse(sparse, graph);
    graph.nodes.reserve(static_cast<std::size_t>(message.node_size()));
    for (const auto& node : message.node()) graph.nodes.push_back(decode_node(node, graph));
    for (const auto& output : message.output()) graph.outputs.push_back(declare(output, graph));
  }

  std::string tensor_label(const std::string& name) const {
    return label_ + ": error: tensor '" + name + "'";
  }

  ValueId value_of(const std::string& name, OnnxGraph& graph) {
    if (name.empty()) return ValueId::none;
    const auto next = static_cast<ValueId>(graph.values.size());
    const auto [it, fresh] = ids_.try_emplace(name, next);
    if (fresh) graph.values.push_back({name, {}, std::nullopt});
    return it->second;
  }

  ValueId declare(const onnx_wire::ValueInfo& info, OnnxGraph& graph) {
    if (info.name().empty()) fail("a graph input, output or value_info without a name");
    const ValueId id = value_of(info.name(), graph);
    OnnxType& type = graph.values[index(id)].type;
    if (!info.has_type() || type.has_shape) return id;
    type.is_tensor = info.type().has_tensor();
    type.type = static_cast<DataType>(info.type().tensor().elem_type());
    type.has_shape = info.type().tensor().has_shape();
    for (const auto& d : info.type().tensor().shape().dim()) {
      OnnxDim dim;
      if (d.has_value()) dim.size = d.value();
      dim.symbol = d.param();
      type.dims.push_back(std::move(dim));
    }
    return id;
  }

  void add_initializer(const std::string& name, OnnxTensor tensor, OnnxGraph& graph) {
    if (name.empty()) fail("an initializer without a name");
    OnnxValue& value = graph.values[index(value_of(name, graph))];
    if (value.initializer) fail("two initializers are named '" + name + "'");
    value.initializer = std::move(tensor);
  }

  void add_sparse(const onnx_wire::SparseTensor& sparse, OnnxGraph& graph) {
    const std::string& name = sparse.values().name();
    onnx_wire::Tensor dense;
    *dense.mutable_dims() = sparse.dims();
    dense.set_data_type(sparse.values().data_type());
    OnnxTensor tensor = decode_tensor(dense, tensor_label(name));
    tensor.has_payload = true;
    add_initializer(name, std::move(tensor), graph);
  }

  OnnxNode decode_node(const onnx_wire::Node& message, OnnxGraph& graph) {
    OnnxNode node;
    node.name = message.name();
    node.op = message.op_type();
    node.domain = normal_domain(message.domain());
    for (const auto& name : message.input()) node.inputs.push_back(value_of(name, graph));
    for (const auto& name : message.output()) node.outputs.push_back(value_of(name, graph));
    for (const auto& attribute : message.attribute()) {
      node.attributes.push_back(decode_attribute(attribute, node));
    }
    return node;
  }

  OnnxAttribute decode_attribute(const onnx_wire::Attribute& m, const OnnxNode& node) const {
    using Kind = OnnxAttribute::Kind;
    OnnxAttribute a;
    a.name = m.name();
    if (m.has_ref_attr_name() && !m.ref_attr_name().empty()) {
      a.kind = Kind::reference;
    } else if (m.has_g() || m.graphs_size() > 0) {
      a.kind = Kind::graph;
    } else if (m.has_t() || m.has_sparse_tensor()) {
      a.kind = Kind::t;
      a.t = attribute_tensor(m, node);
    } else if (m.floats_size() > 0 || m.has_dropped_floats() || m.type() == kFloats) {
      a.kind = Kind::floats;
      a.floats.assign(m.floats().begin(), m.floats().end());
      a.list_size = m.floats_size() + m.dropped_floats();
    } else if (m.ints_size() > 0 || m.type() == kInts) {
      a.kind = Kind::ints;
      a.ints.assign(m.ints().begin(), m.ints().end());
      a.list_size = m.ints_size();
    } else if (m.strings_size() > 0 || m.type() == kStrings) {
      a.kind = Kind::strings;
      a.strings.assign(m.strings().begin(), m.strings().end());
      a.list_size = m.strings_size();
    } else if (m.has_s() || m.type() == kString) {
      a.kind = Kind::s;
      a.s = m.s();
    } else if (m.has_f() || m.type() == kFloat) {
      a.kind = Kind::f;
      a.f = static_cast<double>(m.f());
    } else if (m.has_i() || m.type() == kInt) {
      a.kind = Kind::i;
      a.i = m.i();
    }
    return a;
  }

  OnnxTensor attribute_tensor(const onnx_wire::Attribute& m, const OnnxNode& node) const {
    const std::string what = label_ + ": error: node '" + node.name + "' (" + node.op +
                             "), attribute '" + m.name() + "'";
    if (m.has_t()) return decode_tensor(m.t(), what);
    onnx_wire::Tensor dense;
    *dense.mutable_dims() = m.sparse_tensor().dims();
    dense.set_data_type(m.sparse_tensor().values().data_type());
    return decode_tensor(dense, what);
  }

  std::string label_;
  std::unordered_map<std::string, ValueId> ids_;
};

}  // namespace

OnnxModel decode_onnx(std::string_view bytes, std::string_view label) {
  return Decoder(label).run(bytes);
}

}  // namespace crossroof
