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
      ports(links + 2 * nodes),
      channels(ports.size() << shift),
      woken(ports.size(), kNoCycle) {
  use.links.resize(links);
  use.injection.resize(nodes);
  use.ejection.resize(nodes);
  for (Index l = 0; l < links; ++l) ports[l].use = &use.links[l];
  for (Index n = 0; n < nodes; ++n) {
    ports[links + n].use = &use.ejection[n];
    ports[injection(n)].use = &use.injection[n];
  }
  for (PacketChannel& c : channels) c.credits = PacketCredits(timing.buffer);
}

}  // namespace crossroof::sim
