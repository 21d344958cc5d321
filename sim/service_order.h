// SPDX-License-Identifier: Apache-2.0
// Who is served first where stages of tasks share a server of a core (L1, SIMD unit): first come,
// first served by the time of the request; ties to the older chunk (counted over the batch), then
// the later stage, then the lower task, then the lower ticket. Never the order of calls.
#ifndef CROSSROOF_SIM_SERVICE_ORDER_H_
#define CROSSROOF_SIM_SERVICE_ORDER_H_

#include <cstdint>

#include "sim/tick.h"

namespace crossroof::sim {

struct ServiceOrder {
  Tick since = 0;  // time of the request
  std::int64_t chunk = 0;
  int stage = 0;
  std::uint32_t task = 0;
  std::uint64_t ticket = 0;
};

inline bool before(const ServiceOrder& a, const ServiceOrder& b) {
  if (a.since != b.since) return a.since < b.since;
  if (a.chunk != b.chunk) return a.chunk < b.chunk;
  if (a.stage != b.stage) return a.stage > b.stage;
  if (a.task != b.task) return a.task < b.task;
  return a.ticket < b.ticket;
}

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_SERVICE_ORDER_H_
