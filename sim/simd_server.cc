// SPDX-License-Identifier: Apache-2.0
#include "sim/simd_server.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "models/amount.h"

namespace crossroof::sim {
namespace {

// A sum this near to a whole number is that number: decimal fractions are not exact in binary.
constexpr double kNoise = 1e-9;

double rounded_up(double x) {
  const double nearest = std::round(x);
  return std::abs(x - nearest) <= kNoise * std::max(1.0, nearest) ? nearest : std::ceil(x);
}

}  // namespace

SimdServer::SimdServer(const SimdUnit& unit) : unit_(unit), period_(period(unit.clock)) {}

SimdService SimdServer::service(const std::vector<SimdWork>& work) const {
  double lane_ops = 0;
  for (const SimdWork& w : work)
    lane_ops += static_cast<double>(w.count) * unit_.lane_ops[index(w.kind)];
  SimdService s;
  constexpr double kMost = 9e18;
  if (lane_ops > kMost) throw Error("amount of work exceeds 2^63");
  s.lane_ops = static_cast<std::int64_t>(rounded_up(lane_ops));
  const std::int64_t rounds = ceil_div(s.lane_ops, unit_.lanes);
  const double per_op = unit_.cycles_per_op;
  if (per_op == std::floor(per_op) && per_op < kMost) {
    const std::int64_t cycles = checked_mul(rounds, static_cast<std::int64_t>(per_op));
    s.time = static_cast<Tick>(checked_mul(cycles, static_cast<std::int64_t>(period_)));
  } else {
    s.time = ticks(Cycles(static_cast<double>(rounds) * per_op) / unit_.clock);
  }
  return s;
}

void SimdServer::request(const SimdRequest& r, Tick now) {
  queue_.push({{now, r.chunk, r.stage, r.task, r.ticket}, r.service});
}

bool SimdServer::start_next(Tick now) {
  if (end_ != kNever || queue_.empty()) return false;
  const Waiting next = queue_.top();
  queue_.pop();
  ticket_ = next.order.ticket;
  end_ = now + next.service.time;
  ++use_.chunks;
  use_.lane_ops += next.service.lane_ops;
  use_.busy += next.service.time;
  use_.waited += now - next.order.since;
  return true;
}

bool SimdServer::end_chunk(Tick now) {
  if (end_ > now) return false;
  assert(end_ == now);
  end_ = kNever;
  return true;
}

void SimdServer::note_queue() { use_.longest_queue = std::max(use_.longest_queue, queue_.size()); }

}  // namespace crossroof::sim
