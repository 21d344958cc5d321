// SPDX-License-Identifier: Apache-2.0
#ifndef CROSSROOF_CLI_REPORT_ROOFLINE_JSON_H_
#define CROSSROOF_CLI_REPORT_ROOFLINE_JSON_H_

#include <string>

#include "cli/report/roofline_run.h"

namespace crossroof::cli {

// Keys are described in docs/cli-roofline.md.
std::string roofline_json(const RooflineRun& r);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ROOFLINE_JSON_H_
