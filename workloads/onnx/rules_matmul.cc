// SPDX-License-Identifier: Apache-2.0
// Matrix products with numpy's rules for batches and vectors, and Gemm.
#include "workloads/onnx/eval.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

Dims matmul_dims(const OpContext& c, const TensorValue& a, const TensorValue& b) {
  if (a.rank() == 0 || b.rank() == 0) c.fail("a scalar operand");
  const std::int64_t inner_a = a.dims.back();
  const std::int64_t inner_b = b.rank() == 1 ? b.dims[0] : b.dims[b.dims.size() - 2];
  if (inner_a != inner_b) {
    c.fail("shapes " + shape_text(a.dims) + " and " + shape_text(b.dims) +
           " cannot be multiplied: " + std::to_string(inner_a) + " and " + std::to_string(inner_b) +
           " differ");
  }
  Dims batch_a, batch_b;
  if (a.rank() > 2) batch_a.assign(a.dims.begin(), a.dims.end() - 2);
  if (b.rank() > 2) batch_b.assign(b.dims.begin(), b.dims.end() - 2);
  Dims out = broadcast_dims(c, batch_a, batch_b);
  if (a.rank() > 1) out.push_back(a.dims[a.dims.size() - 2]);
  if (b.rank() > 1) out.push_back(b.dims.back());
  return out;
}

}  // namespace

void shape_matmul(OpContext& c) { c.set(0, matmul_dims(c, c.in(0), c.in(1)), c.in(0).type); }

void shape_matmul_integer(OpContext& c) {
  c.set(0, matmul_dims(c, c.in(0), c.in(1)), DataType::int32);
}

void shape_qlinear_matmul(OpContext& c) {
  const DataType type = c.has(7) ? c.in(7).type : c.in(0).type;
  c.set(0, matmul_dims(c, c.in(0), c.in(3)), type);
}

void shape_gemm(OpContext& c) {
  const TensorValue& a = c.in(0);
  const TensorValue& b = c.in(1);
  if (a.rank() != 2 || b.rank() != 2) {
    c.fail("operands " + shape_text(a.dims) + " and " + shape_text(b.dims) + " are not both 2-D");
  }
  const bool ta = c.integer("transA", 0) != 0, tb = c.integer("transB", 0) != 0;
  const std::int64_t m = a.dims[ta ? 1 : 0], k = a.dims[ta ? 0 : 1];
  const std::int64_t kb = b.dims[tb ? 1 : 0], n = b.dims[tb ? 0 : 1];
  if (k != kb) {
    c.fail("inner sizes " + std::to_string(k) + " and " + std::to_string(kb) +
           " differ (operands " + shape_text(a.dims) + (ta ? " transposed" : "") + " and " +
           shape_text(b.dims) + (tb ? " transposed" : "") + ")");
  }
  const Dims out = {m, n};
  if (c.has(2) && c.opset() >= 7 && broadcast_dims(c, out, c.in(2).dims) != out) {
    c.fail("bias " + shape_text(c.in(2).dims) + " does not fit the result " + shape_text(out));
  }
  c.set(0, out, a.type);
}

}  // namespace crossroof
