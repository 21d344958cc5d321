// SPDX-License-Identifier: Apache-2.0
// What the parts of the packet model share: packets in flight, ports and virtual channels, the
// calendar, use. Ports: link l is port l, the output of a router and the input of the next; the
// ejection port of node n is port links + n, an output only; its injection port is port
// links + nodes + n, an input only. The virtual channels of port p are (p << shift) + 0, 1, ...
#ifndef CROSSROOF_SIM_PACKET_NETWORK_H_
#define CROSSROOF_SIM_PACKET_NETWORK_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "models/rram_chip.h"
#include "sim/calendar.h"
#include "sim/noc_model.h"
#include "sim/packet_credits.h"
#include "sim/packet_routes.h"
#include "sim/packet_timing.h"

namespace crossroof::sim {

using Index = std::uint32_t;
inline constexpr Index kNone = std::numeric_limits<Index>::max();

// Records with a `next` index, recycled; nothing is allocated once enough of them exist.
template <class Record>
class Pool {
 public:
  Record& operator[](Index i) { return records_[i]; }
  Index add(const Record& record) {
    if (free_ == kNone) {
      records_.push_back(record);
      return static_cast<Index>(records_.size() - 1);
    }
    const Index i = free_;
    free_ = records_[i].next;
    records_[i] = record;
    return i;
  }
  void remove(Index i) {
    records_[i].next = free_;
    free_ = i;
  }

 private:
  std::vector<Record> records_;
  Index free_ = kNone;
};

struct PacketInFlight {
  std::uint64_t id = 0;
  Cycle asked = 0;  // when it came to its source
  Cycle head = 0;   // when the ejection port started on it
  std::uint32_t order = 0;
  Index way = 0;  // place of the first output in PacketRoutes
  Index flits = 0;
  Index next = kNone;
  std::uint8_t run = 1;   // flits that pass a port in one go at most when others want it too
  std::uint8_t room = 1;  // places there must be before the head goes on
};

// A packet at a router, or what of it is there; what the router has to know of it, in half a line
// of the cache.
struct alignas(32) PacketVisit {
  Index packet = kNone;
  Index hop = 0;    // place of the output in PacketRoutes
  Index order = 0;  // as of the packet
  Index flits = 0;
  Index ready = 0, left = 0;       // flits that are there, that have not been sent on
  Index next = kNone;              // in the FIFO of the channel
  std::uint8_t run = 1, room = 1;  // as of the packet

  bool started() const { return left < flits; }
};

// A run of flits is at the input of a router, one per cycle from then on; a head when it may ask
// for the switch.
struct PacketArrival {
  Index channel;
  Index flits;
  Index visit;  // of a run with the head; else kNone
};

struct PacketWork {
  std::vector<PacketArrival> arrivals;
  std::vector<Index> requests;  // channels whose first packet asks for an output
  std::vector<Index> wakes;     // ports: outputs and sources
  void clear() {
    arrivals.clear();
    requests.clear();
    wakes.clear();
  }
};

// A virtual channel: the FIFO at its far end, and what the router (or source) at its near end
// knows. A line of the cache, as an output is.
struct alignas(64) PacketChannel {
  // Far end.
  Index first = kNone, last = kNone;  // visits in the FIFO
  Index port = kNone;                 // output asked for by the first
  Index next_waiting = kNone;         // for that output
  Cycle since = 0;  // the first asked then; of an empty FIFO: the next may ask from then on
  // Near end.
  PacketCredits credits;
  Cycle from = 0;        // held: the head is at the far end then; else: may be held from then on
  Index holder = kNone;  // channel whose first packet holds this one; unused by sources
  Index had = kNone;     // far end: the channel that the last packet got
};
static_assert(sizeof(PacketChannel) == 64);

struct alignas(64) PacketOutput {
  Cycle free = 0;
  Cycle blocked_since = kNoCycle;
  Cycle woken = kNoCycle;  // the last wake asked for, also of a source
  std::uint64_t flits = 0, packets = 0;
  Index waiting = kNone, last_waiting = kNone;  // channels
  std::uint32_t queued = 0, longest_queue = 0;  // packets that wait or hold
  std::uint16_t holders = 0, turn = 0, granted_channel = 0;
  bool marked = false;  // to be decided in this cycle
};

struct alignas(32) PacketInput {
  Cycle free = 0;
  Index granted = kNone;  // output
  Index accept_turn = 0;
  std::uint32_t occupied = 0;  // channels with a packet
};

struct PacketNetwork {
  explicit PacketNetwork(const Noc& noc);

  bool is_link(Index port) const { return port < links; }
  Index injection(Index node) const { return links + nodes + node; }
  bool is_injection(Index port) const { return port >= links + nodes; }
  Index channel(Index port, Index i) const { return (port << shift) + i; }
  Index port_of(Index c) const { return c >> shift; }
  // The next of a port's channels, around the end; without a branch that cannot be foretold.
  Index after(Index i) const { return (i + 1) * Index{i + 1 < timing.channels}; }
  LinkUse& use_of(Index output, NocUse& all) const {
    return is_link(output) ? all.links[output] : all.ejection[output - links];
  }
  // Output or source.
  void wake(Index port, Cycle when) {
    if (outputs[port].woken == when) return;
    outputs[port].woken = when;
    calendar.at(when).wakes.push_back(port);
  }
  // A run of flits reaches the far end of channel c after `delay`; `visit` as in PacketArrival.
  void send(Index c, Index flits, Index visit, Cycle delay) {
    Cycle when = calendar.now() + delay;
    Cycle& head = channels[c].from;
    if (visit != kNone) {
      head = when += timing.before_switch;
    } else if (when < head) {
      when = head;
    }
    calendar.at(when).arrivals.push_back({c, flits, visit});
  }
  // The buffer of channel c gives places back to whoever feeds it.
  void give_back(Index c, Index flits) {
    const Index port = port_of(c);
    const Cycle now = calendar.now();
    const Cycle delay = is_link(port) ? timing.credit : timing.injection_credit;
    if (channels[c].credits.give_back(flits, now, delay)) wake(port, now + delay);
  }

  // With what the outputs have counted.
  NocUse collected_use() const;

  Topology topology;
  PacketTiming timing;
  PacketRoutes routes;
  Index links, nodes, shift;
  Calendar<PacketWork> calendar;
  Pool<PacketInFlight> packets;
  Pool<PacketVisit> visits;
  NocUse use;
  std::vector<PacketOutput> outputs;  // by port
  std::vector<PacketInput> inputs;    // by port
  std::vector<PacketChannel> channels;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACKET_NETWORK_H_
