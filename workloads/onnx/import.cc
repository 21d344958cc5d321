// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/import.h"

#include <algorithm>

#include "models/error.h"
#include "workloads/onnx/decode.h"
#include "workloads/onnx/infer.h"
#include "workloads/onnx/lowering.h"
#include "workloads/onnx/mapped_file.h"

namespace crossroof {
namespace {

// The leading dimension that every input shares; 1 when they share none.
std::int64_t leading_dimension(const OnnxModel& model, const Inference& inference) {
  std::int64_t leading = 0;
  for (const ValueId id : model.graph.inputs) {
    const TensorValue& value = inference.values[index(id)];
    if (value.is_static) continue;
    if (value.dims.empty() || (leading != 0 && value.dims[0] != leading)) return 1;
    leading = value.dims[0];
  }
  return std::max<std::int64_t>(1, leading);
}

// Whether there are convolutions, and the operands of all of them hold `images` images.
bool convolves_images(const OnnxModel& model, const Inference& inference, std::int64_t images) {
  bool any = false;
  for (const OnnxNode& node : model.graph.nodes) {
    const OpRule* rule = find_op_rule(node);
    if (rule == nullptr || (rule->kind != OpKind::conv && rule->kind != OpKind::conv_transpose)) {
      continue;
    }
    const TensorValue& value = inference.values[index(node.inputs[0])];
    any = true;
    if (value.is_static) continue;
    if (value.dims.empty() || value.dims[0] != images) return false;
  }
  return any;
}

Network lower(const OnnxModel& model, Inference& inference, std::string_view label,
              std::int64_t images) {
  const std::int64_t leading = leading_dimension(model, inference);
  if (images > 0 && images != leading) {
    throw Error(std::string(label) + ": error: --images " + std::to_string(images) +
                ": the inputs' common leading dimension is " + std::to_string(leading));
  }
  const bool known = images > 0 || convolves_images(model, inference, leading);
  if (known && leading > 1) {
    try {
      return Lowering(model, inference, label, leading).run();
    } catch (const BatchMismatch&) {
      // The images do not stay apart: they are described together.
      if (images > 0) {
        throw Error(std::string(label) + ": error: --images " + std::to_string(images) +
                    ": the images do not stay apart; expected 1, and --batch for more");
      }
    }
  }
  try {
    Network network = Lowering(model, inference, label, 1).run();
    if (!known && leading > 1) {
      network.warnings.push_back(
          std::string(label) + ": the leading dimension of the inputs, " + std::to_string(leading) +
          ", counts as positions of one image; if it holds images, say --images " +
          std::to_string(leading));
    }
    return network;
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
    Network network = lower(model, inference, label, options.images);
    network.name = file_stem(label);
    network.source = std::string(label);
    network.warnings.insert(network.warnings.begin(), model.warnings.begin(), model.warnings.end());
    if (network.layers.empty()) {
      network.warnings.push_back(std::string(label) +
                                 ": the network has no layers: it only passes its inputs on");
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
