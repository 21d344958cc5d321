// SPDX-License-Identifier: Apache-2.0
// The port by which a router forwards a packet to a node, as a table filled on first use, and
// whether routes may wait for each other in a circle. Routes are those of models/topology, in which
// the way on from a router depends on the destination only.
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
  // Fills the table along the route; before the first port() of the pair.
  void prepare(NodeId from, NodeId to);
  std::uint32_t port(std::size_t router, std::uint32_t destination) const {
    return next_[router * nodes_ + destination];
  }

 private:
  const Topology& topology_;
  std::size_t nodes_;
  std::vector<std::uint32_t> next_;
};

// Whether the links that packets hold while they ask for another can form a circle.
bool may_wait_in_circle(const Topology& topology);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACKET_ROUTES_H_
