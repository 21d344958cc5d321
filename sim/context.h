// SPDX-License-Identifier: Apache-2.0
// A SystemC kernel of its own for one simulation: modules built while it lives belong to it. Any
// number may follow each other in one process, one at a time; parallel simulations are processes.
// Must outlive every module and channel.
#ifndef CROSSROOF_SIM_CONTEXT_H_
#define CROSSROOF_SIM_CONTEXT_H_

#include <systemc>

#include "sim/tick.h"

namespace crossroof::sim {

class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  sc_core::sc_simcontext* saved_current_;
  sc_core::sc_simcontext* saved_default_;
  sc_core::sc_simcontext* own_;
};

// The kernel's resolution is one tick.
inline sc_core::sc_time sc_ticks(Tick t) { return sc_core::sc_time::from_value(t); }
inline Tick sc_now() { return sc_core::sc_time_stamp().value(); }

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_CONTEXT_H_
