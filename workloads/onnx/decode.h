// SPDX-License-Identifier: Apache-2.0
// Bytes of an ONNX file -> OnnxModel: wire-level pass, protobuf-lite, names to indices, and the
// checks that need no operator: one producer per value, payloads that fit their dims, dims in
// range.
#ifndef CROSSROOF_WORKLOADS_ONNX_DECODE_H_
#define CROSSROOF_WORKLOADS_ONNX_DECODE_H_

#include <string_view>

#include "workloads/onnx/graph.h"

namespace crossroof {

// `label` names the file in errors.
OnnxModel decode_onnx(std::string_view bytes, std::string_view label);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_DECODE_H_
