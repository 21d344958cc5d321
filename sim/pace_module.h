// SPDX-License-Identifier: Apache-2.0
// The pace of a run as a module, the only one with a process: at every tick in which a module wants
// to work it calls those whose time has come, then the cores, round after round; when nobody has
// anything left to do, the packets offered meanwhile enter the NoCs; when that is done too, the
// arbiters choose whom to serve. What follows from it in the same tick begins anew. So nothing
// depends on the order in which modules were built. One kernel event a tick instead of some per
// module and round: the kernel's share of the time falls from a quarter to under a tenth.
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
  // `period`: of a clock, of the NoC say.
  PaceModule(const sc_core::sc_module_name& name, Tick period, Supervisor& supervisor);
  void wake_at(SleeperPort& sleeper, Tick time) override;
  void tell_core(LatecomerPort& core) override { tell_later(cores_, core); }
  void tell_noc(LatecomerPort& noc) override { tell_later(nocs_, noc); }
  void tell_arbiter(LatecomerPort& arbiter) override { tell_later(arbiters_, arbiter); }
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
  void tell_later(std::vector<LatecomerPort*>& waiting, LatecomerPort& latecomer);
  void tell(std::vector<LatecomerPort*>& waiting);
  bool anybody_waits() const { return !cores_.empty() || !nocs_.empty() || !arbiters_.empty(); }

  Supervisor& supervisor_;
  TickQueue<Sleep, Before> sleepers_;
  std::vector<LatecomerPort*> cores_, nocs_, arbiters_, told_;
  bool running_ = false;
  sc_core::sc_event ev_tick_{"ev_tick"};
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACE_MODULE_H_
