// SPDX-License-Identifier: Apache-2.0
// A node's injection port: packets in order, one flit per cycle, each packet into a virtual channel
// of its router that is free and has a place, taken in turn.
#ifndef CROSSROOF_SIM_FLIT_PORT_H_
#define CROSSROOF_SIM_FLIT_PORT_H_

#include <optional>
#include <vector>

#include "sim/flit_fifo.h"
#include "sim/flit_router.h"

namespace crossroof::sim {

class FlitPort {
 public:
  FlitPort(std::uint32_t channels, std::uint32_t buffer) : credits_(channels, buffer) {}

  void add(FlitPacket* packet) { queue_.push(packet); }
  void credit(std::uint32_t channel) { ++credits_[channel]; }
  bool idle() const { return queue_.empty(); }
  std::size_t queue() const { return queue_.size(); }

  struct Sent {
    std::uint32_t channel = 0;
    Flit flit;
  };
  // The flit of cycle `now`, if one can go; at most one per cycle.
  std::optional<Sent> send(Cycle now);

 private:
  bool choose_channel();

  FlitFifo<FlitPacket*> queue_;
  std::vector<std::uint32_t> credits_;
  std::uint32_t channel_ = 0;  // of the packet in front, or of the last one
  std::uint32_t sent_ = 0;     // its flits that are gone
  std::optional<Cycle> last_send_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_FLIT_PORT_H_
