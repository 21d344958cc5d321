// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_module.h"

namespace crossroof::sim {
namespace {

// Long packets move whole, and the short ones among them too.
NocRuns runs_of(const Noc& noc) {
  return noc.payload_flits + noc.header_flits > 10 ? NocRuns::whole : NocRuns::fine;
}

}  // namespace

NocModule::NocModule(const sc_core::sc_module_name& name, const Noc& noc,
                     NocGranularity granularity, Supervisor& supervisor)
    : Module(name, supervisor),
      model_(make_noc(noc, granularity, runs_of(noc))),
      period_(sim::period(noc.clock)) {
  if (supervisor.trace() != nullptr) model_->watch_links();
}

// Once for all that happens in a tick: divisions are dear.
Cycle NocModule::cycle_now() {
  if (now() != tick_) {
    tick_ = now();
    tick_cycle_ = tick_ / period_;
  }
  return tick_cycle_;
}

void NocModule::inject(const Packet& packet) {
  const Tick now = this->now();
  Cycle cycle = cycle_now();
  if (cycle * period_ < now) ++cycle;
  waited_ += cycle * period_ - now;
  if (cycle * period_ > now) {
    model_->inject(packet, cycle);
    next_ = model_->next();
    return wake_at(cycle * period_);
  }
  if (injected_.empty()) pace->tell_noc(*this);
  injected_.push_back(packet);
}

void NocModule::work() {
  if (next_ != kNoCycle && next_ * period_ == now()) {
    tick_ = now();
    tick_cycle_ = next_;
    advance(next_);
  }
  run_ahead();
  go_on();
}

// What enters in this cycle comes after what is inside already, and all of it at once.
void NocModule::settled() {
  const Cycle cycle = cycle_now();
  for (const Packet& p : injected_) model_->inject(p, cycle);
  injected_.clear();
  next_ = model_->next();
  if (next_ == cycle) advance(cycle);
  go_on();
}

void NocModule::go_on() {
  supervisor_.count(model_->events() - events_);
  events_ = model_->events();
  if (next_ != kNoCycle) wake_at(next_ * period_);
}

void NocModule::advance(Cycle cycle) {
  cycle_ = cycle;
  do {
    model_->advance(cycle, *this);
    next_ = model_->next();
  } while (next_ == cycle);
}

// Until something outside is due nobody can inject: those cycles need no pace.
void NocModule::run_ahead() {
  while (next_ != kNoCycle && next_ * period_ < supervisor_.horizon()) {
    if (pace->next() <= next_ * period_) return;
    advance(next_);
  }
}

void NocModule::leaving(std::uint64_t id, Cycle tail) { out_client->leaving(id, tail * period_); }

void NocModule::arriving(std::uint64_t id, Cycle head, Cycle tail) {
  out_client->arriving(id, head * period_, tail * period_, cycle_ * period_);
}

void NocModule::crossing(std::uint64_t id, LinkId link, Cycle start, Cycle end) {
  out_client->crossing(id, link, start * period_, end * period_);
}

}  // namespace crossroof::sim
