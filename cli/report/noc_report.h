// SPDX-License-Identifier: Apache-2.0
// Latency and throughput of a NoC alone, one point per offered rate.
#ifndef CROSSROOF_CLI_REPORT_NOC_REPORT_H_
#define CROSSROOF_CLI_REPORT_NOC_REPORT_H_

#include <string>
#include <vector>

#include "analytic/noc_latency.h"
#include "cli/noc_arguments.h"
#include "sim/noc_run.h"

namespace crossroof::cli {

struct NocPoint {
  double rate = 0;  // asked for
  sim::NocResult result;
  analytic::NocEstimate estimate = {};  // of the same point, in closed form
};

// What was asked for and what became of it.
struct NocRuns {
  const NocSetup& setup;
  double ideal_rate = 0, hops = 0, zero_load_latency = 0;  // of the NoC and the traffic
  std::vector<std::string> limits = {};                    // of the model
  std::vector<NocPoint> points = {};                       // fewer than rates: interrupted
};

bool partial(const NocRuns& runs);
// "interrupted, 2 of 50 points done: partial result".
std::string partial_text(const NocRuns& runs);

std::string noc_table(const NocRuns& runs);
std::string noc_json(const NocRuns& runs);

// What moves, and what is left out.
std::string model_text(const NocRuns& runs);

// "-3 to +5 %".
std::string band_text(const analytic::Band& band);

std::string state_text(sim::NocState state);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_NOC_REPORT_H_
