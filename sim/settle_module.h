// SPDX-License-Identifier: Apache-2.0
// The order within one tick as a module: services end and cores react, round after round; when
// nobody has anything left to do, the packets offered meanwhile enter the NoCs; when that is done
// too, the arbiters choose whom to serve. What follows from it in the same tick begins anew. So
// nothing depends on which module SystemC runs first.
#ifndef CROSSROOF_SIM_SETTLE_MODULE_H_
#define CROSSROOF_SIM_SETTLE_MODULE_H_

#include <vector>

#include <systemc>

#include "sim/module.h"
#include "sim/ports.h"

namespace crossroof::sim {

class SettleModule : public Module, public SettlePort {
 public:
  using Module::Module;
  void tell_noc(LatecomerPort& noc) override;
  void tell_arbiter(LatecomerPort& arbiter) override;

 private:
  void work() override;
  void tell(std::vector<LatecomerPort*>& waiting);

  std::vector<LatecomerPort*> nocs_, arbiters_, told_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_SETTLE_MODULE_H_
