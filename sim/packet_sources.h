// SPDX-License-Identifier: Apache-2.0
// The injection ports: packets of a node leave one after the other, each on the next virtual
// channel of its router that has a place, at one flit per cycle while there are places.
#ifndef CROSSROOF_SIM_PACKET_SOURCES_H_
#define CROSSROOF_SIM_PACKET_SOURCES_H_

#include <vector>

#include "sim/packet_network.h"

namespace crossroof::sim {

class PacketSources {
 public:
  // The network must outlive the sources.
  PacketSources(PacketNetwork& network, NocRuns runs)
      : net_(network), runs_(runs), sources_(network.nodes) {}
  void add(const Packet& packet, Cycle now);
  // The port of `node` may be free and have a place.
  void run(Index node, NocSink& sink);

 private:
  struct Source {
    Index first = kNone, last = kNone, queued = 0;  // packets, the one leaving included
    Index sent = 0;                                 // flits of the first
    Index lane = kNone, last_lane = 0;              // virtual channel of the first
    Cycle free = 0;
    Cycle blocked_since = kNoCycle;  // no place for a flit
  };
  void enqueue(Source& source, Index packet);
  bool choose_lane(Source& source, Index node);

  PacketNetwork& net_;
  NocRuns runs_;
  std::vector<Source> sources_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACKET_SOURCES_H_
