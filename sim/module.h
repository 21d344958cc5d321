// SPDX-License-Identifier: Apache-2.0
// What every module of the simulator is: plain servers and a time at which it wants to work next.
// An arbiter (L1, SIMD unit, memory controller, planes of crossbars) chooses whom to serve when the
// tick has settled: see sim/pace_module.h.
#ifndef CROSSROOF_SIM_MODULE_H_
#define CROSSROOF_SIM_MODULE_H_

#include <cassert>

#include <systemc>

#include "sim/context.h"
#include "sim/ports.h"
#include "sim/supervisor.h"
#include "sim/tick.h"

namespace crossroof::sim {

class Module : public sc_core::sc_module, public SleeperPort {
 public:
  Module(const sc_core::sc_module_name& name, Supervisor& supervisor)
      : sc_module(name), supervisor_(supervisor) {}

  sc_core::sc_port<PacePort> pace;

  void trace(sc_core::sc_trace_file*) const override {}
  void wake(Tick now) final {
    if (next_work_ != now) return;
    next_work_ = kNever;
    work();
  }

 protected:
  // What it has asked for by wake_at(); nothing for who never asks.
  virtual void work() {}

  Tick now() const { return supervisor_.now(); }

  // Asks for work() at a time from now on; the earliest of all calls counts.
  void wake_at(Tick t) {
    if (t >= next_work_) return;
    assert(t >= now());
    if (t >= supervisor_.horizon()) return supervisor_.cut();
    next_work_ = t;
    pace->wake_at(*this, t);
  }

  Supervisor& supervisor_;

 private:
  Tick next_work_ = kNever;
};

class Arbiter : public Module, public LatecomerPort {
 public:
  using Module::Module;

  void settled() final {
    asked_ = false;
    choose();
  }

 protected:
  // Asks for choose() in this tick.
  void choose_later() {
    if (asked_) return;
    asked_ = true;
    pace->tell_arbiter(*this);
  }
  virtual void choose() = 0;

 private:
  bool asked_ = false;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_MODULE_H_
