// SPDX-License-Identifier: Apache-2.0
// One topological pass over a graph: dims, element type, the `static` flag and the numbers of small
// tensors, for every value. Values are static when everything they are made of is: this finds
// weights behind Identity, Transpose, Cast or DequantizeLinear, and in Constant nodes. Refuses what
// has no rule unless an assumption covers it; refuses unsorted and cyclic graphs.
#ifndef CROSSROOF_WORKLOADS_ONNX_INFER_H_
#define CROSSROOF_WORKLOADS_ONNX_INFER_H_

#include <string_view>
#include <vector>

#include "workloads/onnx/import_options.h"
#include "workloads/onnx/op_context.h"

namespace crossroof {

struct Inference {
  std::vector<TensorValue> values;  // by ValueId
  std::vector<bool> assumed;        // by node: no rule, but --assume or value_info
};

Inference infer_graph(const OnnxModel& model, const ImportOptions& options, std::string_view label);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_INFER_H_
