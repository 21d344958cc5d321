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
  model_->inject(packet, cycle);
  waited_ += cycle * period_ - now;
  if (cycle * period_ > now) return wake_at(cycle * period_);
  begin();
  wake();
}

void NocModule::begin() {
  if (!pending_) settle->noc_begins();
  pending_ = true;
}

void NocModule::work() {
  const Tick now = sc_now();
  const Cycle cycle = now / period_;
  if (cycle * period_ == now && model_->next() == cycle) {
    begin();
    const bool others = first_wake() && !alone();
    if (others || !settle->cores_settled()) return wake();
    advance(cycle);
    run_ahead();
    supervisor_.count(model_->use().events - events_);
    events_ = model_->use().events;
  }
  if (pending_) settle->noc_ends();
  pending_ = false;
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
