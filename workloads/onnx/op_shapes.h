// SPDX-License-Identifier: Apache-2.0
// Shape rules by family; each lives in the rules_*.cc of its family and is named in op_rules.cc.
// A rule sets dims and type of every output and, where all its operands are small and known, the
// numbers. A rule whose output depends on unknown numbers throws DataDependent.
#ifndef CROSSROOF_WORKLOADS_ONNX_OP_SHAPES_H_
#define CROSSROOF_WORKLOADS_ONNX_OP_SHAPES_H_

#include "workloads/onnx/op_context.h"

namespace crossroof {

// rules_elementwise.cc
void shape_unary(OpContext& c);
void shape_broadcast(OpContext& c);
void shape_compare(OpContext& c);  // result is boolean
void shape_is_what(OpContext& c);  // IsNaN, IsInf
void shape_where(OpContext& c);
void shape_cast(OpContext& c);
void shape_dropout(OpContext& c);
void shape_same_as_first(OpContext& c);  // every output like the first input

// rules_conv.cc
void shape_conv(OpContext& c);
void shape_conv_integer(OpContext& c);
void shape_qlinear_conv(OpContext& c);
void shape_conv_transpose(OpContext& c);
void shape_pool(OpContext& c);
void shape_global_pool(OpContext& c);
void shape_roi(OpContext& c);

// rules_matmul.cc
void shape_matmul(OpContext& c);
void shape_matmul_integer(OpContext& c);
void shape_qlinear_matmul(OpContext& c);
void shape_gemm(OpContext& c);

// rules_recurrent.cc
void shape_recurrent(OpContext& c);

// rules_einsum.cc
void shape_einsum(OpContext& c);

// rules_attention.cc
void shape_attention(OpContext& c);

// rules_reduce.cc
void shape_reduce(OpContext& c);
void shape_arg(OpContext& c);
void shape_top_k(OpContext& c);

// rules_normalise.cc
void shape_batch_norm(OpContext& c);
void shape_layer_norm(OpContext& c);
void shape_softmax(OpContext& c);
void shape_image_norm(OpContext& c);  // instance, group, LRN

// rules_movement.cc
void shape_concat(OpContext& c);
void shape_split(OpContext& c);
void shape_slice(OpContext& c);
void shape_transpose(OpContext& c);
void shape_pad(OpContext& c);
void shape_expand(OpContext& c);
void shape_tile(OpContext& c);

// rules_gather.cc
void shape_gather(OpContext& c);
void shape_gather_elements(OpContext& c);
void shape_gather_nd(OpContext& c);
void shape_scatter_nd(OpContext& c);
void shape_one_hot(OpContext& c);

// rules_image.cc
void shape_depth_to_space(OpContext& c);
void shape_space_to_depth(OpContext& c);
void shape_resize(OpContext& c);
void shape_upsample(OpContext& c);
void shape_grid_sample(OpContext& c);

// rules_reshape.cc
void shape_reshape(OpContext& c);
void shape_flatten(OpContext& c);
void shape_squeeze(OpContext& c);
void shape_unsqueeze(OpContext& c);

// rules_constant.cc
void shape_constant(OpContext& c);
void shape_constant_of_shape(OpContext& c);
void shape_shape(OpContext& c);
void shape_size(OpContext& c);
void shape_range(OpContext& c);
void shape_non_zero(OpContext& c);
void shape_eye_like(OpContext& c);
void shape_random(OpContext& c);
void shape_data_dependent(OpContext& c);

// rules_quantise.cc
void shape_quantise(OpContext& c);
void shape_dequantise(OpContext& c);
void shape_dynamic_quantise(OpContext& c);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_OP_SHAPES_H_
