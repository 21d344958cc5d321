// SPDX-License-Identifier: Apache-2.0
// The one table of operators: which shape an operator gives (and, for small tensors, which
// numbers), how many SIMD operations it takes, and what sort of work it is. Rules are found by
// domain and operator; opsets matter inside a rule, or as a range where an operator changed its
// meaning. Source of the rules: the public ONNX operator specification, opsets 7 to 23.
#ifndef CROSSROOF_WORKLOADS_ONNX_OP_RULES_H_
#define CROSSROOF_WORKLOADS_ONNX_OP_RULES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "workloads/network.h"
#include "workloads/onnx/op_context.h"

namespace crossroof {

// What sort of work a node is; the lowering has one function for each.
enum class OpKind {
  conv,  // convolutions with a weight operand
  conv_transpose,
  matmul,     // MatMul, Gemm and their quantised forms
  recurrent,  // LSTM, GRU, RNN
  einsum,
  attention,    // scaled dot-product attention as one node
  elementwise,  // the output has the map of its largest operand
  along_axis,   // softmax, normalisation: same shape, needs everything along some axes
  reduce,       // sums, means, maxima over axes
  pool,         // windows sliding over an image
  identity,     // free: same numbers, same shape
  reshape,      // free: same numbers in the same order
  transpose,    // free when it only renames axes, else movement
  concat,       // free along channels, else movement
  split,
  slice,
  gather,
  move,     // data movement
  generic,  // SIMD work that needs all of its operands
  quantise,
  dequantise,
  folded,  // known at import: shapes and constants
};

using ShapeRule = void (*)(OpContext&);
using WorkRule = std::vector<SimdWork> (*)(const OpContext&);

struct OpRule {
  std::string_view domain, op;
  OpKind kind;
  ShapeRule shape;
  WorkRule work;  // nullptr: none
};

// nullptr: no rule.
const OpRule* find_op_rule(const OnnxNode& node);

// Every rule, for listing.
const std::vector<OpRule>& op_rules();

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_OP_RULES_H_
