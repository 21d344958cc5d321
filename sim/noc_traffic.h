// SPDX-License-Identifier: Apache-2.0
// Synthetic traffic for a NoC alone: which node sends to which, and when.
// A pattern gives every source a share of the load and a distribution of destinations. Each source
// is a Bernoulli process of its own: in every cycle a packet begins with probability
// rate * share / flits, whether the port is free or not. Cycles without a packet are skipped in one
// draw (a geometric gap), so work is per packet.
// Random numbers: one std::mt19937_64 per source, seeded from (seed, node); no distribution of the
// standard library, whose results differ between libraries.
#ifndef CROSSROOF_SIM_NOC_TRAFFIC_H_
#define CROSSROOF_SIM_NOC_TRAFFIC_H_

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "models/topology.h"
#include "sim/event_heap.h"
#include "sim/noc_model.h"

namespace crossroof::sim {

struct Destinations {
  std::vector<std::uint32_t> nodes;
  std::vector<double> up_to;  // cumulative shares, last 1; empty: even shares
  double share(std::size_t i) const;
};

struct TrafficPattern {
  std::string name;
  std::vector<Destinations> lists;
  std::vector<std::size_t> list_of;  // per source, into `lists`
  std::vector<double> load;          // per source, relative to the mean rate; their mean is 1

  std::size_t nodes() const { return list_of.size(); }
  const Destinations& of(std::size_t source) const { return lists[list_of[source]]; }
};

// Every node to every node, itself included, evenly.
TrafficPattern uniform_traffic(std::size_t nodes);
// (x, y) to (y, x); nodes on the diagonal send to themselves. Throws Error unless square.
TrafficPattern transpose_traffic(std::size_t nodes, std::size_t width);
// Every node to the sinks, evenly.
TrafficPattern hotspot_traffic(std::size_t nodes, const std::vector<std::uint32_t>& sinks);

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

#endif  // CROSSROOF_SIM_NOC_TRAFFIC_H_
