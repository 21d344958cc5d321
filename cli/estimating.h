// SPDX-License-Identifier: Apache-2.0
// A network mapped onto one machine and estimated, for every command that needs it.
#ifndef CROSSROOF_CLI_ESTIMATING_H_
#define CROSSROOF_CLI_ESTIMATING_H_

#include <string>

#include "cli/report/estimate_run.h"

namespace crossroof::cli {

// `machine`: a preset or a file. Throws Error that names it.
EstimateRun estimate_on(const Network& net, const EstimateOptions& options,
                        const std::string& machine);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_ESTIMATING_H_
