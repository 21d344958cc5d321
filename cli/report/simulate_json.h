// SPDX-License-Identifier: Apache-2.0
// `simulate --json`; its keys are documented in docs/cli-simulate.md. A worker process hands its
// run over as the same object.
#ifndef CROSSROOF_CLI_REPORT_SIMULATE_JSON_H_
#define CROSSROOF_CLI_REPORT_SIMULATE_JSON_H_

#include <string>
#include <vector>

#include "cli/report/simulate_run.h"

namespace crossroof::cli {

std::string simulate_json(const SimulatedRuns& runs, const std::vector<std::string>& warnings);

// A run as text and back.
std::string run_text(const SimulatedRun& run);
SimulatedRun run_of_text(const std::string& text);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_SIMULATE_JSON_H_
