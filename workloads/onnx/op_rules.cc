// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/op_rules.h"

#include <unordered_map>

#include "workloads/onnx/op_shapes.h"
#include "workloads/onnx/op_work.h"

namespace crossroof {
namespace {

using RuleIndex = std::unordered_multimap<std::string_view, const OpRule*>;

const RuleIndex& rules_by_op() {
  static const RuleIndex by_op = [] {
    RuleIndex made;
    for (const OpRule& rule : op_rules()) made.emplace(rule.op, &rule);
    return made;
  }();
  return by_op;
}

}  // namespace

const std::vector<OpRule>& op_rules() {
  static const std::vector<OpRule> rules = {
      // Matrix work.
      {"", "Conv", OpKind::conv, shape_conv, nullptr},
      {"", "QLinearConv", OpKind::conv, shape_qlinear_conv, nullptr},
      {"", "ConvInteger", OpKind::conv, shape_conv_integer, nullptr},
      {"", "ConvTranspose", OpKind::conv_transpose, shape_conv_transpose, nullptr},
      {"", "Gemm", OpKind::matmul, shape_gemm, nullptr},
      {"", "MatMul", OpKind::matmul, shape_matmul, nullptr},
      {"", "MatMulInteger", OpKind::matmul, shape_matmul_integer, nullptr},
      {"", "QLinearMatMul", OpKind::matmul, shape_qlinear_matmul, nullptr},
      {"", "LSTM", OpKind::recurrent, shape_recurrent, work_recurrent},
      {"", "GRU", OpKind::recurrent, shape_recurrent, work_recurrent},
      {"", "RNN", OpKind::recurrent, shape_recurrent, work_recurrent},
      {"", "Attention", OpKind::attention, shape_attention, nullptr},
      {"", "Einsum", OpKind::einsum, shape_einsum, nullptr},
      // One lane-operation per element.
      {"", "Abs", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Neg", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Not", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Relu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Clip", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Floor", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Ceil", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Round", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Sign", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "BitwiseNot", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "ThresholdedRelu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Shrink", OpKind::elementwise, shape_unary, work_per_output<SimdKind::add>},
      {"", "Add", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "Sub", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "And", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "Or", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "Xor", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "BitShift", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "BitwiseAnd", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "BitwiseOr", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "BitwiseXor", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::add>},
      {"", "Max", OpKind::elementwise, shape_broadcast, work_nary},
      {"", "Min", OpKind::elementwise, shape_broadcast, work_nary},
      {"", "Sum", OpKind::elementwise, shape_broadcast, work_nary},
      {"", "Mean", OpKind::elementwise, shape_broadcast, work_mean_nary},
      {"", "Mul", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::mul>},
      {"", "Equal", OpKind::elementwise, shape_compare, work_per_output<SimdKind::add>},
      {"", "Greater", OpKind::elementwise, shape_compare, work_per_output<SimdKind::add>},
      {"", "GreaterOrEqual", OpKind::elementwise, shape_compare, work_per_output<SimdKind::add>},
      {"", "Less", OpKind::elementwise, shape_compare, work_per_output<SimdKind::add>},
      {"", "LessOrEqual", OpKind::elementwise, shape_compare, work_per_output<SimdKind::add>},
      {"", "IsNaN", OpKind::elementwise, shape_is_what, work_per_output<SimdKind::add>},
      {"", "IsInf", OpKind::elementwise, shape_is_what, work_per_output<SimdKind::add>},
      {"", "Where", OpKind::elementwise, shape_where, work_per_output<SimdKind::add>},
      // Dearer element-wise functions.
      {"", "Div", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::div>},
      {"", "Mod", OpKind::elementwise, shape_broadcast, work_per_output<SimdKind::div>},
      {"", "Sqrt", OpKind::elementwise, shape_unary, work_per_output<SimdKind::div>},
      {"", "Reciprocal", OpKind::elementwise, shape_unary, work_per_output<SimdKind::div>},
      {"", "Softsign", OpKind::elementwise, shape_unary, work_per_output<SimdKind::div>},
      {"", "Pow", OpKind::elementwise, shape_broadcast, work_power},
      {"", "Exp", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Log", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Tanh", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Sigmoid", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Erf", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Softplus", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Sin", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Cos", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Tan", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Asin", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Acos", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Atan", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Sinh", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Cosh", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Asinh", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Acosh", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Atanh", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Elu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Selu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Celu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::exp>},
      {"", "Gelu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::gelu>},
      {"", "Mish", OpKind::elementwise, shape_unary, work_per_output<SimdKind::gelu>},
      {"", "Swish", OpKind::elementwise, shape_unary, work_per_output<SimdKind::gelu>},
      {"com.microsoft", "Gelu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::gelu>},
      {"com.microsoft", "FastGelu", OpKind::elementwise, shape_unary,
       work_per_output<SimdKind::gelu>},
      {"com.microsoft", "QuickGelu", OpKind::elementwise, shape_unary,
       work_per_output<SimdKind::gelu>},
      {"", "HardSigmoid", OpKind::elementwise, shape_unary, work_per_output<SimdKind::hswish>},
      {"", "HardSwish", OpKind::elementwise, shape_unary, work_per_output<SimdKind::hswish>},
      {"", "LeakyRelu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::hswish>},
      {"", "PRelu", OpKind::elementwise, shape_unary, work_per_output<SimdKind::hswish>},
      // Normalisation and softmax.
      {"", "BatchNormalization", OpKind::elementwise, shape_batch_norm, work_batch_norm},
      {"", "LayerNormalization", OpKind::along_axis, shape_layer_norm,
       work_per_output<SimdKind::norm>},
      {"", "RMSNormalization", OpKind::along_axis, shape_layer_norm,
       work_per_output<SimdKind::rmsnorm>},
      {"", "SimplifiedLayerNormalization", OpKind::along_axis, shape_layer_norm,
       work_per_output<SimdKind::rmsnorm>},
      {"com.microsoft", "SimplifiedLayerNormalization", OpKind::along_axis, shape_layer_norm,
       work_per_output<SimdKind::rmsnorm>},
      {"", "InstanceNormalization", OpKind::along_axis, shape_image_norm,
       work_per_output<SimdKind::norm>},
      {"", "GroupNormalization", OpKind::along_axis, shape_image_norm,
       work_per_output<SimdKind::norm>},
      {"", "LRN", OpKind::along_axis, shape_image_norm, work_lrn},
      {"", "MeanVarianceNormalization", OpKind::along_axis, shape_unary,
       work_per_output<SimdKind::norm>},
      {"", "LpNormalization", OpKind::along_axis, shape_softmax,
       work_per_output<SimdKind::rmsnorm>},
      {"", "Softmax", OpKind::along_axis, shape_softmax, work_per_output<SimdKind::softmax>},
      {"", "LogSoftmax", OpKind::along_axis, shape_softmax, work_per_output<SimdKind::softmax>},
      {"", "Hardmax", OpKind::along_axis, shape_softmax, work_per_output<SimdKind::add>},
      {"", "CumSum", OpKind::along_axis, shape_same_as_first, work_per_output<SimdKind::add>},
      {"", "CumProd", OpKind::along_axis, shape_same_as_first, work_per_output<SimdKind::mul>},
      // Reductions.
      {"", "ReduceSum", OpKind::reduce, shape_reduce, work_per_input<SimdKind::add>},
      {"", "ReduceMax", OpKind::reduce, shape_reduce, work_per_input<SimdKind::add>},
      {"", "ReduceMin", OpKind::reduce, shape_reduce, work_per_input<SimdKind::add>},
      {"", "ReduceProd", OpKind::reduce, shape_reduce, work_per_input<SimdKind::mul>},
      {"", "ReduceMean", OpKind::reduce, shape_reduce, work_mean},
      {"", "ReduceL1", OpKind::reduce, shape_reduce, work_norm_reduce},
      {"", "ReduceL2", OpKind::reduce, shape_reduce, work_norm_reduce},
      {"", "ReduceSumSquare", OpKind::reduce, shape_reduce, work_norm_reduce},
      {"", "ReduceLogSum", OpKind::reduce, shape_reduce, work_log_reduce},
      {"", "ReduceLogSumExp", OpKind::reduce, shape_reduce, work_log_reduce},
      {"", "ArgMax", OpKind::reduce, shape_arg, work_per_input<SimdKind::add>},
      {"", "ArgMin", OpKind::reduce, shape_arg, work_per_input<SimdKind::add>},
      {"", "TopK", OpKind::generic, shape_top_k, work_per_input<SimdKind::sort>},
      // Pooling.
      {"", "MaxPool", OpKind::pool, shape_pool, work_max_pool},
      {"", "AveragePool", OpKind::pool, shape_pool, work_mean_pool},
      {"", "LpPool", OpKind::pool, shape_pool, work_mean_pool},
      {"", "GlobalMaxPool", OpKind::reduce, shape_global_pool, work_per_input<SimdKind::add>},
      {"", "GlobalAveragePool", OpKind::reduce, shape_global_pool, work_mean},
      {"", "GlobalLpPool", OpKind::reduce, shape_global_pool, work_mean},
      {"", "RoiAlign", OpKind::generic, shape_roi, work_per_output<SimdKind::interp>},
      {"", "MaxRoiPool", OpKind::generic, shape_roi, work_per_output<SimdKind::add>},
      // The same numbers under another name.
      {"", "Identity", OpKind::identity, shape_unary, nullptr},
      {"", "Dropout", OpKind::identity, shape_dropout, nullptr},
      {"", "Cast", OpKind::identity, shape_cast, nullptr},
      {"", "CastLike", OpKind::identity, shape_cast, nullptr},
      {"", "Reshape", OpKind::reshape, shape_reshape, nullptr},
      {"", "Flatten", OpKind::reshape, shape_flatten, nullptr},
      {"", "Squeeze", OpKind::reshape, shape_squeeze, nullptr},
      {"", "Unsqueeze", OpKind::reshape, shape_unsqueeze, nullptr},
      // Movement.
      {"", "Transpose", OpKind::transpose, shape_transpose, nullptr},
      {"", "Concat", OpKind::concat, shape_concat, nullptr},
      {"", "Split", OpKind::split, shape_split, nullptr},
      {"", "Slice", OpKind::slice, shape_slice, nullptr},
      {"", "Gather", OpKind::gather, shape_gather, nullptr},
      {"", "GatherElements", OpKind::move, shape_gather_elements, nullptr},
      {"", "GatherND", OpKind::move, shape_gather_nd, nullptr},
      {"", "ScatterND", OpKind::move, shape_scatter_nd, nullptr},
      {"", "ScatterElements", OpKind::move, shape_scatter_nd, nullptr},
      {"", "Scatter", OpKind::move, shape_scatter_nd, nullptr},
      {"", "Pad", OpKind::move, shape_pad, nullptr},
      {"", "Expand", OpKind::move, shape_expand, nullptr},
      {"", "Tile", OpKind::move, shape_tile, nullptr},
      {"", "DepthToSpace", OpKind::move, shape_depth_to_space, nullptr},
      {"", "SpaceToDepth", OpKind::move, shape_space_to_depth, nullptr},
      {"", "Resize", OpKind::move, shape_resize, work_resize},
      {"", "Upsample", OpKind::move, shape_upsample, work_resize},
      {"", "OneHot", OpKind::move, shape_one_hot, nullptr},
      {"", "Trilu", OpKind::move, shape_same_as_first, nullptr},
      {"", "ReverseSequence", OpKind::move, shape_same_as_first, nullptr},
      {"", "GridSample", OpKind::generic, shape_grid_sample, work_per_output<SimdKind::interp>},
      // Quantisation.
      {"", "QuantizeLinear", OpKind::quantise, shape_quantise, work_quantise},
      {"", "DequantizeLinear", OpKind::dequantise, shape_dequantise, nullptr},
      {"com.microsoft", "QuantizeLinear", OpKind::quantise, shape_quantise, work_quantise},
      {"com.microsoft", "DequantizeLinear", OpKind::dequantise, shape_dequantise, nullptr},
      {"", "DynamicQuantizeLinear", OpKind::generic, shape_dynamic_quantise, work_dynamic_quantise},
      // Known at import.
      {"", "Constant", OpKind::folded, shape_constant, nullptr},
      {"", "ConstantOfShape", OpKind::folded, shape_constant_of_shape, nullptr},
      {"", "Shape", OpKind::folded, shape_shape, nullptr},
      {"", "Size", OpKind::folded, shape_size, nullptr},
      {"", "Range", OpKind::folded, shape_range, nullptr},
      {"", "EyeLike", OpKind::folded, shape_eye_like, nullptr},
      {"", "RandomNormal", OpKind::move, shape_random, nullptr},
      {"", "RandomUniform", OpKind::move, shape_random, nullptr},
      {"", "RandomNormalLike", OpKind::move, shape_random, nullptr},
      {"", "RandomUniformLike", OpKind::move, shape_random, nullptr},
      {"", "Bernoulli", OpKind::move, shape_random, nullptr},
      // As much as the data says: known only for constants.
      {"", "NonZero", OpKind::generic, shape_non_zero, work_per_input<SimdKind::add>},
      {"", "NonMaxSuppression", OpKind::generic, shape_data_dependent,
       work_per_input<SimdKind::sort>},
      {"", "Unique", OpKind::generic, shape_data_dependent, work_per_input<SimdKind::sort>},
      {"", "Compress", OpKind::generic, shape_data_dependent, work_per_input<SimdKind::sort>},
  };
  return rules;
}

const OpRule* find_op_rule(const OnnxNode& node) {
  const auto [first, last] = rules_by_op().equal_range(node.op);
  for (auto it = first; it != last; ++it) {
    if (it->second->domain == node.domain) return it->second;
  }
  return nullptr;
}

}  // namespace crossroof
