// SPDX-License-Identifier: Apache-2.0
// Scaled dot-product attention as one node (opset 23): Q, K, V as [B, heads, T, d] or [B, T,
// heads*d], with an optional past that is prepended to K and V.
#include "workloads/onnx/attention.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {

AttentionShape attention_shape(const OpContext& c) {
  const TensorValue& q = c.in(0);
  const TensorValue& k = c.in(1);
  const TensorValue& v = c.in(2);
  if (q.rank() != k.rank() || q.rank() != v.rank() || (q.rank() != 3 && q.rank() != 4)) {
    c.fail("Q, K and V should all have three or all have four dimensions");
  }
  AttentionShape s;
  s.split_heads = q.rank() == 4;
  const std::size_t positions = s.split_heads ? 2 : 1;
  s.heads = s.split_heads ? q.dims[1] : c.integer("q_num_heads", 0);
  s.kv_heads = s.split_heads ? k.dims[1] : c.integer("kv_num_heads", 0);
  c.require(s.heads >= 1 && s.kv_heads >= 1, "the number of heads is missing");
  c.require(s.heads % s.kv_heads == 0, "the key heads do not divide the query heads");
  s.batch = q.dims[0];
  s.queries = q.dims[positions];
  s.keys = k.dims[positions];
  const auto width = [&](const TensorValue& x, std::int64_t heads) {
    if (x.dims.back() % (s.split_heads ? 1 : heads) != 0) c.fail("heads do not divide the width");
    return s.split_heads ? x.dims.back() : x.dims.back() / heads;
  };
  s.qk_width = width(q, s.heads);
  s.v_width = width(v, s.kv_heads);
  c.require(width(k, s.kv_heads) == s.qk_width, "Q and K differ in the width of a head");
  c.require(v.dims[positions] == s.keys, "K and V differ in their number of positions");
  c.require(k.dims[0] == s.batch && v.dims[0] == s.batch, "Q, K and V differ in their batch");
  if (c.has(4)) {
    c.require(c.in(4).rank() == 4, "the past keys should have four dimensions");
    s.past = c.in(4).dims[2];
  }
  return s;
}

void shape_attention(OpContext& c) {
  const AttentionShape s = attention_shape(c);
  const DataType type = c.in(0).type;
  const std::int64_t total = checked_add(s.keys, s.past);
  c.set(0,
        s.split_heads ? Dims{s.batch, s.heads, s.queries, s.v_width}
                      : Dims{s.batch, s.queries, checked_mul(s.heads, s.v_width)},
        type);
  c.set(1, {s.batch, s.kv_heads, total, s.qk_width}, type);
  c.set(2, {s.batch, s.kv_heads, total, s.v_width}, type);
  c.set(3, {s.batch, s.heads, s.queries, total}, type);
}

}  // namespace crossroof
