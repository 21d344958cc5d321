// SPDX-License-Identifier: Apache-2.0
// A simulated run as a JSON object, all of it, and back.
#ifndef CROSSROOF_CLI_REPORT_SIMULATED_RUN_JSON_H_
#define CROSSROOF_CLI_REPORT_SIMULATED_RUN_JSON_H_

#include <nlohmann/json_fwd.hpp>

#include "cli/report/simulate_run.h"

namespace crossroof::cli {

nlohmann::ordered_json simulated_run_json(const SimulatedRun& run);
SimulatedRun simulated_run_of(const nlohmann::ordered_json& json);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_SIMULATED_RUN_JSON_H_
