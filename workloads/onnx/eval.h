// SPDX-License-Identifier: Apache-2.0
// Arithmetic on the numbers of small tensors, for the chains of Shape, Gather, Concat, ... with
// which exporters compute sizes. Anything not fully known stays unknown; nothing here can fail.
#ifndef CROSSROOF_WORKLOADS_ONNX_EVAL_H_
#define CROSSROOF_WORKLOADS_ONNX_EVAL_H_

#include <cstddef>
#include <vector>

#include "workloads/onnx/op_context.h"

namespace crossroof {

// Shape two operands take together under numpy's rules; fails through `c`.
Dims broadcast_dims(const OpContext& c, const Dims& a, const Dims& b);

// All present inputs are known numbers and output 0 is small enough to be kept.
bool can_evaluate(const OpContext& c);

// For every element of `to`, the element of `from` that is broadcast to it.
std::vector<std::size_t> broadcast_sources(const Dims& from, const Dims& to);
TensorData picked(const TensorData& from, const std::vector<std::size_t>& sources);

// Row-major strides.
std::vector<std::int64_t> strides_of(const Dims& dims);

// Set output 0's numbers, after its shape, when the operator and its operands allow.
void evaluate_unary(OpContext& c);
void evaluate_binary(OpContext& c);
void evaluate_cast(OpContext& c);
void evaluate_reduce(OpContext& c, const std::vector<std::int64_t>& axes);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_EVAL_H_
