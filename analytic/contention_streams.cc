// SPDX-License-Identifier: Apache-2.0
#include "analytic/contention_streams.h"

#include <algorithm>
#include <cstdlib>

#include "analytic/grain.h"
#include "models/topology.h"
#include "workloads/streams.h"

namespace crossroof::analytic {
namespace {

// Flows of a stream whose routes are looked at for the longest, off grids.
constexpr std::size_t kRoutes = 8;

bool grid(const Topology& t) {
  return t.kind == TopologyKind::mesh || t.kind == TopologyKind::concentrated_mesh;
}

// Links on the way.
std::int64_t hops(const Topology& t, NodeId from, NodeId to) {
  if (!grid(t)) return static_cast<std::int64_t>(route(t, from, to).size());
  const auto a = static_cast<std::int64_t>(t.inject[static_cast<std::size_t>(from)]);
  const auto b = static_cast<std::int64_t>(t.eject[static_cast<std::size_t>(to)]);
  return std::abs(a % t.width - b % t.width) + std::abs(a / t.width - b / t.width);
}

std::int64_t longest_route(const Topology& topology, const std::vector<Flow>& flows) {
  const std::size_t step = grid(topology) ? 1 : 1 + flows.size() / kRoutes;
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < flows.size(); i += step) {
    const Flow& f = flows[i];
    if (f.from.chip == f.to.chip)
      longest = std::max(longest, hops(topology, f.from.node, f.to.node));
  }
  return longest;
}

// Of a head until its first flit is at the receiver, without that flit's own cycle (E81).
Seconds head_latency(const Noc& noc, std::int64_t hops) {
  const Cycles cycles =
      noc.interface_pipeline * 2.0 + noc.router_pipeline * (static_cast<double>(hops) + 1);
  return std::max(Cycles(), cycles - Cycles(1)) / noc.clock;
}

}  // namespace

ContentionStreams::ContentionStreams(const Network& net, const RramChip& chip,
                                     const Mapping& mapping)
    : chip_(chip),
      mapping_(mapping),
      into_(net.layers.size()),
      stores_(net.layers.size()),
      partials_(net.layers.size()),
      sent_(net.layers.size()),
      received_(net.layers.size()) {
  for (std::size_t l = 0; l < mapping.layers.size(); ++l) {
    sent_[l].resize(mapping.layers[l].tasks.size());
    received_[l].resize(mapping.layers[l].tasks.size());
  }
  for (const Stream& s : mapping.streams) {
    if (s.kind == StreamKind::store) {
      stores_[index(s.producer)].push_back(described(s));
    } else if (s.kind == StreamKind::partial) {
      partials_[index(s.producer)].push_back(described(s));
    } else {
      into_[index(s.consumer)].push_back(described(s));
    }
  }
}

ContentionStream ContentionStreams::described(const Stream& s) {
  ContentionStream way;
  way.stream = &s;
  way.from_memory = from_memory(s);
  way.moves = !s.flows.empty();
  if (!way.moves) return way;
  const Noc& noc = chip_.noc;
  way.latency = head_latency(noc, longest_route(noc.topology, s.flows));
  const bool memory = way.from_memory || s.kind == StreamKind::store;
  struct Receiver {
    Seconds time;
    std::int64_t positions = 0, flows = 0;
  };
  std::vector<Receiver> receivers(mapping_.layer(s.consumer).tasks.size());
  struct Port {
    Seconds controller, port;
  };
  Seconds memory_latency;
  std::vector<Port> controllers(chip_.memory.size() * static_cast<std::size_t>(mapping_.chips));
  const std::int64_t positions = message_positions(mapping_, s);
  const double stretch = link_stretch(noc);
  for (const Flow& f : s.flows) {
    const Seconds t = flow_time(noc, f, positions) * stretch;
    if (f.producer_task >= 0) {
      sent_[index(s.producer)][static_cast<std::size_t>(f.producer_task)] += t;
    }
    if (f.consumer_task >= 0) {
      received_[index(s.consumer)][static_cast<std::size_t>(f.consumer_task)] += t;
      Receiver& r = receivers[static_cast<std::size_t>(f.consumer_task)];
      r.time += std::max(t, crossing_time(f));
      r.positions += f.positions;
      ++r.flows;
    }
    if (!memory) continue;
    const ChipNode end = way.from_memory ? f.from : f.to;
    const std::size_t node = static_cast<std::size_t>(end.node);
    if (node < chip_.cores.size()) continue;
    const std::size_t c = node - chip_.cores.size();
    Port& p = controllers[static_cast<std::size_t>(end.chip) * chip_.memory.size() + c];
    memory_latency = std::max(memory_latency, chip_.memory[c].latency);
    p.controller += f.bits.bytes() / chip_.memory[c].rate;
    p.port += t * (1 / stretch);
  }
  way.latency += memory_latency;
  const auto crosses = [](const Flow& f) { return f.from.chip != f.to.chip; };
  if (chip_.chip_link && std::any_of(s.flows.begin(), s.flows.end(), crosses)) {
    // Through the network of both chips, and stored between them.
    way.latency += chip_.chip_link->latency + head_latency(noc, 0);
  }
  for (const Port& p : controllers) {
    way.per_image = std::max({way.per_image, p.controller, p.port});
  }
  const std::int64_t copies = sources(s);
  std::vector<Seconds> cores(chip_.cores.size() * static_cast<std::size_t>(mapping_.chips));
  for (std::size_t t = 0; t < receivers.size(); ++t) {
    const Receiver& r = receivers[t];
    if (r.flows == 0) continue;
    const std::int64_t parts = std::max<std::int64_t>(1, r.flows / copies);
    const double messages =
        static_cast<double>(r.positions) / static_cast<double>(parts * positions);
    way.arrival = std::max(way.arrival, r.time / std::max(1.0, messages));
    if (!memory) continue;
    const Task& task = mapping_.layer(s.consumer).tasks[t];
    Seconds& core = cores[static_cast<std::size_t>(task.chip) * chip_.cores.size() +
                          static_cast<std::size_t>(task.core)];
    core += r.time * (1 / stretch);
    way.per_image = std::max(way.per_image, core);
  }
  return way;
}

// A message takes one link between chips.
Seconds ContentionStreams::crossing_time(const Flow& f) const {
  if (f.from.chip == f.to.chip || !chip_.chip_link) return Seconds();
  return f.bits.bytes() / chip_.chip_link->rate;
}

// Places that hold different messages of the tensor.
std::int64_t ContentionStreams::sources(const Stream& s) const {
  if (from_memory(s)) return static_cast<std::int64_t>(chip_.memory.size());
  return mapping_.layer(s.producer).plan.replicas;
}

}  // namespace crossroof::analytic
