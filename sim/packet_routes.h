// SPDX-License-Identifier: Apache-2.0
// The ports that a packet crosses on its way from node to node, found on first use, and whether
// routes may wait for each other in a circle. Routes are those of models/topology.
#ifndef CROSSROOF_SIM_PACKET_ROUTES_H_
#define CROSSROOF_SIM_PACKET_ROUTES_H_

#include <cstdint>
#include <vector>

#include "models/topology.h"

namespace crossroof::sim {

// Output ports of a network: link l is port l, the ejection port of node n is port
// links + n.
class PacketRoutes {
 public:
  // The topology must outlive the table.
  explicit PacketRoutes(const Topology& topology);
  // Place of the first output port of the way; the others follow, the ejection port is the last.
  std::uint32_t way(NodeId from, NodeId to);
  std::uint32_t port(std::uint32_t place) const { return ports_[place]; }

 private:
  const Topology& topology_;
  std::size_t nodes_;
  std::vector<std::uint32_t> ways_;   // by the router of the sender, then destination
  std::vector<std::uint32_t> ports_;  // of all ways found, one after the other
};

// Whether the links that packets hold while they ask for another can form a circle.
bool may_wait_in_circle(const Topology& topology);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACKET_ROUTES_H_
