// SPDX-License-Identifier: Apache-2.0
#include "sim/memory_module.h"

#include <algorithm>

namespace crossroof::sim {

MemoryModule::MemoryModule(const sc_core::sc_module_name& name,
                           const std::vector<MemoryController>& memory, Supervisor& supervisor)
    : Arbiter(name, supervisor) {
  for (const MemoryController& m : memory) {
    controllers_.push_back({RateServer(m.rate, m.latency), {}, 0, 0});
  }
}

void MemoryModule::request(std::uint32_t controller, std::uint32_t packet, std::uint32_t order,
                           Bits bits, Tick head) {
  Controller& c = controllers_[controller];
  c.queue.push({head, order, packet, bits});
  c.queued = static_cast<int>(c.queue.size());
  c.longest_queue = std::max(c.longest_queue, c.queue.size());
  c.server.free_at() <= now() ? choose_later() : wake_at(c.server.free_at());
}

void MemoryModule::serve(Controller& c) {
  const Waiting w = c.queue.top();
  c.queue.pop();
  c.queued = static_cast<int>(c.queue.size());
  supervisor_.count();
  // It has taken the flits as they came, even if the last ones were late.
  const Reservation r = c.server.reserve(w.bits, w.asked);
  out_client->served(w.packet, r.start, r.end, c.server.latency());
}

void MemoryModule::choose() {
  const Tick now = this->now();
  Tick next = kNever;
  for (Controller& c : controllers_) {
    if (!c.queue.empty() && c.server.free_at() <= now) serve(c);
    if (!c.queue.empty()) next = std::min(next, std::max(now, c.server.free_at()));
  }
  wake_at(next);
}

void MemoryModule::trace(sc_core::sc_trace_file* file) const {
  for (std::size_t c = 0; c < controllers_.size(); ++c) {
    sc_core::sc_trace(file, controllers_[c].queued,
                      std::string(name()) + ".queue" + std::to_string(c));
  }
}

}  // namespace crossroof::sim
