// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/import.h"

#include "models/error.h"
#include "workloads/onnx/decode.h"
#include "workloads/onnx/infer.h"
#include "workloads/onnx/lowering.h"
#include "workloads/onnx/mapped_file.h"

namespace crossroof {
namespace {

// n when every input and every convolution hold n > 1 images, else 1.
std::int64_t common_batch(const OnnxModel& model, const Inference& inference) {
  std::int64_t batch = 0;
  const auto agrees = [&](ValueId id) {
    const TensorValue& value = inference.values[index(id)];
    if (value.is_static) return true;
    if (value.dims.empty()) return false;
    if (batch == 0) batch = value.dims[0];
    return batch == value.dims[0];
  };
  for (const ValueId id : model.graph.inputs) {
    if (!agrees(id)) return 1;
  }
  bool has_conv = false;
  for (const OnnxNode& node : model.graph.nodes) {
    const OpRule* rule = find_op_rule(node);
    if (rule == nullptr || (rule->kind != OpKind::conv && rule->kind != OpKind::conv_transpose)) {
      continue;
    }
    has_conv = true;
    if (!agrees(node.inputs[0])) return 1;
  }
  return has_conv && batch > 1 ? batch : 1;
}

Network lower(const OnnxModel& model, Inference& inference, std::string_view label) {
  const std::int64_t batch = common_batch(model, inference);
  if (batch > 1) {
    try {
      return Lowering(model, inference, label, batch).run();
    } catch (const BatchMismatch&) {
      // The images do not stay apart: they are described together.
    }
  }
  try {
    return Lowering(model, inference, label, 1).run();
  } catch (const BatchMismatch&) {
    throw Error(std::string(label) + ": error: the shapes of a product with a batch of weights " +
                "do not fit a map");
  }
}

std::string file_stem(std::string_view label) {
  const std::size_t slash = label.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? label : label.substr(slash + 1);
  return std::string(name.substr(0, name.rfind('.')));
}

}  // namespace

Network import_onnx_bytes(std::string_view bytes, std::string_view label,
                          const ImportOptions& options) {
  const OnnxModel model = decode_onnx(bytes, label);
  try {
    Inference inference = infer_graph(model, options, label);
    Network network = lower(model, inference, label);
    network.name = file_stem(label);
    network.source = std::string(label);
    network.warnings = model.warnings;
    if (network.layers.empty()) {
      network.warnings.push_back(
          std::string(label) + ": the network has no layers: nothing in it depends on its inputs");
    }
    return network;
  } catch (const Error& error) {
    if (std::string_view(error.what()).substr(0, label.size()) == label) throw;
    throw Error(std::string(label) + ": error: " + error.what());
  }
}

Network import_onnx(const std::string& path, const ImportOptions& options) {
  const MappedFile file(path);
  return import_onnx_bytes(file.bytes(), path, options);
}

}  // namespace crossroof
