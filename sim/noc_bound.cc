// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_bound.h"

#include <algorithm>
#include <cassert>

namespace crossroof::sim {

NocBound noc_bound(const Topology& topology, const TrafficPattern& traffic) {
  assert(traffic.nodes() == topology.nodes());
  std::vector<double> links(topology.links.size(), 0), ejection(topology.nodes(), 0);
  double busiest = 0, hops = 0;
  for (std::size_t source = 0; source < traffic.nodes(); ++source) {
    const double load = traffic.load[source];
    busiest = std::max(busiest, load);
    if (load == 0) continue;
    const Destinations& to = traffic.of(source);
    for (std::size_t i = 0; i < to.nodes.size(); ++i) {
      const double flow = load * to.share(i);
      ejection[to.nodes[i]] += flow;
      const std::vector<LinkId> path = route(topology, NodeId(source), NodeId(to.nodes[i]));
      for (const LinkId link : path) links[static_cast<std::size_t>(link)] += flow;
      hops += flow * static_cast<double>(path.size());
    }
  }
  for (const std::vector<double>* loads : {&links, &ejection}) {
    for (const double load : *loads) busiest = std::max(busiest, load);
  }
  return {1 / busiest, hops / static_cast<double>(traffic.nodes())};
}

double zero_load_latency(const Noc& noc, double hops, std::uint32_t flits) {
  const auto router = static_cast<double>(whole_cycles(noc.router_pipeline));
  const auto interface = static_cast<double>(whole_cycles(noc.interface_pipeline));
  return std::max(1.0, 2 * interface + router * (hops + 1)) + flits - 1;
}

}  // namespace crossroof::sim
