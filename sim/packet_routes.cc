// SPDX-License-Identifier: Apache-2.0
#include "sim/packet_routes.h"

#include <algorithm>
#include <limits>

namespace crossroof::sim {
namespace {

constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

std::size_t index(LinkId l) { return static_cast<std::size_t>(l); }

// after[l]: the links asked for by packets that hold l.
std::vector<std::vector<std::size_t>> waits(const Topology& t) {
  std::vector<std::vector<std::size_t>> after(t.links.size());
  for (std::size_t from = 0; from < t.nodes(); ++from) {
    for (std::size_t to = 0; to < t.nodes(); ++to) {
      const std::vector<LinkId> path = route(t, NodeId(from), NodeId(to));
      for (std::size_t i = 1; i < path.size(); ++i) {
        std::vector<std::size_t>& next = after[index(path[i - 1])];
        const std::size_t l = index(path[i]);
        if (std::find(next.begin(), next.end(), l) == next.end()) next.push_back(l);
      }
    }
  }
  return after;
}

// Removes links nobody waits for until none is left (no circle) or all left are waited for.
bool circular(const std::vector<std::vector<std::size_t>>& after) {
  std::vector<std::size_t> waiting(after.size(), 0);
  for (const auto& next : after) {
    for (std::size_t l : next) ++waiting[l];
  }
  std::vector<std::size_t> done;
  for (std::size_t l = 0; l < after.size(); ++l) {
    if (waiting[l] == 0) done.push_back(l);
  }
  for (std::size_t i = 0; i < done.size(); ++i) {
    for (std::size_t l : after[done[i]]) {
      if (--waiting[l] == 0) done.push_back(l);
    }
  }
  return done.size() < after.size();
}

}  // namespace

PacketRoutes::PacketRoutes(const Topology& topology)
    : topology_(topology), nodes_(topology.nodes()), ways_(topology.routers * nodes_, kUnknown) {}

std::uint32_t PacketRoutes::way(NodeId from, NodeId to) {
  const std::size_t node = static_cast<std::size_t>(to);
  const auto router = static_cast<std::size_t>(topology_.inject[static_cast<std::size_t>(from)]);
  std::uint32_t& way = ways_[router * nodes_ + node];
  if (way != kUnknown) return way;
  way = static_cast<std::uint32_t>(ports_.size());
  for (LinkId l : route(topology_, from, to)) ports_.push_back(static_cast<std::uint32_t>(l));
  ports_.push_back(static_cast<std::uint32_t>(topology_.links.size() + node));
  return way;
}

bool may_wait_in_circle(const Topology& topology) {
  switch (topology.kind) {
    case TopologyKind::torus:
      // Three in a ring are one hop apart; of four, every link of a ring waits for the next.
      return topology.width > 3 || topology.height > 3;
    case TopologyKind::explicit_table:
      return circular(waits(topology));
    default:
      return false;  // dimension order, or at most one link
  }
}

}  // namespace crossroof::sim
