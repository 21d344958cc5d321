// SPDX-License-Identifier: Apache-2.0
// Reports of `simulate` for people: one machine layer by layer and resource by resource, or several
// side by side. docs/cli-simulate.md describes every column.
#ifndef CROSSROOF_CLI_REPORT_SIMULATE_TABLE_H_
#define CROSSROOF_CLI_REPORT_SIMULATE_TABLE_H_

#include <string>

#include "cli/report/simulate_run.h"

namespace crossroof::cli {

// What was simulated, how; every report begins with it.
std::string simulate_header(const SimulatedRuns& runs);

// "1.376 us per image, converged: ...".
std::string interval_text(const SimulatedRun& run);

// Images per second, digits in groups of three; "-" when not known.
std::string throughput_text(const SimulatedRun& run);

// The header, layers, result, resources and counts of the first run.
std::string simulate_table(const SimulatedRuns& runs);

// Machines as rows, then layers with interval and bottleneck per machine; ratios are to the first.
std::string simulate_comparison(const SimulatedRuns& runs);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_SIMULATE_TABLE_H_
