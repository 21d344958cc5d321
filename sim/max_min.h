// SPDX-License-Identifier: Apache-2.0
// Max-min fair rates of flows over servers of capacity one (progressive filling): the server with
// the smallest share per flow fixes the rates of its flows, then the next among the rest.
// Cost: O(servers used * rounds + flows * route).
#ifndef CROSSROOF_SIM_MAX_MIN_H_
#define CROSSROOF_SIM_MAX_MIN_H_

#include <cstdint>
#include <vector>

namespace crossroof::sim {

class MaxMin {
 public:
  explicit MaxMin(std::size_t servers) : left_(servers, 1.0), flows_(servers) {}

  // `routes`: the servers of each flow. Fills `rates` in the same order.
  void solve(const std::vector<const std::vector<std::uint32_t>*>& routes,
             std::vector<double>& rates);

 private:
  void enter(const std::vector<const std::vector<std::uint32_t>*>& routes);

  std::vector<double> left_;                       // capacity not yet given
  std::vector<std::vector<std::uint32_t>> flows_;  // by server
  std::vector<std::uint32_t> open_;                // by server: flows without a rate
  std::vector<std::uint32_t> used_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_MAX_MIN_H_
