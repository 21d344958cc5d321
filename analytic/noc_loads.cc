// SPDX-License-Identifier: Apache-2.0
#include "analytic/noc_loads.h"

#include <algorithm>
#include <cassert>

namespace crossroof::analytic {
namespace {

// The servers a packet passes, in order.
std::vector<std::size_t> way(const Topology& topology, std::size_t from, std::size_t to) {
  std::vector<std::size_t> servers = {from};
  for (const LinkId link : route(topology, NodeId(from), NodeId(to))) {
    servers.push_back(topology.nodes() + static_cast<std::size_t>(link));
  }
  servers.push_back(topology.nodes() + topology.links.size() + to);
  return servers;
}

void add_turn(NocServer& server, std::size_t to, double load) {
  const auto known = std::find_if(server.turns.begin(), server.turns.end(),
                                  [to](const NocTurn& turn) { return turn.to == to; });
  if (known == server.turns.end()) {
    server.turns.push_back({to, load});
  } else {
    known->load += load;
  }
}

void set_same_input(std::vector<NocServer>& servers, std::size_t injection_ports) {
  for (std::size_t s = injection_ports; s < servers.size(); ++s) servers[s].same_input = 0;
  for (const NocServer& server : servers) {
    for (const NocTurn& turn : server.turns) {
      const double share = turn.load / servers[turn.to].load;
      servers[turn.to].same_input += share * share;
    }
  }
}

}  // namespace

NocLoads noc_loads(const Topology& topology, const TrafficPattern& traffic) {
  assert(traffic.nodes() == topology.nodes());
  NocLoads loads;
  loads.nodes = topology.nodes();
  loads.servers.resize(2 * topology.nodes() + topology.links.size());
  double hops = 0;
  for (std::size_t source = 0; source < traffic.nodes(); ++source) {
    if (traffic.load[source] == 0) continue;
    const Destinations& to = traffic.of(source);
    for (std::size_t i = 0; i < to.nodes.size(); ++i) {
      const double flow = traffic.load[source] * to.share(i);
      const std::vector<std::size_t> servers = way(topology, source, to.nodes[i]);
      for (std::size_t s = 0; s < servers.size(); ++s) {
        loads.servers[servers[s]].load += flow;
        if (s + 1 < servers.size()) add_turn(loads.servers[servers[s]], servers[s + 1], flow);
      }
      hops += flow * static_cast<double>(servers.size() - 2);
    }
  }
  double busiest = 0;
  for (const NocServer& server : loads.servers) busiest = std::max(busiest, server.load);
  loads.ideal_rate = FlitsPerCycle(1 / busiest);
  loads.mean_hops = hops / static_cast<double>(traffic.nodes());
  set_same_input(loads.servers, loads.nodes);
  return loads;
}

}  // namespace crossroof::analytic
