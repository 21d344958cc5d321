// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/op_work.h"

#include <algorithm>

#include "workloads/onnx/op_axes.h"
#include "workloads/onnx/recurrent.h"

namespace crossroof {
namespace {

std::int64_t y(const OpContext& c) { return c.out(0).elements(); }
std::int64_t x(const OpContext& c) { return c.in(0).elements(); }

}  // namespace

std::vector<SimdWork> work_nary(const OpContext& c) {
  const auto operands = static_cast<std::int64_t>(c.input_count());
  return {{SimdKind::add, checked_mul(y(c), std::max<std::int64_t>(operands - 1, 1))}};
}

std::vector<SimdWork> work_mean_nary(const OpContext& c) {
  std::vector<SimdWork> work = work_nary(c);
  work.push_back({SimdKind::mul, y(c)});
  return work;
}

std::vector<SimdWork> work_power(const OpContext& c) {
  const auto& exponent = c.in(1).data;
  const auto is = [&exponent](double n) {
    return exponent && ((!exponent->floats.empty() && exponent->floats[0] == n) ||
                        (!exponent->ints.empty() && static_cast<double>(exponent->ints[0]) == n));
  };
  if (is(2)) return {{SimdKind::mul, y(c)}};
  if (is(3)) return {{SimdKind::mul, checked_mul(y(c), 2)}};
  if (is(0.5) || is(-1)) return {{SimdKind::div, y(c)}};
  return {{SimdKind::exp, y(c)}};
}

std::vector<SimdWork> work_batch_norm(const OpContext& c) {
  return {{SimdKind::mul, y(c)}, {SimdKind::add, y(c)}};
}

std::vector<SimdWork> work_max_pool(const OpContext& c) {
  return {{SimdKind::add, checked_mul(y(c), pool_window(c).taps())}};
}

std::vector<SimdWork> work_mean_pool(const OpContext& c) {
  return {{SimdKind::add, checked_mul(y(c), pool_window(c).taps())}, {SimdKind::mul, y(c)}};
}

std::vector<SimdWork> work_mean(const OpContext& c) {
  return {{SimdKind::add, x(c)}, {SimdKind::mul, y(c)}};
}

std::vector<SimdWork> work_norm_reduce(const OpContext& c) {
  return {{SimdKind::mul, x(c)}, {SimdKind::add, x(c)}, {SimdKind::div, y(c)}};
}

std::vector<SimdWork> work_log_reduce(const OpContext& c) {
  return {{SimdKind::exp, checked_add(x(c), y(c))}, {SimdKind::add, x(c)}};
}

std::vector<SimdWork> work_resize(const OpContext& c) {
  const std::string mode = c.text("mode", "nearest");
  if (mode == "nearest") return {};
  return {{mode == "cubic" || mode == "bicubic" ? SimdKind::cubic : SimdKind::interp, y(c)}};
}

std::vector<SimdWork> work_quantise(const OpContext& c) {
  return {{SimdKind::mul, y(c)}, {SimdKind::add, checked_mul(y(c), 2)}};
}

std::vector<SimdWork> work_dynamic_quantise(const OpContext& c) {
  return {{SimdKind::mul, x(c)}, {SimdKind::add, checked_mul(x(c), 4)}};
}

std::vector<SimdWork> work_lrn(const OpContext& c) {
  return {{SimdKind::mul, x(c)},
          {SimdKind::add, checked_mul(x(c), std::max<std::int64_t>(c.integer("size", 1), 1))},
          {SimdKind::exp, x(c)}};
}

// Element operations behind the matrix product, per hidden element and step: LSTM three sigmoids
// and two tanh (counted as table look-ups of one operation), products and sums: 10; GRU 8; RNN 2.
std::vector<SimdWork> work_recurrent(const OpContext& c) {
  const RecurrentShape s = recurrent_shape(c);
  const std::int64_t elements =
      checked_mul(checked_mul(s.directions, s.steps), checked_mul(s.batch, s.hidden));
  const auto times = [elements](SimdKind kind, std::int64_t n) {
    return SimdWork{kind, checked_mul(elements, n)};
  };
  if (s.gates == 4) return {times(SimdKind::add, 6), times(SimdKind::mul, 4)};
  if (s.gates == 3) return {times(SimdKind::add, 5), times(SimdKind::mul, 3)};
  return {times(SimdKind::add, 2)};
}

}  // namespace crossroof
