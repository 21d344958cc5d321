// SPDX-License-Identifier: Apache-2.0
// `crossroof validate --published --json`: result.figures[], result.noc[], result.summary.
#ifndef CROSSROOF_CLI_REPORT_PUBLISHED_JSON_H_
#define CROSSROOF_CLI_REPORT_PUBLISHED_JSON_H_

#include <string>

#include "cli/report/published_report.h"

namespace crossroof::cli {

std::string published_json(const PublishedRun& run);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_PUBLISHED_JSON_H_
