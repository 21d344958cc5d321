// SPDX-License-Identifier: Apache-2.0
// NoC topology: routers, directed links, and the router each node injects to and ejects from.
// Generators make mesh, concentrated mesh, torus, bus, star and full; explicit tables are allowed.
// Routes are deterministic: dimension order (x then y) on grids, the shorter way round on a torus
// (ties go to increasing coordinates), otherwise breadth-first shortest with ties to the lower
// link.
#ifndef CROSSROOF_MODELS_TOPOLOGY_H_
#define CROSSROOF_MODELS_TOPOLOGY_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace crossroof {

enum class NodeId : std::size_t {};
enum class RouterId : std::size_t {};
enum class LinkId : std::size_t {};

enum class TopologyKind { mesh, concentrated_mesh, torus, bus, star, full, explicit_table };

struct Link {
  RouterId from, to;
};

struct Topology {
  TopologyKind kind = TopologyKind::mesh;
  std::int64_t width = 1, height = 1;  // routers, of grids
  std::size_t routers = 0;
  std::vector<Link> links;
  std::vector<RouterId> inject, eject;        // per node
  std::vector<std::vector<LinkId>> outgoing;  // per router, ascending; filled by finish()

  std::size_t nodes() const { return inject.size(); }
  // Completes `outgoing`; throws Error when a node cannot reach another.
  void finish();
};

// Grids: node i sits on router `router_of[i]` (row-major, width * height routers). A concentrated
// mesh is a mesh with several nodes on a router; its maker sets `kind`. A torus ring of two routers
// has one link each way, a ring of one has none.
Topology make_mesh(std::int64_t width, std::int64_t height, const std::vector<RouterId>& router_of);
Topology make_torus(std::int64_t width, std::int64_t height,
                    const std::vector<RouterId>& router_of);
// One shared medium: every message crosses the single link from the entry to the exit side.
Topology make_bus(std::size_t nodes);
// One central router; only injection and ejection ports can limit.
Topology make_star(std::size_t nodes);
// One router per node, a link between every ordered pair.
Topology make_full(std::size_t nodes);

// The links a message from one node to another crosses, in order; empty within one router.
std::vector<LinkId> route(const Topology& t, NodeId from, NodeId to);

// Nodes in snake order: grid rows in turn, every second row reversed, nodes of a router together;
// other topologies by node id.
std::vector<NodeId> snake_order(const Topology& t);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_TOPOLOGY_H_
