// SPDX-License-Identifier: Apache-2.0
// What a traffic pattern asks of each server of a NoC (docs/equations.md E106): exact sums over all
// pairs of nodes on the routes of models/topology. Servers are injection ports, links and ejection
// ports, each of one flit per cycle. Loads are for a mean rate of one flit per node and cycle, so
//   load at a rate = rate * load,  ideal rate = 1 / largest load.
// No deterministic router accepts more of this traffic.
#ifndef CROSSROOF_ANALYTIC_NOC_LOADS_H_
#define CROSSROOF_ANALYTIC_NOC_LOADS_H_

#include <cstddef>
#include <vector>

#include "models/topology.h"
#include "models/units.h"
#include "workloads/noc_traffic.h"

namespace crossroof::analytic {

struct FlitsTag {};
using FlitsPerCycle = Per<FlitsTag, CyclesTag>;  // of a node, in the mean

// Traffic that goes on from a server to the next one.
struct NocTurn {
  std::size_t to = 0;
  double load = 0;
};

struct NocServer {
  double load = 0;             // per unit of rate
  std::vector<NocTurn> turns;  // none out of ejection ports
  double same_input = 1;  // chance that two packets come from the same server; 1: an injection port
};

struct NocLoads {
  std::vector<NocServer> servers;  // injection ports, links, ejection ports
  std::size_t nodes = 0;           // servers before the links; as many after them
  FlitsPerCycle ideal_rate;        // fills the busiest server
  double mean_hops = 0;            // links a packet crosses
};

// The pattern is of the topology's nodes. Cost: one route per pair of nodes with traffic.
NocLoads noc_loads(const Topology& topology, const TrafficPattern& traffic);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_NOC_LOADS_H_
