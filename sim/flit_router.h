// SPDX-License-Identifier: Apache-2.0
// One input-queued virtual-channel router with credits (Dally and Towles, Principles and Practices
// of Interconnection Networks, chapters 16 and 17), a cycle at a time:
//   a head at the front of its channel waits `routing` cycles, asks for an output channel (VA, one
//   cycle), then asks for the switch (SA); every flit that wins SA in cycle s is at the next router
//   in s + traversal, and its place is free for the sender in s + credit.
// VA and SA are each one iteration of a separable round-robin allocator. An output channel is free
// again as soon as a tail has won SA. A speculative router asks for the switch while it asks for
// the channel, and loses the switch cycle when the channel is refused.
// Not modelled: several flits per port and cycle, output buffers, adaptive routes.
#ifndef CROSSROOF_SIM_FLIT_ROUTER_H_
#define CROSSROOF_SIM_FLIT_ROUTER_H_

#include <cstdint>
#include <vector>

#include "sim/flit_fifo.h"
#include "sim/noc_model.h"
#include "sim/round_robin_match.h"

namespace crossroof::sim {

struct FlitPipeline {
  Cycle routing = 0;    // a head's cycles before it asks for a channel
  Cycle traversal = 3;  // SA to the next router: switch, link, buffer write
  Cycle credit = 3;     // SA to the place being free for the sender
  Cycle interface = 1;  // of each network interface
  bool speculative = false;
};

// A step of a route: an output port and the channels [first, end) that may be taken there.
struct FlitHop {
  std::uint32_t output = 0;
  std::uint32_t first = 0, end = 0;
};

struct FlitPacket {
  Packet packet;
  const FlitHop* hop = nullptr;  // at the router that holds the head
  Cycle head_out = 0;            // when the head began to land
};

struct Flit {
  FlitPacket* packet = nullptr;
  bool head = false, tail = false;
};

// A flit that won the switch.
struct Departure {
  std::uint32_t input = 0, input_channel = 0;
  std::uint32_t output = 0, output_channel = 0;
  Flit flit;
};

class FlitRouter {
 public:
  struct Size {
    std::uint32_t inputs, outputs, channels, buffer;
  };
  FlitRouter(const Size& size, const FlitPipeline& pipeline);

  // Where the waiting at an output is counted; must outlive the router.
  void count(std::uint32_t output, LinkUse& use) { outputs_[output].use = &use; }
  void receive(std::uint32_t input, std::uint32_t channel, const Flit& flit, Cycle now);
  void credit(std::uint32_t output, std::uint32_t channel) { ++places(output, channel).credits; }
  bool idle() const { return occupied_.empty(); }
  // Cycle `now`, after all flits and credits of it came in.
  const std::vector<Departure>& step(Cycle now);

  std::size_t buffered(std::uint32_t input, std::uint32_t channel) const {
    return inputs_[input * size_.channels + channel].buffer.size();
  }

 private:
  struct InputChannel {
    FlitFifo<Flit> buffer;
    bool active = false;                    // holds an output channel
    Cycle asks_from = 0;                    // first cycle of VA for the head in front
    std::uint32_t output = 0, channel = 0;  // the one it holds
    std::uint32_t port = 0, number = 0;     // its own place
  };
  struct OutputChannel {
    std::uint32_t credits = 0;
    bool taken = false;
  };
  struct Output {
    LinkUse* use = nullptr;
    std::uint32_t waiting = 0;  // packets that ask for it in this cycle
    bool starved = false;       // one of them lacks a credit
  };
  // The channel that asks for an output on behalf of its input port.
  struct Bid {
    std::uint32_t channel = 0;
    enum class Kind : std::uint8_t { none, speculative, firm } kind = Kind::none;
  };

  OutputChannel& places(std::uint32_t output, std::uint32_t channel) {
    return output_channels_[output * size_.channels + channel];
  }
  void collect(Cycle now);
  void ask_for_channel(std::uint32_t index, const FlitHop& hop);
  void bid(std::uint32_t index, std::uint32_t output, Bid::Kind kind);
  void give_channels();
  void give_switch(Cycle now);
  void depart(std::uint32_t index, Cycle now);
  void count_waiting();

  Size size_;
  FlitPipeline pipeline_;
  std::vector<InputChannel> inputs_;  // [port][channel]
  std::vector<OutputChannel> output_channels_;
  std::vector<Output> outputs_;
  std::vector<std::uint32_t> occupied_;  // input channels that hold a flit
  std::vector<std::uint32_t> wanted_;    // outputs with waiting > 0
  RoundRobinMatch channel_match_, switch_match_;
  std::vector<Bid> bids_;              // [input][output]
  std::vector<std::uint32_t> placed_;  // pairs with a bid
  std::vector<std::uint32_t> turn_;    // per input port: the channel first in line
  std::vector<Departure> departures_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_FLIT_ROUTER_H_
