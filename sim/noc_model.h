// SPDX-License-Identifier: Apache-2.0
// What every granularity of the NoC (packet, flow, flit) offers: packets enter at nodes and land at
// nodes, in whole cycles of the NoC clock. Plain C++; the SystemC module that owns one drives it by
// its two calls `next()` and `advance()`.
//
// A node has one injection port and one ejection port, each one flit per cycle like a link; the
// sink never refuses (its space was reserved by a credit). Routes are those of models/topology.
// Determinism: packets that ask for the same server in the same cycle are served by `order`, then
// by arrival; nothing depends on the order of calls within one cycle beyond that.
#ifndef CROSSROOF_SIM_NOC_MODEL_H_
#define CROSSROOF_SIM_NOC_MODEL_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "models/rram_chip.h"
#include "models/topology.h"

namespace crossroof::sim {

using Cycle = std::uint64_t;
inline constexpr Cycle kNoCycle = std::numeric_limits<Cycle>::max();

// A pipeline as the models take it: rounded up, but a value within 1e-9 of a whole cycle is that
// cycle.
Cycle whole_cycles(Cycles pipeline);

struct Packet {
  std::uint64_t id = 0;     // the caller's
  std::uint32_t order = 0;  // ties of one cycle: lower first (stream number)
  NodeId source{}, destination{};
  std::uint32_t flits = 1;  // header included
};

class NocSink {
 public:
  virtual ~NocSink() = default;
  // The packet's last flit leaves the injection port at `tail` (>= now): the port takes the next
  // packet of the stream then.
  virtual void leaving(std::uint64_t id, Cycle tail) = 0;
  // The packet lands from `head` (may be past) to `tail` (>= now), interface included: an
  // uncontended one of P flits in P cycles.
  virtual void arriving(std::uint64_t id, Cycle head, Cycle tail) = 0;
  // Flits of the packet cross the link in [start, end); `flow`: share it. Only when watched.
  virtual void crossing(std::uint64_t, LinkId, Cycle /*start*/, Cycle /*end*/) {}
};

struct LinkUse {
  std::uint64_t flits = 0, packets = 0;
  Cycle busy = 0;     // cycles a flit crossed
  Cycle blocked = 0;  // cycles a packet held the link without crossing it (no buffer, no credit)
  std::uint64_t longest_queue = 0;
};

struct NocUse {
  std::vector<LinkUse> links;                // by LinkId
  std::vector<LinkUse> injection, ejection;  // by NodeId
  std::uint64_t flit_hops = 0;               // flits times links crossed
  std::uint64_t events = 0;
};

class NocModel {
 public:
  virtual ~NocModel() = default;
  // The head asks the injection port of `source` in cycle `now`. `now` never decreases.
  virtual void inject(const Packet& packet, Cycle now) = 0;
  // The earliest cycle in which something happens inside; kNoCycle when idle.
  virtual Cycle next() const = 0;
  // Handles everything that happens in cycle `now` (== next()), packets injected for it included.
  // The sink may be called from here only.
  virtual void advance(Cycle now, NocSink& sink) = 0;
  virtual std::uint64_t events() const = 0;  // so far
  virtual NocUse use() const = 0;            // so far; not for the hot path
  // From now on the sink hears of every crossing.
  void watch_links() { watched_ = true; }

 protected:
  bool watched_ = false;
};

enum class NocGranularity { packet, flow, flit };

// How far a packet is cut where others want the same port (`packet`).
enum class NocRuns {
  fine,   // runs of at most four flits if it fits a buffer: for measuring a NoC
  whole,  // one run if it fits a buffer: half the events, for chips whose packets are long
};

// Throws Error when the granularity cannot model the NoC (for instance a torus of one virtual
// channel at flit granularity would deadlock).
std::unique_ptr<NocModel> make_noc(const Noc& noc, NocGranularity granularity,
                                   NocRuns runs = NocRuns::fine);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_NOC_MODEL_H_
