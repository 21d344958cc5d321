// SPDX-License-Identifier: Apache-2.0
// The way of one feed through the hardware, and what is on it. The channels of a run are the feeds
// of the program, in order, and then the weights that are loaded.
#ifndef CROSSROOF_SIM_CHANNEL_H_
#define CROSSROOF_SIM_CHANNEL_H_

#include <cstdint>
#include <vector>

#include "models/rram_chip.h"
#include "sim/ports.h"
#include "workloads/program.h"

namespace crossroof::sim {

// One end: a core or a memory controller of a chip.
struct ChannelEnd {
  std::int64_t chip = 0;
  NodeId node{};
  bool memory = false;
  std::uint32_t controller = 0;
  std::size_t core = 0;    // among the cores of the run (sim/chip.h)
  std::uint32_t task = 0;  // of the program
};

struct Channel {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  StreamKind kind = StreamKind::activation;
  ChannelEnd from, to;
  std::int64_t phase = 0;
  const Feed* feed = nullptr;  // null: weights
  const MessageList* list = nullptr;
  TaskId reload{};  // weights: whose, and the physical rows to be written
  std::int64_t rows = 0;
  Bits weights;
  // Sending: messages in order, the first of them packet by packet.
  std::uint32_t first = kNone, last = kNone;
  bool busy = false;              // a packet is at its first server
  std::int64_t unsent = 0;        // bits of the first message not yet in packets
  std::uint32_t fetched = kNone;  // packet read from L1 ahead, not yet injected
  bool fetching = false;
  bool sending = false;  // a packet is at the injection port
  Tick latency = 0;      // of the way, without any service
  double rate_time = 0;  // ticks a bit takes at the slowest controller or chip link
  Tick cycle = 0;
  // Of a virtual channel: a flit, when its credit comes back late; between packets.
  double flit_cycles = 1, packet_cycles = 0;
  Tick controller_busy = 0;
  std::size_t crossing = 0;     // number among the channels that leave their chip
  std::vector<Tick> link_busy;  // of these, by chip link
  std::uint64_t flits = 0;      // sent so far
  // From memory: the next message to be asked for.
  std::int64_t image = 0;
  std::size_t entry = 0;

  bool between_chips() const { return from.chip != to.chip; }
  // Ticks of a packet at the slowest server of the way.
  double slowest(std::int64_t bits, std::uint32_t packet_flits) const;
};

// The NoC of a chip of several: one more node for each chip link, at the router of a memory
// controller (the links of a chip are its way to the outside, as the controllers are).
Noc noc_of(const RramChip& chip, std::int64_t chips);

// All channels of a program on that NoC. `core_of_task`: number of the task's core among the cores
// of the run.
std::vector<Channel> make_channels(const RramChip& chip, const Noc& noc, const Program& program,
                                   const std::vector<std::size_t>& core_of_task);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_CHANNEL_H_
