// SPDX-License-Identifier: Apache-2.0
// Ports of every router and the hops of every route, with the virtual channels each hop may take.
// Grids, star, full and bus have no cycle of links waiting for each other. On a torus each ring is
// cut at its wrap-around link (Dally and Seitz, IEEE ToC 1987): of two classes of channels a packet
// takes the first up to the cut and the second from it on; a packet that never crosses the cut
// takes the second throughout, for balance. Explicit tables are searched for cycles.
#ifndef CROSSROOF_SIM_FLIT_ROUTES_H_
#define CROSSROOF_SIM_FLIT_ROUTES_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/topology.h"
#include "sim/flit_router.h"

namespace crossroof::sim {

// What an output port leads to, or an input port comes from.
struct PortEnd {
  bool node = false;                   // a node's port, or else a link
  std::size_t index = 0;               // NodeId or LinkId
  std::uint32_t router = 0, port = 0;  // the router at the other end of the link
};

struct RouterPorts {
  std::vector<PortEnd> inputs, outputs;
};

class FlitRoutes {
 public:
  // Throws Error when packets could wait for each other in a circle. `topology` must outlive this.
  FlitRoutes(const Topology& topology, std::uint32_t channels);

  const std::vector<RouterPorts>& ports() const { return ports_; }
  struct Place {
    std::uint32_t router = 0, port = 0;
  };
  Place injection(NodeId node) const { return injection_[static_cast<std::size_t>(node)]; }
  Place ejection(NodeId node) const { return ejection_[static_cast<std::size_t>(node)]; }
  // The hops of a route, ejection port last; valid as long as this.
  const FlitHop* hops(NodeId from, NodeId to);

 private:
  void add_links();
  void add_nodes();
  std::vector<FlitHop> make_hops(NodeId from, NodeId to) const;
  void cut_rings(const std::vector<LinkId>& path, std::vector<FlitHop>& hops) const;
  void check_circles() const;

  const Topology& topology_;
  std::uint32_t channels_;
  std::vector<RouterPorts> ports_;
  std::vector<std::uint32_t> output_of_link_;
  std::vector<Place> injection_, ejection_;
  std::unordered_map<std::uint64_t, std::vector<FlitHop>> made_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_FLIT_ROUTES_H_
