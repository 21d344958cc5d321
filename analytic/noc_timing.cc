// SPDX-License-Identifier: Apache-2.0
#include "analytic/noc_timing.h"

#include <algorithm>
#include <cmath>

namespace crossroof::analytic {

Seconds head_latency(const Noc& noc, std::int64_t hops) {
  const Cycles cycles =
      noc.interface_pipeline * 2.0 + noc.router_pipeline * (static_cast<double>(hops) + 1);
  return std::max(Cycles(), cycles - Cycles(1)) / noc.clock;
}

double credit_cycles(const Noc& noc) {
  const double forward = std::min(std::ceil(noc.router_pipeline.value()), kSwitchCycles);
  return forward + std::max(1.0, forward);
}

double link_stretch(const Noc& noc) {
  const double rest = std::ceil(noc.router_pipeline.value()) > kSwitchCycles ? 1 : 0;
  const auto packet = static_cast<double>(noc.payload_flits + noc.header_flits);
  const double channel = std::min(packet / (packet + rest),
                                  static_cast<double>(noc.buffer_flits) / credit_cycles(noc));
  return std::max(1.0, 1 / (channel * static_cast<double>(noc.virtual_channels)));
}

}  // namespace crossroof::analytic
