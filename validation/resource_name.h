// SPDX-License-Identifier: Apache-2.0
// Names of simulated resources: one wording for both engines and all reports.
#ifndef CROSSROOF_VALIDATION_RESOURCE_NAME_H_
#define CROSSROOF_VALIDATION_RESOURCE_NAME_H_

#include <string>

#include "sim/simulate.h"

namespace crossroof::validation {

// "NoC link 0 -> 1", "crossbars of core 5 (conv1)": without replica or part.
std::string resource_name(const Network& net, const RramChip& chip, const sim::SimResource& r);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_RESOURCE_NAME_H_
