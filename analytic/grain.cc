// SPDX-License-Identifier: Apache-2.0
#include "analytic/grain.h"

#include <algorithm>
#include <cmath>

#include "analytic/stage_max.h"
#include "workloads/streams.h"

namespace crossroof::analytic {

double chunk_count(const ChunkPlan& plan, const Task& task) {
  const std::int64_t chunk = std::min(plan.length, task.positions);
  return chunk == 0 ? 1 : static_cast<double>(task.positions) / static_cast<double>(chunk);
}

Bits share_of(Bits amount, double chunks) {
  constexpr double kNoise = 1e-9;
  return Bits(static_cast<std::int64_t>(
      std::ceil(static_cast<double>(amount.count()) / chunks * (1 - kNoise))));
}

std::int64_t message_positions(const Mapping& mapping, const Stream& stream) {
  return producer_plan(mapping, stream).length;
}

std::int64_t message_flits(const Noc& noc, Bits message) {
  if (message <= Bits()) return 0;
  const std::int64_t flits = ceil_div(message.count(), noc.flit.count());
  const std::int64_t payload = checked_mul(noc.payload_flits, noc.flit.count());
  return flits + checked_mul(ceil_div(message.count(), payload), noc.header_flits);
}

Seconds flow_time(const Noc& noc, const Flow& flow, std::int64_t positions) {
  if (flow.positions == 0) {
    return Cycles(static_cast<double>(message_flits(noc, flow.bits))) / noc.clock;
  }
  const std::int64_t position = flow.bits.count() / flow.positions;
  const std::int64_t whole = flow.positions / positions, rest = flow.positions % positions;
  const auto flits = [&](std::int64_t n) { return message_flits(noc, Bits(position * n)); };
  const std::int64_t all = checked_mul(whole, flits(std::min(positions, flow.positions)));
  return Cycles(static_cast<double>(all + flits(rest))) / noc.clock;
}

Seconds access_time(const L1& l1, Bits access) {
  const std::int64_t bits = access.count(), word = l1.word.count();
  const std::int64_t burst = l1.burst ? l1.burst->count() : std::max<std::int64_t>(1, bits);
  const std::int64_t words = bits / burst * ceil_div(burst, word) + ceil_div(bits % burst, word);
  return Cycles(static_cast<double>(words)) / l1.clock;
}

double packet_rounding(const Noc& noc, const L1& l1) {
  const Bits packet(checked_mul(noc.payload_flits, noc.flit.count()));
  const auto words = static_cast<double>(packet.count()) / static_cast<double>(l1.word.count());
  return access_time(l1, packet) * l1.clock / Cycles(words);
}

Seconds simd_time(const SimdUnit& unit, const std::vector<SimdWork>& work, double share) {
  constexpr double kNoise = 1e-9;  // decimal fractions are not exact in binary
  const double operations = lane_operations(unit, work).value() * share;
  const double rounds = std::ceil(operations / static_cast<double>(unit.lanes) - kNoise);
  return Cycles(rounds * unit.cycles_per_op) / unit.clock;
}

}  // namespace crossroof::analytic
