// SPDX-License-Identifier: Apache-2.0
// One record per machine and layer; units are in the names of the columns.
#ifndef CROSSROOF_CLI_REPORT_ESTIMATE_CSV_H_
#define CROSSROOF_CLI_REPORT_ESTIMATE_CSV_H_

#include <string>

#include "cli/report/estimate_run.h"

namespace crossroof::cli {

std::string estimate_csv(const EstimateRuns& runs);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ESTIMATE_CSV_H_
