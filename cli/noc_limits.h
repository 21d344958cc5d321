// SPDX-License-Identifier: Apache-2.0
// What the chosen granularity leaves out of a NoC, as sentences for the model line and the warnings
// of `crossroof noc`.
#ifndef CROSSROOF_CLI_NOC_LIMITS_H_
#define CROSSROOF_CLI_NOC_LIMITS_H_

#include <string>
#include <vector>

#include "sim/noc_model.h"

namespace crossroof::cli {

// Empty when nothing is left out that finer granularities would show.
std::vector<std::string> noc_limits(const Noc& noc, sim::NocGranularity granularity);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_NOC_LIMITS_H_
