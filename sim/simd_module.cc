// SPDX-License-Identifier: Apache-2.0
#include "sim/simd_module.h"

#include <algorithm>

namespace crossroof::sim {

SimdModule::SimdModule(const sc_core::sc_module_name& name, const SimdUnit& unit,
                       Supervisor& supervisor, const std::string& group)
    : Arbiter(name, supervisor), server_(unit) {
  if (supervisor.trace() != nullptr) track_ = supervisor.new_track(group, "SIMD unit");
}

void SimdModule::request(const SimdRequest& request) {
  server_.request(request, now());
  if (supervisor_.trace() != nullptr) traced_.push_back(request);
  if (active_ == 0) choose_later();
}

void SimdModule::blocked(bool any) {
  account();
  blocked_ = any;
}

void SimdModule::account() {
  const Tick now = this->now();
  if (blocked_ && active_ == 0) blocked_time_ += now - since_;
  since_ = now;
}

void SimdModule::work() {
  const Tick now = this->now();
  if (server_.next_end() != now) return;
  account();
  server_.complete(now, [&](std::uint64_t ticket) {
    supervisor_.count();
    active_ = 0;
    if (supervisor_.trace() != nullptr) {
      const auto at = std::find_if(traced_.begin(), traced_.end(),
                                   [&](const SimdRequest& r) { return r.ticket == ticket; });
      supervisor_.trace()->service(
          {track_, at->task, at->chunk, static_cast<std::size_t>(at->stage), start_, now});
      traced_.erase(at);
    }
    out_core->done(ticket, now - start_);
  });
  choose_later();
}

void SimdModule::choose() {
  account();
  server_.grant(now(), [&](std::uint64_t, Tick) {
    active_ = 1;
    start_ = now();
  });
  wake_at(server_.next_end());
}

void SimdModule::trace(sc_core::sc_trace_file* file) const {
  sc_core::sc_trace(file, active_, std::string(name()) + ".active");
}

}  // namespace crossroof::sim
