// SPDX-License-Identifier: Apache-2.0
#include "cli/noc_limits.h"

#include "sim/packet_timing.h"

namespace crossroof::cli {
namespace {

// Granularity flit refuses circles that are no rings of a torus.
std::string unlimited_text(TopologyKind kind) {
  return kind == TopologyKind::torus
             ? "rings: buffers are taken as unlimited; --granularity flit models them"
             : "routes in a circle: buffers are taken as unlimited";
}

}  // namespace

std::vector<std::string> noc_limits(const Noc& noc, sim::NocGranularity granularity) {
  std::vector<std::string> limits;
  if (granularity == sim::NocGranularity::flow) {
    limits.emplace_back("a fluid: no buffers, no arbitration; for large transfers");
  }
  if (granularity != sim::NocGranularity::packet) return limits;
  const sim::PacketTiming timing = sim::packet_timing(noc);
  if (timing.buffer == sim::kUnlimited) limits.push_back(unlimited_text(noc.topology.kind));
  return limits;
}

}  // namespace crossroof::cli
