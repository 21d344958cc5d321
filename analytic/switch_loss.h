// SPDX-License-Identifier: Apache-2.0
// What blocked heads cost where several inputs of a router meet at one output (docs/equations.md
// E98): a packet whose output is taken holds up those behind it that could go elsewhere.
#ifndef CROSSROOF_ANALYTIC_SWITCH_LOSS_H_
#define CROSSROOF_ANALYTIC_SWITCH_LOSS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/units.h"

namespace crossroof::analytic {

// Share of its time that each output of a uniform, saturated switch of so many inputs and outputs
// is busy, each input with one packet to choose from. One input: 1.
double switch_efficiency(std::int64_t inputs);

// What one input of a switch sends to one of its outputs.
struct SwitchFlow {
  std::size_t input = 0, output = 0;
  Seconds load;
};

// The shortest time, not below `least`, in which a switch can pass all this, each input with one
// packet to choose from; not less than the load of any port. O(flows); 20 times that above `least`.
Seconds passing_time(const std::vector<SwitchFlow>& flows, Seconds least = Seconds());

// Which inputs of routers send how much to which outputs. Ports are numbered by the caller, inputs
// and outputs alike: a link is an output of one router and an input of the next.
class Crossings {
 public:
  // `places`: of each input among those of its router, less than `width`.
  Crossings(std::size_t outputs, std::vector<std::uint32_t> places, std::size_t width)
      : places_(std::move(places)), width_(width), loads_(outputs * width) {}

  void see(std::size_t input, std::size_t output, Seconds load) {
    loads_[output * width_ + places_[input]] += load;
  }

  // Calls visit(output, time) for the busiest output of every router where blocked heads make the
  // time longer than `least`: `router_of(output)` numbers routers from 0 to `routers` - 1. With
  // ports busy half of the time at most, no head is in the way for more than 3 / 4. O(outputs *
  // width).
  template <class RouterOf, class Visit>
  void blocked(std::size_t routers, Seconds least, RouterOf router_of, Visit visit) const {
    std::vector<std::vector<SwitchFlow>> all(routers);
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      if (loads_[i] <= Seconds()) continue;
      const std::size_t output = i / width_;
      all[router_of(output)].push_back({i % width_, output, loads_[i]});
    }
    for (const std::vector<SwitchFlow>& here : all) {
      if (here.size() < 3) continue;  // two inputs, one of them with two outputs
      if (busiest_port(here) * 2.0 <= least) continue;
      const Output busiest = busiest_of(here);
      const Seconds time = passing_time(here, least);
      if (time > std::max(least, busiest.load)) visit(busiest.output, time);
    }
  }

 private:
  struct Output {
    std::size_t output = 0;
    Seconds load;
  };
  static Output busiest_of(const std::vector<SwitchFlow>& flows);
  Seconds busiest_port(const std::vector<SwitchFlow>& flows) const;

  std::vector<std::uint32_t> places_;
  std::size_t width_;
  std::vector<Seconds> loads_;  // by output and place of the input
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_SWITCH_LOSS_H_
