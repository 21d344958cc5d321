// SPDX-License-Identifier: Apache-2.0
// The sizes of an Attention node. MACs = B * heads * T * S * (d + d_v), dense: a causal mask is not
// credited.
#ifndef CROSSROOF_WORKLOADS_ONNX_ATTENTION_H_
#define CROSSROOF_WORKLOADS_ONNX_ATTENTION_H_

#include <cstdint>

#include "workloads/onnx/op_context.h"

namespace crossroof {

struct AttentionShape {
  std::int64_t batch = 0, heads = 0, kv_heads = 0;
  std::int64_t queries = 0, keys = 0, past = 0;  // positions
  std::int64_t qk_width = 0, v_width = 0;        // of one head
  bool split_heads = false;                      // operands are [B, heads, T, d]
};

// Fails through `c` when the operands do not fit together.
AttentionShape attention_shape(const OpContext& c);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_ATTENTION_H_
