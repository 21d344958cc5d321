// SPDX-License-Identifier: Apache-2.0
#include "analytic/contention_streams.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "analytic/grain.h"
#include "analytic/noc_timing.h"
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

// A full packet at a port.
Seconds packet_time(const Noc& noc) {
  return Cycles(static_cast<double>(noc.payload_flits + noc.header_flits)) / noc.clock;
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
  way.places = sources(s);
  if (!way.moves) return way;
  way.latency = latency(s);
  const double stretch = link_stretch(chip_.noc);
  const std::int64_t positions = message_positions(mapping_, s);
  std::vector<Seconds> times;  // of flows, at a port
  times.reserve(s.flows.size());
  for (const Flow& f : s.flows) {
    const Seconds port = flow_time(chip_.noc, f, positions);
    times.push_back(port);
    if (f.producer_task >= 0) {
      sent_[index(s.producer)][static_cast<std::size_t>(f.producer_task)] += port * stretch;
    }
    if (f.consumer_task >= 0) {
      received_[index(s.consumer)][static_cast<std::size_t>(f.consumer_task)] += port * stretch;
    }
  }
  way.arrival = arrival(s, times, stretch);
  if (!through_memory(s)) return way;
  way.per_image = memory_time(s, times);
  const Seconds all = std::accumulate(times.begin(), times.end(), Seconds());
  way.packets = all / (packet_time(chip_.noc) * static_cast<double>(times.size()));
  return way;
}

bool ContentionStreams::through_memory(const Stream& s) {
  return from_memory(s) || s.kind == StreamKind::store;
}

// Of a head on the longest way.
Seconds ContentionStreams::latency(const Stream& s) const {
  Seconds memory;
  bool crosses = false;
  for (const Flow& f : s.flows) {
    crosses = crosses || f.from.chip != f.to.chip;
    if (!through_memory(s)) continue;
    const auto node = static_cast<std::size_t>(from_memory(s) ? f.from.node : f.to.node);
    if (node < chip_.cores.size()) continue;
    memory = std::max(memory, chip_.memory[node - chip_.cores.size()].latency);
  }
  const Seconds way = head_latency(chip_.noc, longest_route(chip_.noc.topology, s.flows)) + memory;
  if (!crosses || !chip_.chip_link) return way;
  // Through the network of both chips, and stored between them.
  return way + chip_.chip_link->latency + head_latency(chip_.noc, 0);
}

// Of a message at the port of its slowest receiver, all its parts.
Seconds ContentionStreams::arrival(const Stream& s, const std::vector<Seconds>& times,
                                   double stretch) const {
  struct Receiver {
    Seconds time;
    std::int64_t positions = 0, flows = 0;
  };
  std::vector<Receiver> receivers(mapping_.layer(s.consumer).tasks.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Flow& f = s.flows[i];
    if (f.consumer_task < 0) continue;
    Receiver& r = receivers[static_cast<std::size_t>(f.consumer_task)];
    r.time += std::max(times[i] * stretch, crossing_time(f));
    r.positions += f.positions;
    ++r.flows;
  }
  const std::int64_t copies = sources(s), length = message_positions(mapping_, s);
  Seconds longest;
  for (const Receiver& r : receivers) {
    if (r.flows == 0) continue;
    const std::int64_t parts = std::max<std::int64_t>(1, r.flows / copies);
    const double messages = static_cast<double>(r.positions) / static_cast<double>(parts * length);
    longest = std::max(longest, r.time / std::max(1.0, messages));
  }
  return longest;
}

// All of an image at the busiest controller, its port, or the port of a reading core.
Seconds ContentionStreams::memory_time(const Stream& s, const std::vector<Seconds>& times) const {
  const std::size_t nodes = chip_.noc.topology.nodes();
  std::vector<Seconds> ports(nodes * static_cast<std::size_t>(mapping_.chips));
  std::vector<Seconds> controllers(ports.size());
  const bool reads = from_memory(s);
  Seconds longest;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Flow& f = s.flows[i];
    const auto see = [&](const ChipNode& end) {
      const auto node = static_cast<std::size_t>(end.node);
      const std::size_t place = static_cast<std::size_t>(end.chip) * nodes + node;
      ports[place] += times[i];
      longest = std::max(longest, ports[place]);
      if (node < chip_.cores.size()) return;
      controllers[place] += f.bits.bytes() / chip_.memory[node - chip_.cores.size()].rate;
      longest = std::max(longest, controllers[place]);
    };
    see(reads ? f.from : f.to);
    if (reads) see(f.to);
  }
  return longest;
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
