// SPDX-License-Identifier: Apache-2.0
#include "sim/packet_network.h"

namespace crossroof::sim {
namespace {

Index shift_for(Index channels) {
  Index shift = 0;
  while ((Index{1} << shift) < channels) ++shift;
  return shift;
}

}  // namespace

PacketNetwork::PacketNetwork(const Noc& noc)
    : topology(noc.topology),
      timing(packet_timing(noc)),
      routes(topology),
      links(static_cast<Index>(topology.links.size())),
      nodes(static_cast<Index>(topology.nodes())),
      shift(shift_for(timing.channels)),
      calendar(timing.longest_delay()),
      outputs(links + 2 * nodes),
      inputs(outputs.size()),
      channels(outputs.size() << shift) {
  use.links.resize(links);
  use.injection.resize(nodes);
  use.ejection.resize(nodes);
  for (PacketChannel& c : channels) c.credits = PacketCredits(timing.buffer);
}

NocUse PacketNetwork::collected_use() const {
  NocUse all = use;
  for (Index port = 0; port < links + nodes; ++port) {
    LinkUse& u = use_of(port, all);
    const PacketOutput& output = outputs[port];
    u.flits = u.busy = output.flits;
    u.packets = output.packets;
    u.longest_queue = output.longest_queue;
  }
  return all;
}

}  // namespace crossroof::sim
