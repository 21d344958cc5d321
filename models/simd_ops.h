// SPDX-License-Identifier: Apache-2.0
// Kinds of SIMD operations and their default cost in lane-operations per element.
// A lane-operation occupies one lane for `SimdUnit::cycles_per_op`; a machine file may override any
// cost. Costs marked "guess" have no published source and are meant to be overridden.
#ifndef CROSSROOF_MODELS_SIMD_OPS_H_
#define CROSSROOF_MODELS_SIMD_OPS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crossroof {

enum class SimdKind {
  add,      // add, subtract, compare, max, min, logic, ReLU, clip: one lane-operation
  mul,      // multiply, square, scale
  mac,      // multiply-accumulate of a product of two activations
  div,      // division, square root, reciprocal
  exp,      // exp, log, tanh, sigmoid, erf, sin, cos, softplus, pow
  gelu,     // GELU as one fused function
  hswish,   // hard-sigmoid, hard-swish, leaky ReLU, PReLU
  softmax,  // per element: max, subtract + exp, sum, divide
  norm,     // layer/instance/group normalisation, per element
  rmsnorm,  // RMS normalisation, per element
  interp,   // linear interpolation, per output element
  cubic,    // cubic interpolation, per output element
  sort,     // top-k, sorting, non-maximum suppression, per compared element
};

struct SimdKindInfo {
  SimdKind kind;
  std::string_view key;
  std::int64_t lane_ops;  // default lane-operations per element
  bool guess;
  std::string_view meaning;
};

inline constexpr std::size_t kSimdKindCount = 13;
inline constexpr std::array<SimdKindInfo, kSimdKindCount> kSimdKinds = {{
    {SimdKind::add, "add", 1, false, "add, subtract, compare, max, ReLU, clip, logic"},
    {SimdKind::mul, "mul", 1, false, "multiply, square, scale"},
    {SimdKind::mac, "mac", 1, false, "multiply-accumulate of two activations"},
    {SimdKind::div, "div", 4, true, "division, square root, reciprocal"},
    {SimdKind::exp, "exp", 8, true, "exp, log, tanh, sigmoid, erf, sin, cos, pow"},
    {SimdKind::gelu, "gelu", 12, true, "GELU, SiLU as one function"},
    {SimdKind::hswish, "hswish", 3, true, "hard-sigmoid, hard-swish, leaky ReLU, PReLU"},
    {SimdKind::softmax, "softmax", 15, true, "softmax: 3 + exp + div per element"},
    {SimdKind::norm, "norm", 8, true, "layer, instance, group normalisation"},
    {SimdKind::rmsnorm, "rmsnorm", 5, true, "RMS normalisation"},
    {SimdKind::interp, "interp", 8, true, "linear interpolation per output element"},
    {SimdKind::cubic, "cubic", 32, true, "cubic interpolation per output element"},
    {SimdKind::sort, "sort", 8, true, "top-k, sort, non-maximum suppression"},
}};

inline constexpr std::size_t index(SimdKind k) { return static_cast<std::size_t>(k); }

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_SIMD_OPS_H_
