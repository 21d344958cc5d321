// SPDX-License-Identifier: Apache-2.0
#include "sim/pace_module.h"

#include "sim/context.h"

namespace crossroof::sim {

PaceModule::PaceModule(const sc_core::sc_module_name& name, Tick period, Supervisor& supervisor)
    : sc_module(name), supervisor_(supervisor), sleepers_(period) {
  SC_HAS_PROCESS(PaceModule);
  SC_METHOD(run);
  sensitive << ev_tick_;
  dont_initialize();
}

void PaceModule::wake_at(SleeperPort& sleeper, Tick time) {
  sleepers_.push({time, &sleeper});
  if (!running_) ev_tick_.notify(sc_ticks(time - sc_now()));
}

void PaceModule::tell_later(std::vector<LatecomerPort*>& waiting, LatecomerPort& latecomer) {
  waiting.push_back(&latecomer);
  if (!running_) ev_tick_.notify(sc_core::SC_ZERO_TIME);
}

void PaceModule::tell(std::vector<LatecomerPort*>& waiting) {
  told_.swap(waiting);
  for (LatecomerPort* l : told_) l->settled();
  told_.clear();
}

Tick PaceModule::next() const {
  return anybody_waits() ? supervisor_.now() : sleepers_.next_time();
}

// Whether there was anything to do.
bool PaceModule::act(Tick now) {
  if (sleepers_.next_time() == now) {
    SleeperPort* const sleeper = sleepers_.top().sleeper;
    sleepers_.pop();
    sleeper->wake(now);
  } else if (!cores_.empty()) {
    tell(cores_);
  } else if (!nocs_.empty()) {
    tell(nocs_);
  } else if (!arbiters_.empty()) {
    tell(arbiters_);
  } else {
    return false;
  }
  return true;
}

void PaceModule::run() {
  const Tick now = sc_now();
  supervisor_.set_now(now);
  running_ = true;
  while (!supervisor_.stopping() && act(now)) {
  }
  running_ = false;
  if (!sleepers_.empty() && !supervisor_.stopping()) {
    ev_tick_.notify(sc_ticks(sleepers_.next_time() - now));
  }
}

}  // namespace crossroof::sim
