// SPDX-License-Identifier: Apache-2.0
// The memory controllers of one chip as a module: one RateServer each, packets first come, first
// served, ties to the lower stream.
#ifndef CROSSROOF_SIM_MEMORY_MODULE_H_
#define CROSSROOF_SIM_MEMORY_MODULE_H_

#include <vector>

#include <systemc>

#include "sim/event_heap.h"
#include "sim/module.h"
#include "sim/ports.h"
#include "sim/rate_server.h"

namespace crossroof::sim {

class MemoryModule : public Arbiter, public MemoryPort {
 public:
  MemoryModule(const sc_core::sc_module_name& name, const std::vector<MemoryController>& memory,
               Supervisor& supervisor);

  sc_core::sc_port<MemoryClientPort> out_client;

  void request(std::uint32_t controller, std::uint32_t packet, std::uint32_t order, Bits bits,
               Tick head) override;

  std::size_t controllers() const { return controllers_.size(); }
  const RateUse& use(std::size_t controller) const { return controllers_[controller].server.use(); }
  std::size_t longest_queue(std::size_t c) const { return controllers_[c].longest_queue; }
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  struct Waiting {
    Tick asked = 0;  // head there
    std::uint32_t order = 0, packet = 0;
    Bits bits;
  };
  struct Before {
    bool operator()(const Waiting& a, const Waiting& b) const {
      if (a.asked != b.asked) return a.asked < b.asked;
      return a.order != b.order ? a.order < b.order : a.packet < b.packet;
    }
  };
  struct Controller {
    RateServer server;
    Heap<Waiting, Before> queue;
    int queued = 0;
    std::size_t longest_queue = 0;
  };

  void work() override { choose_later(); }
  void choose() override;
  void serve(Controller& c);

  std::vector<Controller> controllers_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_MEMORY_MODULE_H_
