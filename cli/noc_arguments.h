// SPDX-License-Identifier: Apache-2.0
// What `crossroof noc` is to run: its arguments, checked.
#ifndef CROSSROOF_CLI_NOC_ARGUMENTS_H_
#define CROSSROOF_CLI_NOC_ARGUMENTS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/choices.h"
#include "cli/commands.h"
#include "sim/noc_run.h"

namespace crossroof::cli {

inline constexpr std::array<Choice<sim::NocGranularity>, 3> kGranularities = {{
    {"packet", sim::NocGranularity::packet,
     "routers with virtual channels and credits, in runs of flits"},
    {"flow", sim::NocGranularity::flow, "packets share links like fluids, max-min fairly"},
    {"flit", sim::NocGranularity::flit, "routers with virtual channels, credits and allocators"},
}};

struct NocSetup {
  std::string title;  // "8 x 8 mesh", or the machine
  Noc noc;
  TrafficPattern traffic;
  std::vector<double> rates;  // flits per node and cycle
  std::uint32_t flits = 5;    // of a packet, header included
  std::uint64_t seed = 1;
  sim::NocGranularity granularity = sim::NocGranularity::packet;
  std::optional<sim::FlitPipeline> pipeline;  // granularity flit, unless a machine says it
};

// Throws Error: of usage for a bad argument, of the file for a bad machine or traffic file.
NocSetup noc_setup(const NocArguments& arguments);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_NOC_ARGUMENTS_H_
