// SPDX-License-Identifier: Apache-2.0
// What every module of the simulator is: plain servers, one event and one SC_METHOD that handles
// whatever is due. An arbiter (L1, SIMD unit, memory controller, planes of crossbars) chooses whom
// to serve when the tick has settled: see sim/settle_module.h.
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

  void trace(sc_core::sc_trace_file*) const override {}

 protected:
  // Registered in the constructor, called when the kernel runs.
  // cppcheck-suppress pureVirtualCall
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
  // Nobody else has anything left to do in this tick.
  static bool alone() { return !sc_core::sc_pending_activity_at_current_time(); }

  Supervisor& supervisor_;

 private:
  void run() { work(); }

  sc_core::sc_event ev_wake_{"ev_wake"};
};

class Arbiter : public Module, public LatecomerPort {
 public:
  using Module::Module;

  sc_core::sc_port<SettlePort> settle;

  void settled() final {
    asked_ = false;
    choose();
  }

 protected:
  // Asks for choose() in this tick.
  void choose_later() {
    if (asked_) return;
    asked_ = true;
    settle->tell_arbiter(*this);
  }
  virtual void choose() = 0;

 private:
  bool asked_ = false;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_MODULE_H_
