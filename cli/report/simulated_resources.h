// SPDX-License-Identifier: Apache-2.0
// Resources of a simulated run under names that tell them apart. Crossbars belong to a task: they
// are named after its layer and replica and, where a core holds several tasks of one layer,
// numbered from 1 in the order of the list.
#ifndef CROSSROOF_CLI_REPORT_SIMULATED_RESOURCES_H_
#define CROSSROOF_CLI_REPORT_SIMULATED_RESOURCES_H_

#include <string>
#include <vector>

#include "cli/report/simulate_run.h"

namespace crossroof::cli {

std::vector<SimulatedResource> simulated_resources(const Network& net, const RramChip& chip,
                                                   const Program& program,
                                                   const std::vector<sim::SimResource>& resources);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_SIMULATED_RESOURCES_H_
