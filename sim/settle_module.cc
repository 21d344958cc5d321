// SPDX-License-Identifier: Apache-2.0
#include "sim/settle_module.h"

namespace crossroof::sim {

void SettleModule::tell_noc(LatecomerPort& noc) {
  nocs_.push_back(&noc);
  wake();
}

void SettleModule::tell_arbiter(LatecomerPort& arbiter) {
  arbiters_.push_back(&arbiter);
  wake();
}

void SettleModule::tell(std::vector<LatecomerPort*>& waiting) {
  told_.swap(waiting);
  for (LatecomerPort* l : told_) l->settled();
  told_.clear();
}

void SettleModule::work() {
  if (!alone()) return wake();
  tell(nocs_);
  if (!alone()) {
    if (!arbiters_.empty()) wake();
    return;
  }
  tell(arbiters_);
}

}  // namespace crossroof::sim
