// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <string>

#include "models/error.h"
#include "models/topology.h"

namespace crossroof {
namespace {

bool is_grid(const Topology& t) {
  return t.kind == TopologyKind::mesh || t.kind == TopologyKind::concentrated_mesh ||
         t.kind == TopologyKind::torus;
}

LinkId link_between(const Topology& t, std::size_t from, std::size_t to) {
  for (LinkId l : t.outgoing[from]) {
    if (static_cast<std::size_t>(t.links[static_cast<std::size_t>(l)].to) == to) return l;
  }
  throw Error("no link from router " + std::to_string(from) + " to router " + std::to_string(to));
}

// +1 or -1 along one dimension: straight on a mesh, the shorter way round on a torus.
std::int64_t direction(bool wraps, std::int64_t from, std::int64_t to, std::int64_t size) {
  if (!wraps) return to > from ? 1 : -1;
  const std::int64_t up = (to - from + size) % size;
  return up <= size - up ? 1 : -1;
}

std::vector<LinkId> grid_route(const Topology& t, std::size_t from, std::size_t to) {
  const bool wraps = t.kind == TopologyKind::torus;
  const std::int64_t width = t.width, height = t.height;
  std::int64_t x = static_cast<std::int64_t>(from) % width;
  std::int64_t y = static_cast<std::int64_t>(from) / width;
  const std::int64_t to_x = static_cast<std::int64_t>(to) % width;
  const std::int64_t to_y = static_cast<std::int64_t>(to) / width;
  std::vector<LinkId> path;
  path.reserve(static_cast<std::size_t>(width + height));
  const auto step = [&](std::int64_t next_x, std::int64_t next_y) {
    path.push_back(link_between(t, static_cast<std::size_t>(y * width + x),
                                static_cast<std::size_t>(next_y * width + next_x)));
    x = next_x;
    y = next_y;
  };
  for (const std::int64_t d = direction(wraps, x, to_x, width); x != to_x;) {
    step((x + d + width) % width, y);
  }
  for (const std::int64_t d = direction(wraps, y, to_y, height); y != to_y;) {
    step(x, (y + d + height) % height);
  }
  return path;
}

// Of the shortest paths the one whose sequence of link ids is smallest.
std::vector<LinkId> breadth_first_route(const Topology& t, std::size_t from, std::size_t to) {
  const std::size_t none = t.links.size();
  std::vector<std::size_t> arrived_by(t.routers, none);
  std::vector<bool> seen(t.routers, false);
  std::vector<std::size_t> queue = {from};
  seen[from] = true;
  for (std::size_t head = 0; head < queue.size() && !seen[to]; ++head) {
    for (LinkId l : t.outgoing[queue[head]]) {
      const std::size_t next = static_cast<std::size_t>(t.links[static_cast<std::size_t>(l)].to);
      if (seen[next]) continue;
      seen[next] = true;
      arrived_by[next] = static_cast<std::size_t>(l);
      queue.push_back(next);
    }
  }
  if (!seen[to]) {
    throw Error("router " + std::to_string(from) + " cannot reach router " + std::to_string(to));
  }
  std::vector<LinkId> path;
  for (std::size_t r = to; r != from;) {
    path.push_back(LinkId(arrived_by[r]));
    r = static_cast<std::size_t>(t.links[arrived_by[r]].from);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

std::vector<LinkId> route(const Topology& t, NodeId from, NodeId to) {
  assert(static_cast<std::size_t>(from) < t.nodes() && static_cast<std::size_t>(to) < t.nodes());
  const std::size_t start = static_cast<std::size_t>(t.inject[static_cast<std::size_t>(from)]);
  const std::size_t goal = static_cast<std::size_t>(t.eject[static_cast<std::size_t>(to)]);
  if (start == goal) return {};
  if (is_grid(t)) return grid_route(t, start, goal);
  if (t.kind == TopologyKind::full) return {t.outgoing[start][goal < start ? goal : goal - 1]};
  return breadth_first_route(t, start, goal);
}

std::vector<NodeId> snake_order(const Topology& t) {
  std::vector<NodeId> order;
  order.reserve(t.nodes());
  if (!is_grid(t)) {
    for (std::size_t n = 0; n < t.nodes(); ++n) order.push_back(NodeId(n));
    return order;
  }
  std::vector<std::vector<NodeId>> on_router(t.routers);
  for (std::size_t n = 0; n < t.nodes(); ++n) {
    on_router[static_cast<std::size_t>(t.inject[n])].push_back(NodeId(n));
  }
  for (std::int64_t y = 0; y < t.height; ++y) {
    for (std::int64_t i = 0; i < t.width; ++i) {
      const std::int64_t x = y % 2 == 0 ? i : t.width - 1 - i;
      const auto& nodes = on_router[static_cast<std::size_t>(y * t.width + x)];
      order.insert(order.end(), nodes.begin(), nodes.end());
    }
  }
  return order;
}

}  // namespace crossroof
