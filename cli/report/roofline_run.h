// SPDX-License-Identifier: Apache-2.0
// The roofline of a chip with the layers of a network as points: what its reports draw on.
#ifndef CROSSROOF_CLI_REPORT_ROOFLINE_RUN_H_
#define CROSSROOF_CLI_REPORT_ROOFLINE_RUN_H_

#include <string>
#include <vector>

#include "analytic/rram_roofline.h"
#include "cli/report/estimate_run.h"

namespace crossroof::cli {

struct RooflineRun {
  const Network& net;
  const EstimateOptions& options;
  const EstimateRun& run;
  analytic::RramRoofline roofline;
};

struct RoofName {
  analytic::RoofLevel level;
  const char* key;
  const char* name;
};
inline constexpr RoofName kRoofs[] = {{analytic::RoofLevel::memory, "memory", "memory"},
                                      {analytic::RoofLevel::noc, "noc", "NoC"},
                                      {analytic::RoofLevel::l1, "l1", "L1"}};

// A point with the rate of the estimate: what its stages allow, and not above the roofs, which know
// what stages share.
struct RooflineRow {
  std::string name;
  const analytic::RoofPoint* point;
  analytic::MacsPerSecond estimated;
};

// Layers on crossbars, then the network.
std::vector<RooflineRow> roofline_rows(const RooflineRun& r);

// "memory" as in files, "peak" without a roof.
const char* limit_key(const analytic::RoofPoint& point);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ROOFLINE_RUN_H_
