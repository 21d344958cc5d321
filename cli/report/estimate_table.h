// SPDX-License-Identifier: Apache-2.0
// Reports of `estimate` for people: one machine stage by stage, several side by side, one layer
// explained. docs/cli-estimate.md describes every column and the lines of an explanation.
#ifndef CROSSROOF_CLI_REPORT_ESTIMATE_TABLE_H_
#define CROSSROOF_CLI_REPORT_ESTIMATE_TABLE_H_

#include <string>

#include "cli/report/estimate_run.h"

namespace crossroof::cli {

// What was estimated under which assumptions; every report begins with it.
std::string estimate_header(const EstimateRuns& runs);

// The header, a row per layer, the result and a legend, for the first run.
std::string estimate_table(const EstimateRuns& runs);

// Machines as rows, then layers with interval and bottleneck per machine; ratios are to the first.
std::string comparison_table(const EstimateRuns& runs);

// Every figure of the layer the options name, for each run.
std::string explanation_text(const EstimateRuns& runs);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ESTIMATE_TABLE_H_
