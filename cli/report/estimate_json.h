// SPDX-License-Identifier: Apache-2.0
// `estimate --json`; its keys are documented in docs/cli-estimate.md.
#ifndef CROSSROOF_CLI_REPORT_ESTIMATE_JSON_H_
#define CROSSROOF_CLI_REPORT_ESTIMATE_JSON_H_

#include <string>

#include "cli/report/estimate_run.h"

namespace crossroof::cli {

std::string estimate_json(const EstimateRuns& runs);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ESTIMATE_JSON_H_
