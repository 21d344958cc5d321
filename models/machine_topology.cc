// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "models/error.h"
#include "models/machine_build.h"

namespace crossroof {
namespace {

// Routers of a full network have a link to every other: 2048 nodes are 4 million links.
constexpr std::size_t kMostFullNodes = 2048;
constexpr std::int64_t kMostRouters = 65536;

struct Placer {
  const RawMachine& raw;
  const Node& root;
  Mistakes& mistakes;

  const Node& noc() const { return *root.find("noc"); }

  void blame_noc(const char* key, const std::string& text) {
    const Node* value = noc().find(key);
    if (value == nullptr) {
      mistakes.add(noc().place, "/noc", text);
    } else {
      mistakes.add(*value, std::string("/noc/") + key, text);
    }
  }

  // Router of each node: cores as `attach` says or `concentration` to a router, then controllers.
  std::vector<RouterId> routers_of_nodes(std::size_t cores, std::int64_t concentration,
                                         std::int64_t routers) {
    std::vector<RouterId> router_of;
    const std::vector<std::int64_t>& attach = raw.noc.attach;
    if (!attach.empty() && attach.size() != cores) {
      blame_noc("attach",
                "expected one router for each of the " + std::to_string(cores) + " cores");
    }
    for (std::size_t i = 0; i < cores; ++i) {
      std::int64_t router = static_cast<std::int64_t>(i) / concentration;
      if (!attach.empty()) router = i < attach.size() ? attach[i] : 0;
      if (router >= routers && attach.empty()) {
        const std::string most = std::to_string(routers * concentration);
        mistakes.add(*root.find("cores"), "/cores",
                     "expected at most the " + most + " cores that " + std::to_string(routers) +
                         " routers hold");
        return {};
      }
      router_of.push_back(checked(router, routers, "/noc/attach", noc().find("attach"), i));
    }
    for (std::size_t i = 0; i < raw.memory.size(); ++i) {
      const Node& memory = root.find("memory")->items[i];
      const std::string pointer = "/memory/" + std::to_string(i) + "/router";
      router_of.push_back(
          checked(raw.memory[i].router.value_or(0), routers, pointer, memory.find("router"), 0));
    }
    return router_of;
  }

  RouterId checked(std::int64_t router, std::int64_t routers, const std::string& pointer,
                   const Node* node, std::size_t i) {
    if (router < routers) return RouterId(static_cast<std::size_t>(router));
    const bool list = node->type == Node::Type::array;
    mistakes.add(list ? node->items[i] : *node, list ? pointer_to(pointer, i) : pointer,
                 "expected a router from 0 to " + std::to_string(routers - 1));
    return RouterId(0);
  }

  Topology grid(std::size_t cores) {
    const bool concentrated = raw.noc.topology == RawTopology::cmesh;
    const std::int64_t concentration = concentrated ? raw.noc.concentration.value_or(4) : 1;
    const std::int64_t needed = ceil_div(static_cast<std::int64_t>(cores), concentration);
    std::int64_t width = raw.noc.width.value_or(0), height = raw.noc.height.value_or(0);
    if (width == 0 && height == 0) {
      width = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(needed))));
    }
    if (width == 0) width = ceil_div(needed, height);
    if (height == 0) height = ceil_div(needed, width);
    if (width * height > kMostRouters) {
      blame_noc("width", "expected a grid of at most " + std::to_string(kMostRouters) + " routers");
      return {};
    }
    const std::vector<RouterId> router_of = routers_of_nodes(cores, concentration, width * height);
    if (!mistakes.empty()) return {};
    if (raw.noc.topology == RawTopology::torus) return make_torus(width, height, router_of);
    Topology mesh = make_mesh(width, height, router_of);
    if (concentrated) mesh.kind = TopologyKind::concentrated_mesh;
    return mesh;
  }

  Topology listed(std::size_t cores) {
    Topology t;
    t.kind = TopologyKind::explicit_table;
    t.routers = static_cast<std::size_t>(*raw.noc.routers);
    for (const std::vector<std::int64_t>& link : raw.noc.links) {
      t.links.push_back({RouterId(static_cast<std::size_t>(link[0])),
                         RouterId(static_cast<std::size_t>(link[1]))});
    }
    t.inject = t.eject = routers_of_nodes(cores, 1, *raw.noc.routers);
    if (!mistakes.empty()) return {};
    try {
      t.finish();
    } catch (const Error& error) {
      blame_noc("links", std::string("expected a way between any two nodes (cores first, then "
                                     "memory controllers): ") +
                             error.what());
    }
    return t;
  }

  Topology unplaced(std::size_t nodes) {
    for (std::size_t i = 0; i < raw.memory.size(); ++i) {
      const Node* router = root.find("memory")->items[i].find("router");
      if (router == nullptr) continue;
      mistakes.add(*router, "/memory/" + std::to_string(i) + "/router",
                   "expected only with the topologies mesh, cmesh, torus and explicit");
    }
    if (raw.noc.topology == RawTopology::bus) return make_bus(nodes);
    if (raw.noc.topology == RawTopology::star) return make_star(nodes);
    if (nodes <= kMostFullNodes) return make_full(nodes);
    blame_noc("topology", "expected another one: \"full\" connects at most " +
                              std::to_string(kMostFullNodes) + " cores and memory controllers");
    return {};
  }
};

}  // namespace

Topology build_topology(const RawMachine& raw, std::size_t cores, const Node& root,
                        Mistakes& mistakes) {
  Placer placer{raw, root, mistakes};
  switch (raw.noc.topology) {
    case RawTopology::mesh:
    case RawTopology::cmesh:
    case RawTopology::torus:
      return placer.grid(cores);
    case RawTopology::explicit_table:
      return placer.listed(cores);
    case RawTopology::bus:
    case RawTopology::star:
    case RawTopology::full:
      break;
  }
  return placer.unplaced(cores + raw.memory.size());
}

}  // namespace crossroof
