// SPDX-License-Identifier: Apache-2.0
#include "sim/pace_module.h"

#include "sim/context.h"

namespace crossroof::sim {

PaceModule::PaceModule(const sc_core::sc_module_name& name, Tick period, int ticks_at_once,
                       Supervisor& supervisor)
    : sc_module(name), supervisor_(supervisor), ticks_at_once_(ticks_at_once), sleepers_(period) {
  SC_HAS_PROCESS(PaceModule);
  SC_METHOD(run);
  sensitive << ev_tick_;
  dont_initialize();
}

void PaceModule::wake_at(SleeperPort& sleeper, Tick time) {
  sleepers_.push({time, &sleeper});
  if (!running_) ev_tick_.notify(sc_ticks(time - sc_now()));
}

void PaceModule::tell_later(unsigned turn, LatecomerPort& latecomer) {
  waiting_[turn].push_back(&latecomer);
  turns_ |= 1U << turn;
  if (!running_) ev_tick_.notify(sc_core::SC_ZERO_TIME);
}

void PaceModule::tell_first() {
  told_.swap(waiting_[__builtin_ctz(turns_)]);
  turns_ &= turns_ - 1;
  for (LatecomerPort* l : told_) l->settled();
  told_.clear();
}

Tick PaceModule::next() const { return turns_ != 0 ? supervisor_.now() : sleepers_.next_time(); }

// Whether there was anything to do.
bool PaceModule::act(Tick now) {
  if (sleepers_.next_time() == now) {
    SleeperPort* const sleeper = sleepers_.top().sleeper;
    sleepers_.pop();
    sleeper->wake(now);
  } else if (turns_ != 0) {
    tell_first();
  } else {
    return false;
  }
  return true;
}

void PaceModule::run() {
  const Tick start = sc_now();
  Tick next = start;
  running_ = true;
  for (int tick = 0; tick < ticks_at_once_; ++tick) {
    const Tick now = next;
    supervisor_.set_now(now);
    while (!supervisor_.stopping() && act(now)) {
    }
    if (supervisor_.stopping() || sleepers_.empty()) break;
    next = sleepers_.next_time();
  }
  running_ = false;
  if (next > start) ev_tick_.notify(sc_ticks(next - start));
}

}  // namespace crossroof::sim
