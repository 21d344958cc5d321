// SPDX-License-Identifier: Apache-2.0
// Synthetic traffic for a NoC alone: which node sends to which, and how much. A pattern gives every
// source a share of the load and a distribution of destinations. When packets begin is left to who
// uses it.
#ifndef CROSSROOF_WORKLOADS_NOC_TRAFFIC_H_
#define CROSSROOF_WORKLOADS_NOC_TRAFFIC_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crossroof {

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

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_NOC_TRAFFIC_H_
