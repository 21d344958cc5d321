// SPDX-License-Identifier: Apache-2.0
#include "sim/max_min.h"

#include <algorithm>

namespace crossroof::sim {

void MaxMin::enter(const std::vector<const std::vector<std::uint32_t>*>& routes) {
  open_.resize(left_.size());
  used_.clear();
  for (std::uint32_t f = 0; f < routes.size(); ++f) {
    for (const std::uint32_t s : *routes[f]) {
      if (flows_[s].empty()) {
        used_.push_back(s);
        left_[s] = 1;
        open_[s] = 0;
      }
      flows_[s].push_back(f);
      ++open_[s];
    }
  }
}

void MaxMin::solve(const std::vector<const std::vector<std::uint32_t>*>& routes,
                   std::vector<double>& rates) {
  constexpr double kOpen = -1;
  enter(routes);
  std::sort(used_.begin(), used_.end());
  rates.assign(routes.size(), kOpen);
  while (true) {
    double least = 2;
    std::uint32_t at = 0;
    for (const std::uint32_t s : used_) {
      if (open_[s] == 0) continue;
      const double share = left_[s] / open_[s];
      if (share < least) {
        least = share;
        at = s;
      }
    }
    if (least > 1) break;
    for (const std::uint32_t f : flows_[at]) {
      if (rates[f] != kOpen) continue;
      rates[f] = least;
      for (const std::uint32_t s : *routes[f]) {
        left_[s] = std::max(0.0, left_[s] - least);
        --open_[s];
      }
    }
  }
  for (const std::uint32_t s : used_) flows_[s].clear();
}

}  // namespace crossroof::sim
