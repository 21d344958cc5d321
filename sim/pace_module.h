// SPDX-License-Identifier: Apache-2.0
// The pace of a run as a module, the only one with a process: at every tick in which a module wants
// to work it calls those whose time has come, then the cores, round after round; when nobody has
// anything left to do, the packets offered meanwhile enter the NoCs; when that is done too, the
// arbiters choose whom to serve. What follows from it in the same tick begins anew. So nothing
// depends on the order in which modules were built. The kernel's own time follows in steps of many
// ticks (temporal decoupling, as in TLM-2.0, IEEE 1666-2011), tick by tick where somebody watches
// it; in the end it is that of the last tick. Nobody else has a process, so nobody can tell.
#ifndef CROSSROOF_SIM_PACE_MODULE_H_
#define CROSSROOF_SIM_PACE_MODULE_H_

#include <vector>

#include <systemc>

#include "sim/ports.h"
#include "sim/supervisor.h"
#include "sim/tick_queue.h"

namespace crossroof::sim {

class PaceModule : public sc_core::sc_module, public PacePort {
 public:
  // `period`: of a clock, of the NoC say. `ticks_at_once`: handled before the kernel follows.
  PaceModule(const sc_core::sc_module_name& name, Tick period, int ticks_at_once,
             Supervisor& supervisor);
  void wake_at(SleeperPort& sleeper, Tick time) override;
  void tell_core(LatecomerPort& core) override { tell_later(0, core); }
  void tell_noc(LatecomerPort& noc) override { tell_later(1, noc); }
  void tell_arbiter(LatecomerPort& arbiter) override { tell_later(2, arbiter); }
  Tick next() const override;

 private:
  struct Sleep {
    Tick time = 0;
    SleeperPort* sleeper = nullptr;
  };
  struct Before {  // in any order within a tick
    bool operator()(const Sleep& a, const Sleep& b) const { return a.time < b.time; }
  };

  void run();
  bool act(Tick now);
  void tell_later(unsigned turn, LatecomerPort& latecomer);
  void tell_first();

  Supervisor& supervisor_;
  int ticks_at_once_;
  TickQueue<Sleep, Before> sleepers_;
  std::vector<LatecomerPort*> waiting_[3], told_;  // cores, NoCs, arbiters
  unsigned turns_ = 0;                             // bit i: somebody waits in waiting_[i]
  bool running_ = false;
  sc_core::sc_event ev_tick_{"ev_tick"};
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACE_MODULE_H_
