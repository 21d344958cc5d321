// SPDX-License-Identifier: Apache-2.0
// SIMD operations of one node, as counts of element operations by kind (models/simd_ops.h). MACs
// are not among them: they follow from the operand shapes, in the lowering.
#ifndef CROSSROOF_WORKLOADS_ONNX_OP_WORK_H_
#define CROSSROOF_WORKLOADS_ONNX_OP_WORK_H_

#include <vector>

#include "workloads/network.h"
#include "workloads/onnx/op_context.h"

namespace crossroof {

// `K` once for each element of output 0, or of input 0.
template <SimdKind K>
std::vector<SimdWork> work_per_output(const OpContext& c) {
  return {{K, c.out(0).elements()}};
}
template <SimdKind K>
std::vector<SimdWork> work_per_input(const OpContext& c) {
  return {{K, c.in(0).elements()}};
}

std::vector<SimdWork> work_nary(const OpContext& c);  // n - 1 operations per output
std::vector<SimdWork> work_mean_nary(const OpContext& c);
std::vector<SimdWork> work_power(const OpContext& c);  // a square is one multiplication
std::vector<SimdWork> work_batch_norm(const OpContext& c);
std::vector<SimdWork> work_max_pool(const OpContext& c);     // |Y| * taps
std::vector<SimdWork> work_mean_pool(const OpContext& c);    // and |Y| scalings
std::vector<SimdWork> work_mean(const OpContext& c);         // |X| additions, |Y| scalings
std::vector<SimdWork> work_norm_reduce(const OpContext& c);  // |X| squares and additions
std::vector<SimdWork> work_log_reduce(const OpContext& c);
std::vector<SimdWork> work_resize(const OpContext& c);    // by mode; nearest is free
std::vector<SimdWork> work_quantise(const OpContext& c);  // multiply, round, clamp
std::vector<SimdWork> work_dynamic_quantise(const OpContext& c);
std::vector<SimdWork> work_lrn(const OpContext& c);
std::vector<SimdWork> work_recurrent(const OpContext& c);  // gates, per hidden element and step

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_OP_WORK_H_
