// SPDX-License-Identifier: Apache-2.0
// The SIMD unit of one core as a module: a SimdServer behind a port.
#ifndef CROSSROOF_SIM_SIMD_MODULE_H_
#define CROSSROOF_SIM_SIMD_MODULE_H_

#include <string>

#include <systemc>

#include "sim/module.h"
#include "sim/ports.h"

namespace crossroof::sim {

class SimdModule : public Arbiter, public SimdPort {
 public:
  SimdModule(const sc_core::sc_module_name& name, const SimdUnit& unit, Supervisor& supervisor,
             const std::string& group);

  sc_core::sc_port<ClientPort> out_core;

  void request(const SimdRequest& request) override;
  void blocked(bool any) override;

  const SimdServer& server() const { return server_; }
  Tick blocked_time() const { return blocked_time_; }
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void work() override;
  void choose() override;
  void account();

  SimdServer server_;
  TrackId track_{};
  bool blocked_ = false;
  int active_ = 0;
  Tick since_ = 0, blocked_time_ = 0, start_ = 0;
  std::vector<SimdRequest> traced_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_SIMD_MODULE_H_
