// SPDX-License-Identifier: Apache-2.0
#include "sim/flit_routes.h"

#include <algorithm>
#include <set>
#include <string>

#include "models/error.h"

namespace crossroof::sim {
namespace {

std::uint32_t narrow(std::size_t index) { return static_cast<std::uint32_t>(index); }

bool has_rings(const Topology& t) {
  return t.kind == TopologyKind::torus && std::max(t.width, t.height) > 2;
}

// Neighbours on a grid differ by one step unless the link closes a ring.
struct Step {
  bool vertical = false, wraps = false;
};

Step step_of(const Topology& t, LinkId id) {
  const Link& link = t.links[static_cast<std::size_t>(id)];
  const auto from = static_cast<std::int64_t>(link.from), to = static_cast<std::int64_t>(link.to);
  if (from / t.width == to / t.width) return {false, std::abs(from - to) > 1};
  return {true, std::abs(from - to) > t.width};
}

// Whether the links that wait for a link can be peeled off until none is left.
bool peels_off(const std::vector<std::set<std::size_t>>& waits_for) {
  std::vector<std::size_t> waiters(waits_for.size(), 0), ready;
  for (const auto& next : waits_for) {
    for (const std::size_t link : next) ++waiters[link];
  }
  for (std::size_t link = 0; link < waiters.size(); ++link) {
    if (waiters[link] == 0) ready.push_back(link);
  }
  std::size_t peeled = 0;
  for (; !ready.empty(); ++peeled) {
    const std::size_t link = ready.back();
    ready.pop_back();
    for (const std::size_t next : waits_for[link]) {
      if (--waiters[next] == 0) ready.push_back(next);
    }
  }
  return peeled == waits_for.size();
}

}  // namespace

FlitRoutes::FlitRoutes(const Topology& topology, std::uint32_t channels)
    : topology_(topology), channels_(channels), ports_(topology.routers) {
  if (has_rings(topology) && channels < 2) {
    throw Error("a torus at flit granularity needs at least 2 virtual channels, found " +
                std::to_string(channels) +
                ": packets on a ring would wait for each other for ever; use 2 or more, or "
                "granularity packet");
  }
  if (topology.kind == TopologyKind::explicit_table) check_circles();
  add_links();
  add_nodes();
}

void FlitRoutes::add_links() {
  for (std::size_t l = 0; l < topology_.links.size(); ++l) {
    const auto from = static_cast<std::size_t>(topology_.links[l].from);
    const auto to = static_cast<std::size_t>(topology_.links[l].to);
    auto& outputs = ports_[from].outputs;
    auto& inputs = ports_[to].inputs;
    output_of_link_.push_back(narrow(outputs.size()));
    outputs.push_back({false, l, narrow(to), narrow(inputs.size())});
    inputs.push_back({false, l, narrow(from), output_of_link_.back()});
  }
}

void FlitRoutes::add_nodes() {
  for (std::size_t n = 0; n < topology_.nodes(); ++n) {
    const auto into = static_cast<std::size_t>(topology_.inject[n]);
    const auto out_of = static_cast<std::size_t>(topology_.eject[n]);
    injection_.push_back({narrow(into), narrow(ports_[into].inputs.size())});
    ejection_.push_back({narrow(out_of), narrow(ports_[out_of].outputs.size())});
    ports_[into].inputs.push_back({true, n, 0, 0});
    ports_[out_of].outputs.push_back({true, n, 0, 0});
  }
}

const FlitHop* FlitRoutes::hops(NodeId from, NodeId to) {
  const std::uint64_t key =
      static_cast<std::uint64_t>(from) * topology_.nodes() + static_cast<std::uint64_t>(to);
  std::vector<FlitHop>& hops = made_[key];
  if (hops.empty()) hops = make_hops(from, to);
  return hops.data();
}

std::vector<FlitHop> FlitRoutes::make_hops(NodeId from, NodeId to) const {
  const std::vector<LinkId> path = route(topology_, from, to);
  std::vector<FlitHop> hops;
  hops.reserve(path.size() + 1);
  for (const LinkId link : path) {
    hops.push_back({output_of_link_[static_cast<std::size_t>(link)], 0, channels_});
  }
  if (has_rings(topology_)) cut_rings(path, hops);
  hops.push_back({ejection(to).port, 0, channels_});
  return hops;
}

// Each dimension of the route for itself: the first class before the wrap-around link, the second
// on it, after it, and everywhere when there is none.
void FlitRoutes::cut_rings(const std::vector<LinkId>& path, std::vector<FlitHop>& hops) const {
  const std::uint32_t middle = channels_ / 2;
  for (const bool vertical : {false, true}) {
    bool before = false;
    for (const LinkId link : path) {
      const Step step = step_of(topology_, link);
      before = before || (step.vertical == vertical && step.wraps);
    }
    for (std::size_t h = 0; h < path.size(); ++h) {
      const Step step = step_of(topology_, path[h]);
      if (step.vertical != vertical) continue;
      if (step.wraps) before = false;
      hops[h].first = before ? 0 : middle;
      hops[h].end = before ? middle : channels_;
    }
  }
}

void FlitRoutes::check_circles() const {
  std::vector<std::set<std::size_t>> waits_for(topology_.links.size());
  for (std::size_t from = 0; from < topology_.nodes(); ++from) {
    for (std::size_t to = 0; to < topology_.nodes(); ++to) {
      const std::vector<LinkId> path = route(topology_, NodeId(from), NodeId(to));
      for (std::size_t h = 1; h < path.size(); ++h) {
        waits_for[static_cast<std::size_t>(path[h - 1])].insert(static_cast<std::size_t>(path[h]));
      }
    }
  }
  if (!peels_off(waits_for)) {
    throw Error(
        "the routes of this topology form a circle of links, so packets could wait for each other "
        "for ever at flit granularity; use granularity packet");
  }
}

}  // namespace crossroof::sim
