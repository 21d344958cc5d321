// SPDX-License-Identifier: Apache-2.0
// A machine in short: structure, peak, and each published figure beside what the model derives.
#ifndef CROSSROOF_CLI_REPORT_MACHINE_REPORT_H_
#define CROSSROOF_CLI_REPORT_MACHINE_REPORT_H_

#include <cstdint>
#include <string>

#include "models/machine_json.h"
#include "models/rram_chip.h"

namespace crossroof::cli {

std::string machine_text(const RramChip& chip);
std::string machine_json(const Machine& machine);

// Crossbars of all cores.
std::int64_t crossbars(const RramChip& chip);
// The peak precision and definition that go with analytic::peak().
std::string peak_definition(const RramChip& chip);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_MACHINE_REPORT_H_
