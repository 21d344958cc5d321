// SPDX-License-Identifier: Apache-2.0
// Latency and throughput of a NoC alone, one point per offered rate.
#ifndef CROSSROOF_CLI_REPORT_NOC_REPORT_H_
#define CROSSROOF_CLI_REPORT_NOC_REPORT_H_

#include <string>
#include <vector>

#include "cli/noc_arguments.h"
#include "sim/noc_run.h"

namespace crossroof::cli {

struct NocPoint {
  double rate = 0;  // asked for
  sim::NocResult result;
};

std::string noc_table(const NocSetup& setup, const std::vector<NocPoint>& points);
std::string noc_json(const NocSetup& setup, const std::vector<NocPoint>& points);

std::string state_text(sim::NocState state);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_NOC_REPORT_H_
