// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_module.h"

namespace crossroof::sim {

NocModule::NocModule(const sc_core::sc_module_name& name, const Noc& noc,
                     NocGranularity granularity, Supervisor& supervisor)
    : Module(name, supervisor),
      model_(make_noc(noc, granularity)),
      period_(sim::period(noc.clock)) {}

void NocModule::inject(const Packet& packet) {
  const Tick now = sc_now();
  const Cycle cycle = (now + period_ - 1) / period_;
  waited_ += cycle * period_ - now;
  if (cycle * period_ > now) {
    model_->inject(packet, cycle);
    return wake_at(cycle * period_);
  }
  if (injected_.empty()) settle->noc_begins();
  injected_.push_back(packet);
  wake();
}

void NocModule::work() {
  const Tick now = sc_now();
  const Cycle cycle = now / period_;
  const bool edge = cycle * period_ == now;
  if (edge && model_->next() == cycle) advance(cycle);
  if (!injected_.empty()) {
    // What enters in this cycle comes after what is inside already, and all of it at once.
    const bool others = first_wake() && !alone();
    if (others || !settle->cores_settled()) return wake();
    for (const Packet& p : injected_) model_->inject(p, cycle);
    injected_.clear();
    settle->noc_ends();
    if (model_->next() == cycle) advance(cycle);
  }
  run_ahead();
  supervisor_.count(model_->use().events - events_);
  events_ = model_->use().events;
  const Cycle next = model_->next();
  if (next != kNoCycle) wake_at(next * period_);
}

void NocModule::advance(Cycle cycle) {
  cycle_ = cycle;
  while (model_->next() == cycle) model_->advance(cycle, *this);
}

// Until something outside is due nobody can inject: those cycles need no kernel.
void NocModule::run_ahead() {
  while (alone()) {
    const Cycle next = model_->next();
    if (next == kNoCycle || next * period_ >= supervisor_.horizon()) return;
    const Tick ahead = next * period_ - sc_now();
    if (sc_core::sc_time_to_pending_activity().value() <= ahead) return;
    advance(next);
  }
}

void NocModule::leaving(std::uint64_t id, Cycle tail) { out_client->leaving(id, tail * period_); }

void NocModule::arriving(std::uint64_t id, Cycle head, Cycle tail) {
  out_client->arriving(id, head * period_, tail * period_, cycle_ * period_);
}

}  // namespace crossroof::sim
