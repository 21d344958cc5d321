// SPDX-License-Identifier: Apache-2.0
// What a NoC cannot exceed under a traffic pattern, and what it takes when idle: exact sums over
// all pairs of nodes on the routes of models/topology.
//   ideal rate = 1 / max over links, injection and ejection ports of the load per unit of rate.
// No deterministic router accepts more of this traffic; allocators and buffers cost the rest.
#ifndef CROSSROOF_SIM_NOC_BOUND_H_
#define CROSSROOF_SIM_NOC_BOUND_H_

#include <cstdint>

#include "sim/noc_model.h"
#include "workloads/noc_traffic.h"

namespace crossroof::sim {

struct NocBound {
  double ideal_rate = 0;  // flits per node and cycle
  double mean_hops = 0;   // links a packet crosses
};

// The pattern is of the topology's nodes.
NocBound noc_bound(const Topology& topology, const TrafficPattern& traffic);

// Cycles of a packet alone (E81): max(1, 2 interfaces + (hops + 1) routers) + flits - 1, each
// pipeline in whole cycles. Exact for a mean of hops too: only routers without a pipeline reach the
// 1, whatever the hops.
double zero_load_latency(const Noc& noc, double hops, std::uint32_t flits);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_NOC_BOUND_H_
