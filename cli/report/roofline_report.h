// SPDX-License-Identifier: Apache-2.0
// The roofline of a chip with the layers of a network, as a table and as comma-separated values.
#ifndef CROSSROOF_CLI_REPORT_ROOFLINE_REPORT_H_
#define CROSSROOF_CLI_REPORT_ROOFLINE_REPORT_H_

#include <string>

#include "cli/report/roofline_run.h"

namespace crossroof::cli {

std::string roofline_table(const RooflineRun& r);
std::string roofline_csv(const RooflineRun& r);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ROOFLINE_REPORT_H_
