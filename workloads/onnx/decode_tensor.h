// SPDX-License-Identifier: Apache-2.0
// A tensor message -> OnnxTensor: dims checked, small numeric payloads read in any of the encodings
// of the format (raw bytes, typed lists, packed 4- and 2-bit integers, half precision).
#ifndef CROSSROOF_WORKLOADS_ONNX_DECODE_TENSOR_H_
#define CROSSROOF_WORKLOADS_ONNX_DECODE_TENSOR_H_

#include <string>

#include "workloads/onnx/graph.h"

namespace crossroof::onnx_wire {
class Tensor;
}  // namespace crossroof::onnx_wire

namespace crossroof {

// `what` names the tensor in errors: "model.onnx: error: tensor 'w'".
OnnxTensor decode_tensor(const onnx_wire::Tensor& message, const std::string& what);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_DECODE_TENSOR_H_
