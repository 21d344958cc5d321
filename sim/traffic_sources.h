// SPDX-License-Identifier: Apache-2.0
// When the nodes of a NoC under synthetic traffic (workloads/noc_traffic.h) begin their packets.
// Each source is a Bernoulli process of its own: in every cycle a packet begins with probability
// rate * share / flits, whether the port is free or not. Cycles without a packet are skipped in one
// draw (a geometric gap), so work is per packet.
// Random numbers: one std::mt19937_64 per source, seeded from (seed, node); no distribution of the
// standard library, whose results differ between libraries.
#ifndef CROSSROOF_SIM_TRAFFIC_SOURCES_H_
#define CROSSROOF_SIM_TRAFFIC_SOURCES_H_

#include <cstdint>
#include <random>
#include <vector>

#include "sim/event_heap.h"
#include "sim/noc_model.h"
#include "workloads/noc_traffic.h"

namespace crossroof::sim {

class TrafficSources {
 public:
  // `rate`: mean flits per node and cycle. `pattern` must outlive this. Throws Error when a source
  // would have to begin more than one packet per cycle.
  TrafficSources(const TrafficPattern& pattern, double rate, std::uint32_t flits,
                 std::uint64_t seed);

  struct Creation {
    Cycle cycle = kNoCycle;
    std::uint32_t source = 0, destination = 0;
  };
  // The cycle of the next packet; kNoCycle when there is none.
  Cycle next() const { return due_.empty() ? kNoCycle : due_.top().cycle; }
  // That packet; those of one cycle come in order of their sources.
  Creation take();

 private:
  struct Due {
    Cycle cycle;
    std::uint32_t source;
  };
  struct Before {
    bool operator()(const Due& a, const Due& b) const {
      return a.cycle != b.cycle ? a.cycle < b.cycle : a.source < b.source;
    }
  };
  void plan(std::uint32_t source, Cycle after);
  std::uint32_t draw_destination(std::uint32_t source);

  const TrafficPattern& pattern_;
  std::vector<std::mt19937_64> random_;
  std::vector<double> log_silent_;  // log of the chance of a cycle without a packet; -inf: none
  Heap<Due, Before> due_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_TRAFFIC_SOURCES_H_
