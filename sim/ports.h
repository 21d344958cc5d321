// SPDX-License-Identifier: Apache-2.0
// What the modules of a chip say to each other. Calls only record; a module acts in its own
// process. Within one tick, in this order (docs/simulator.md): completions; cores react until none
// has anything left to do; the NoC moves on; then L1, SIMD units and memory controllers choose whom
// to serve. So nothing depends on which module SystemC runs first.
#ifndef CROSSROOF_SIM_PORTS_H_
#define CROSSROOF_SIM_PORTS_H_

#include <cstdint>

#include <systemc>

#include "sim/l1_server.h"
#include "sim/noc_model.h"
#include "sim/simd_server.h"
#include "sim/tick.h"
#include "workloads/program.h"

namespace crossroof::sim {

enum class ChannelId : std::uint32_t {};  // a feed of the program, or weights on their way
inline std::size_t index(ChannelId id) { return static_cast<std::size_t>(id); }

// Who wants to work at ticks to come.
class SleeperPort : public virtual sc_core::sc_interface {
 public:
  // Now is a tick it asked for, but it may have changed its mind since.
  virtual void wake(Tick now) = 0;
};

// Who acts last in a tick.
class LatecomerPort : public virtual sc_core::sc_interface {
 public:
  // All others have had their say in this tick.
  virtual void settled() = 0;
};

class PacePort : public virtual sc_core::sc_interface {
 public:
  // Wakes `sleeper` at a tick from now on.
  virtual void wake_at(SleeperPort& sleeper, Tick time) = 0;
  // Tells `core` once nobody has anything left to do in this tick, `noc` once the cores have not
  // either, and `arbiter` once the NoCs have not.
  virtual void tell_core(LatecomerPort& core) = 0;
  virtual void tell_noc(LatecomerPort& noc) = 0;
  virtual void tell_arbiter(LatecomerPort& arbiter) = 0;
  // When somebody has something to do, now included; kNever when nobody has.
  virtual Tick next() const = 0;
};

// A resource of a core that tells when a ticket is done.
class ClientPort : public virtual sc_core::sc_interface {
 public:
  // `served`: time the resource worked on it; the rest since the request it was queued.
  virtual void done(std::uint64_t ticket, Tick served) = 0;
};

class L1Port : public virtual sc_core::sc_interface {
 public:
  virtual void request(const L1Request& request) = 0;
  // Some stage has operands but no slot for its result.
  virtual void blocked(bool any) = 0;
};

class SimdPort : public virtual sc_core::sc_interface {
 public:
  virtual void request(const SimdRequest& request) = 0;
  virtual void blocked(bool any) = 0;
};

class CrossbarPort : public virtual sc_core::sc_interface {
 public:
  // A chunk of MVMs whose operands were there at `operands` and whose result has space now; writes
  // `rows` of every array first when there are any.
  virtual void run(std::uint32_t task, std::uint64_t ticket, std::int64_t mvms, std::int64_t rows,
                   Tick operands) = 0;
  // Writes the arrays of a task; its MVMs wait unless the machine overlaps both.
  virtual void write(std::uint32_t task, std::uint64_t ticket, std::int64_t rows) = 0;
};

class TransportPort : public virtual sc_core::sc_interface {
 public:
  // Whether the message may be in flight; if not, the sender hears of it as soon as it may.
  virtual bool may_send(ChannelId channel, std::int64_t ordinal) = 0;
  // Message `entry` of the feed's list, of image `image`; allowed before.
  virtual void send(ChannelId channel, std::int32_t entry, std::int64_t image) = 0;
  // All messages of the inlet before `base` are no longer needed.
  virtual void release(InletId inlet, std::int64_t base) = 0;
};

// A core, as the transport sees it.
class CorePort : public virtual sc_core::sc_interface {
 public:
  virtual void arrived(InletId inlet, std::int64_t ordinal) = 0;
  virtual void left(ChannelId channel) = 0;    // a message is out of the core
  virtual void credit(ChannelId channel) = 0;  // a message that was refused may go
  virtual void weights_arrived(TaskId task, std::int64_t rows) = 0;
  virtual void start_phase(std::int64_t phase) = 0;
};

class MemoryPort : public virtual sc_core::sc_interface {
 public:
  // A packet whose head is there since `head` asks a controller; ties go to the lower `order`.
  virtual void request(std::uint32_t controller, std::uint32_t packet, std::uint32_t order,
                       Bits bits, Tick head) = 0;
};

class MemoryClientPort : public virtual sc_core::sc_interface {
 public:
  // The controller works on the packet in [start, end); latency is on top.
  virtual void served(std::uint32_t packet, Tick start, Tick end, Tick latency) = 0;
};

class NocPort : public virtual sc_core::sc_interface {
 public:
  // The head asks the injection port of its source now (the next edge of the NoC clock).
  virtual void inject(const Packet& packet) = 0;
};

class NocClientPort : public virtual sc_core::sc_interface {
 public:
  virtual void leaving(std::uint64_t packet, Tick tail) = 0;
  // Said at `now`, which may be ahead of the kernel's time: nothing may be done before.
  virtual void arriving(std::uint64_t packet, Tick head, Tick tail, Tick now) = 0;
  // Of a run with a trace.
  virtual void crossing(std::uint64_t packet, LinkId link, Tick start, Tick end) = 0;
};

// Counts what is left of phases and images.
class ProgressPort : public virtual sc_core::sc_interface {
 public:
  virtual void image_begins(std::int64_t image) = 0;
  virtual void task_image_done(TaskId task, std::int64_t image) = 0;
  virtual void stored(std::int64_t image) = 0;  // a message has landed in memory
  virtual void written() = 0;                   // arrays of a reload
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PORTS_H_
