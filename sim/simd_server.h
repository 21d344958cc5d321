// SPDX-License-Identifier: Apache-2.0
// The SIMD unit of a core: one chunk of one task at a time, in the order of sim/service_order.h.
// A chunk of L = sum(count * lane operations of the kind) lane-operations, rounded up once, takes
//   ceil(L / lanes) * cycles_per_op
// cycles of the SIMD clock, rounded up to a tick once when cycles_per_op is no whole number.
// Source: roofline. Not modelled: latency of the lanes' pipeline, dependences inside a chunk.
//
// The caller owns time. At each tick: complete(), then requests in any order, then grant().
#ifndef CROSSROOF_SIM_SIMD_SERVER_H_
#define CROSSROOF_SIM_SIMD_SERVER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/rram_chip.h"
#include "sim/event_heap.h"
#include "sim/service_order.h"
#include "sim/tick.h"
#include "workloads/network.h"

namespace crossroof::sim {

struct SimdService {
  std::int64_t lane_ops = 0;
  Tick time = 0;
};

struct SimdRequest {
  std::uint64_t ticket = 0;  // the caller's
  std::int64_t chunk = 0;    // counted over the batch
  int stage = 0;
  std::uint32_t task = 0;
  SimdService service;
};

struct SimdUse {
  std::int64_t chunks = 0, lane_ops = 0;
  Tick busy = 0, waited = 0;
  std::size_t longest_queue = 0;
};

class SimdServer {
 public:
  explicit SimdServer(const SimdUnit& unit);

  // What a chunk costs; to be asked once per class of chunks.
  SimdService service(const std::vector<SimdWork>& work) const;

  void request(const SimdRequest& request, Tick now);

  // Starts the next chunk if the unit is free; calls started(ticket, end).
  template <class Started>
  void grant(Tick now, Started&& started) {
    if (start_next(now)) started(ticket_, end_);
    note_queue();
  }

  // kNever when idle.
  Tick next_end() const { return end_; }

  // Ends the chunk that is due at `now` (== next_end()); calls ended(ticket).
  template <class Ended>
  void complete(Tick now, Ended&& ended) {
    if (end_chunk(now)) ended(ticket_);
  }

  bool idle() const { return end_ == kNever && queue_.empty(); }
  const SimdUse& use() const { return use_; }

 private:
  struct Waiting {
    ServiceOrder order;
    SimdService service;
  };
  struct Before {
    bool operator()(const Waiting& a, const Waiting& b) const { return before(a.order, b.order); }
  };

  bool start_next(Tick now);
  bool end_chunk(Tick now);
  void note_queue();

  SimdUnit unit_;
  Tick period_;
  Heap<Waiting, Before> queue_;
  std::uint64_t ticket_ = 0;  // of the latest chunk
  Tick end_ = kNever;
  SimdUse use_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_SIMD_SERVER_H_
