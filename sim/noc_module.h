// SPDX-License-Identifier: Apache-2.0
// The NoC of one chip as a module: a NocModel of any granularity, in cycles, behind a port in
// ticks. A packet that is injected between two edges of the NoC clock enters at the next one.
#ifndef CROSSROOF_SIM_NOC_MODULE_H_
#define CROSSROOF_SIM_NOC_MODULE_H_

#include <memory>
#include <vector>

#include <systemc>

#include "sim/module.h"
#include "sim/noc_model.h"
#include "sim/ports.h"

namespace crossroof::sim {

class NocModule : public Module, public NocPort, public LatecomerPort, private NocSink {
 public:
  NocModule(const sc_core::sc_module_name& name, const Noc& noc, NocGranularity granularity,
            Supervisor& supervisor);

  sc_core::sc_port<NocClientPort> out_client;

  void inject(const Packet& packet) override;
  void settled() override;

  NocUse use() const { return model_->use(); }
  Tick period() const { return period_; }
  Tick waited() const { return waited_; }  // of all packets together, for an edge of the clock

 private:
  void work() override;
  Cycle cycle_now();
  void go_on();
  void advance(Cycle cycle);
  void run_ahead();
  void leaving(std::uint64_t id, Cycle tail) override;
  void arriving(std::uint64_t id, Cycle head, Cycle tail) override;
  void crossing(std::uint64_t id, LinkId link, Cycle start, Cycle end) override;

  std::unique_ptr<NocModel> model_;
  Tick period_, waited_ = 0;
  Tick tick_ = 0;
  Cycle tick_cycle_ = 0;          // that has begun at tick_ or before
  std::vector<Packet> injected_;  // in this tick, for this cycle
  Cycle cycle_ = 0;               // the model's, not before the kernel's
  Cycle next_ = kNoCycle;         // in which the model has something to do
  std::uint64_t events_ = 0;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_NOC_MODULE_H_
