// SPDX-License-Identifier: Apache-2.0
// What a run with a trace shows of the transport: ports, controllers, links.
#include "sim/transport.h"

namespace crossroof::sim {

std::string Transport::track_name(PortKind port, const ChannelEnd& end, std::size_t number) const {
  std::string node;
  if (number >= chip_.cores.size() + chip_.memory.size()) {
    node = "chip link " + std::to_string(number - chip_.cores.size() - chip_.memory.size());
  } else if (end.memory) {
    node = "memory controller " + std::to_string(end.controller);
  } else {
    node = "core " + std::to_string(number);
  }
  switch (port) {
    case PortKind::injection:
      return "injection port of " + node;
    case PortKind::ejection:
      return "ejection port of " + node;
    case PortKind::controller:
      return node;
    case PortKind::link: {
      const Link& link = chip_.noc.topology.links[number];
      return "link " + std::to_string(static_cast<std::size_t>(link.from)) + " -> " +
             std::to_string(static_cast<std::size_t>(link.to));
    }
    case PortKind::chip_link:
      return "link " + std::to_string(number) + " leaving the chip";
  }
  return node;
}

// The messages of a task by its chunks, of memory by ordinal.
void Transport::span(std::uint32_t packet, PortKind port, Tick start, Tick end,
                     std::size_t number) {
  const PacketState& p = packets_[packet];
  const Channel& c = channels_[p.channel];
  const Message& m = messages_[p.message];
  const bool near = port == PortKind::injection || (port == PortKind::controller && p.reading);
  const ChannelEnd& end_of = near ? c.from : c.to;
  const std::int64_t chip = p.second_chip ? c.to.chip : c.from.chip;
  const bool at_gateway =
      c.between_chips() && port == (p.second_chip ? PortKind::injection : PortKind::ejection);
  const bool at_node = port != PortKind::link && port != PortKind::chip_link;
  if (at_node) number = static_cast<std::size_t>(at_gateway ? gateway(p) : end_of.node);
  const auto [at, fresh] = tracks_.insert({{chip, port, number}, TrackId{}});
  if (fresh) {
    const std::string group = program_.chips > 1 ? "chip " + std::to_string(chip) + " " : "";
    at->second = supervisor_.new_track(group + (port == PortKind::controller ? "memory" : "NoC"),
                                       track_name(port, end_of, number));
  }
  const ChannelEnd& worker = c.to.memory ? c.from : c.to;
  const std::int64_t chunks = static_cast<std::int64_t>(program_.tasks[worker.task].chunks.size());
  const Carried* x = c.feed == nullptr ? nullptr : &(*c.list)[static_cast<std::size_t>(m.entry)];
  const std::int64_t chunk = x == nullptr  ? 0
                             : c.to.memory ? m.image * chunks + x->emitter
                                           : ordinal(c, m);
  supervisor_.trace()->service({at->second, worker.task, chunk,
                                index(c.to.memory ? Stage::noc_write : Stage::noc_read), start,
                                end});
}

void Transport::crossing(std::uint64_t packet, LinkId link, Tick start, Tick end) {
  span(static_cast<std::uint32_t>(packet), PortKind::link, start, end,
       static_cast<std::size_t>(link));
}

}  // namespace crossroof::sim
