// SPDX-License-Identifier: Apache-2.0
#include "sim/packet_timing.h"

#include <algorithm>

#include "sim/packet_routes.h"

namespace crossroof::sim {
Cycle PacketTiming::longest_delay() const {
  return std::max(interface, before_switch + after_switch) + kLongestRun + kLongestCredit + 1;
}

PacketTiming packet_timing(const Noc& noc) {
  PacketTiming t;
  const Cycle router = whole_cycles(noc.router_pipeline);
  t.after_switch = std::min(router, kLongestCredit);
  t.before_switch = router - t.after_switch;
  t.reuse = t.before_switch > 0 ? 1 : 0;
  t.credit = std::max<Cycle>(1, t.after_switch);
  t.injection_credit = std::max<Cycle>(1, t.credit - 1);
  t.interface = whole_cycles(noc.interface_pipeline);
  t.landing = std::max<Cycle>(1, t.after_switch + t.interface);
  const bool circular = may_wait_in_circle(noc.topology);
  t.buffer = circular ? kUnlimited : static_cast<std::uint32_t>(noc.buffer_flits);
  t.channels = static_cast<std::uint32_t>(noc.virtual_channels);
  return t;
}

}  // namespace crossroof::sim
