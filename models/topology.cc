// SPDX-License-Identifier: Apache-2.0
#include "models/topology.h"

#include <cassert>
#include <string>

#include "models/error.h"

namespace crossroof {
namespace {

RouterId router(std::int64_t index) { return RouterId(static_cast<std::size_t>(index)); }

void check_attachment(const std::vector<RouterId>& router_of, std::size_t routers) {
  for (RouterId r : router_of) {
    if (static_cast<std::size_t>(r) >= routers) {
      throw Error("router " + std::to_string(static_cast<std::size_t>(r)) +
                  " does not exist: the topology has " + std::to_string(routers) + " routers");
    }
  }
}

// Links between neighbours in both directions, router by router; a ring of two has one pair only.
Topology make_grid(TopologyKind kind, std::int64_t width, std::int64_t height,
                   const std::vector<RouterId>& router_of) {
  if (width < 1 || height < 1) throw Error("a grid of routers needs a width and a height");
  const bool wraps = kind == TopologyKind::torus;
  Topology t;
  t.kind = kind;
  t.width = width;
  t.height = height;
  t.routers = static_cast<std::size_t>(width * height);
  check_attachment(router_of, t.routers);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const RouterId here = router(y * width + x);
      const RouterId right = router(y * width + (x + 1) % width);
      const RouterId below = router((y + 1) % height * width + x);
      if (x + 1 < width || (wraps && width > 2)) {
        t.links.push_back({here, right});
        t.links.push_back({right, here});
      }
      if (y + 1 < height || (wraps && height > 2)) {
        t.links.push_back({here, below});
        t.links.push_back({below, here});
      }
    }
  }
  t.inject = t.eject = router_of;
  t.finish();
  return t;
}

std::vector<bool> reachable(const Topology& t, RouterId start, bool backwards) {
  std::vector<std::vector<std::size_t>> incoming(backwards ? t.routers : 0);
  if (backwards) {
    for (const Link& l : t.links) {
      incoming[static_cast<std::size_t>(l.to)].push_back(static_cast<std::size_t>(l.from));
    }
  }
  std::vector<bool> seen(t.routers, false);
  std::vector<std::size_t> stack = {static_cast<std::size_t>(start)};
  seen[stack.front()] = true;
  const auto visit = [&](std::size_t r) {
    if (!seen[r]) {
      seen[r] = true;
      stack.push_back(r);
    }
  };
  while (!stack.empty()) {
    const std::size_t r = stack.back();
    stack.pop_back();
    if (backwards) {
      for (std::size_t from : incoming[r]) visit(from);
    } else {
      for (LinkId l : t.outgoing[r]) {
        visit(static_cast<std::size_t>(t.links[static_cast<std::size_t>(l)].to));
      }
    }
  }
  return seen;
}

[[noreturn]] void refuse_path(std::size_t from, std::size_t to) {
  throw Error("node " + std::to_string(from) + " cannot reach node " + std::to_string(to));
}

// All nodes reach node 0 and node 0 reaches all: enough when each node has one router.
void check_one_router_each(const Topology& t) {
  const std::vector<bool> to = reachable(t, t.inject[0], false);
  const std::vector<bool> from = reachable(t, t.inject[0], true);
  for (std::size_t n = 0; n < t.nodes(); ++n) {
    const std::size_t r = static_cast<std::size_t>(t.inject[n]);
    if (!to[r]) refuse_path(0, n);
    if (!from[r]) refuse_path(n, 0);
  }
}

void check_every_pair(const Topology& t) {
  std::vector<bool> checked(t.routers, false);
  for (std::size_t n = 0; n < t.nodes(); ++n) {
    const std::size_t r = static_cast<std::size_t>(t.inject[n]);
    if (checked[r]) continue;
    checked[r] = true;
    const std::vector<bool> seen = reachable(t, t.inject[n], false);
    for (std::size_t m = 0; m < t.nodes(); ++m) {
      if (!seen[static_cast<std::size_t>(t.eject[m])]) refuse_path(n, m);
    }
  }
}

}  // namespace

void Topology::finish() {
  assert(inject.size() == eject.size());
  outgoing.assign(routers, {});
  for (std::size_t l = 0; l < links.size(); ++l) {
    const std::size_t from = static_cast<std::size_t>(links[l].from);
    assert(from < routers && static_cast<std::size_t>(links[l].to) < routers);
    outgoing[from].push_back(LinkId(l));
  }
  if (inject.empty()) return;
  if (inject == eject) {
    check_one_router_each(*this);
  } else {
    check_every_pair(*this);
  }
}

Topology make_mesh(std::int64_t width, std::int64_t height,
                   const std::vector<RouterId>& router_of) {
  return make_grid(TopologyKind::mesh, width, height, router_of);
}

Topology make_torus(std::int64_t width, std::int64_t height,
                    const std::vector<RouterId>& router_of) {
  return make_grid(TopologyKind::torus, width, height, router_of);
}

Topology make_bus(std::size_t nodes) {
  Topology t;
  t.kind = TopologyKind::bus;
  t.routers = 2;
  t.links = {{RouterId(0), RouterId(1)}};
  t.inject.assign(nodes, RouterId(0));
  t.eject.assign(nodes, RouterId(1));
  t.finish();
  return t;
}

Topology make_star(std::size_t nodes) {
  Topology t;
  t.kind = TopologyKind::star;
  t.routers = 1;
  t.inject.assign(nodes, RouterId(0));
  t.eject = t.inject;
  t.finish();
  return t;
}

Topology make_full(std::size_t nodes) {
  Topology t;
  t.kind = TopologyKind::full;
  t.routers = nodes;
  t.links.reserve(nodes * nodes);
  for (std::size_t from = 0; from < nodes; ++from) {
    t.inject.push_back(RouterId(from));
    for (std::size_t to = 0; to < nodes; ++to) {
      if (from != to) t.links.push_back({RouterId(from), RouterId(to)});
    }
  }
  t.eject = t.inject;
  t.finish();
  return t;
}

}  // namespace crossroof
