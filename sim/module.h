// SPDX-License-Identifier: Apache-2.0
// What every module of the simulator is: plain servers, one event and one SC_METHOD that handles
// whatever is due. An arbiter (L1, SIMD unit, memory controller) chooses whom to serve only when
// the tick has settled: see sim/ports.h.
#ifndef CROSSROOF_SIM_MODULE_H_
#define CROSSROOF_SIM_MODULE_H_

#include <cassert>

#include <systemc>

#include "sim/context.h"
#include "sim/ports.h"
#include "sim/supervisor.h"
#include "sim/tick.h"

namespace crossroof::sim {

class Module : public sc_core::sc_module {
 public:
  Module(const sc_core::sc_module_name& name, Supervisor& supervisor)
      : sc_module(name), supervisor_(supervisor) {
    SC_HAS_PROCESS(Module);
    SC_METHOD(run);
    sensitive << ev_wake_;
    dont_initialize();
  }

  sc_core::sc_port<SettlePort> settle;

  void trace(sc_core::sc_trace_file*) const override {}

 protected:
  virtual void work() = 0;

  // Wakes the module later in this tick.
  void wake() { ev_wake_.notify(sc_core::SC_ZERO_TIME); }
  // Wakes it at a time to come; the earliest of all calls counts.
  void wake_at(Tick t) {
    if (t == kNever) return;
    assert(t >= sc_now());
    if (t < supervisor_.horizon()) {
      ev_wake_.notify(sc_ticks(t - sc_now()));
    } else {
      supervisor_.cut();
    }
  }
  // True once a tick: others may not have had their completions yet.
  bool first_wake() {
    const bool first = woken_ != sc_now();
    woken_ = sc_now();
    return first;
  }
  // Nobody else has anything left to do in this tick.
  static bool alone() { return !sc_core::sc_pending_activity_at_current_time(); }
  // Whether an arbiter may choose: everybody else has had their say in this tick.
  bool may_choose() {
    const bool others = first_wake() && !alone();
    return !others && settle->settled();
  }

  Supervisor& supervisor_;

 private:
  void run() { work(); }

  sc_core::sc_event ev_wake_{"ev_wake"};
  Tick woken_ = kNever;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_MODULE_H_
