// SPDX-License-Identifier: Apache-2.0
// A NoC at flit granularity with hand-made packets: when they leave their port and land.
#ifndef CROSSROOF_TESTS_SIM_FLIT_DRIVER_H_
#define CROSSROOF_TESTS_SIM_FLIT_DRIVER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "sim/noc_model.h"

namespace crossroof::sim {

inline std::vector<RouterId> one_node_each(std::size_t routers) {
  std::vector<RouterId> router_of;
  for (std::size_t r = 0; r < routers; ++r) router_of.push_back(RouterId(r));
  return router_of;
}

// The router of the reference: 4 cycles, 1 cycle in each interface, 2 channels of 8 flits.
inline Noc reference_noc(Topology topology) {
  Noc noc;
  noc.topology = std::move(topology);
  noc.router_pipeline = Cycles(4);
  noc.interface_pipeline = Cycles(1);
  noc.virtual_channels = 2;
  noc.buffer_flits = 8;
  return noc;
}

inline Noc reference_mesh(std::int64_t width, std::int64_t height) {
  return reference_noc(
      make_mesh(width, height, one_node_each(static_cast<std::size_t>(width * height))));
}

struct FlitDriver : NocSink {
  struct Landing {
    Cycle head = 0, tail = 0;
  };
  std::map<std::uint64_t, Landing> landed;
  std::map<std::uint64_t, Cycle> left;

  void leaving(std::uint64_t id, Cycle tail) override { left[id] = tail; }
  void arriving(std::uint64_t id, Cycle head, Cycle tail) override { landed[id] = {head, tail}; }

  // Until nothing is left in it, or cycle `end`.
  void run(NocModel& noc, Cycle end = 1000000) {
    for (Cycle now = noc.next(); now < end; now = noc.next()) noc.advance(now, *this);
  }
};

inline Packet packet(std::uint64_t id, std::size_t from, std::size_t to, std::uint32_t flits) {
  Packet made;
  made.id = id;
  made.order = static_cast<std::uint32_t>(id);
  made.source = NodeId(from);
  made.destination = NodeId(to);
  made.flits = flits;
  return made;
}

}  // namespace crossroof::sim

#endif  // CROSSROOF_TESTS_SIM_FLIT_DRIVER_H_
