// SPDX-License-Identifier: Apache-2.0
// Published figures of a machine against the model. Quantities that are derived here:
//   peak_tops[:in=BITS,weight=BITS,out=BITS,phases=1|2]   analytic::peak at that precision
//   weight_bytes          weights that all crossbars hold at the machine's own precision
//   mvm_latency_cycles    one MVM that fills a crossbar, in cycles of the digital clock
// Others are shown without a value of ours.
#ifndef CROSSROOF_CLI_REPORT_PUBLISHED_H_
#define CROSSROOF_CLI_REPORT_PUBLISHED_H_

#include <optional>
#include <string>

#include "models/rram_chip.h"

namespace crossroof::cli {

// In the unit of the published figure (TOPS, B, cycle); nullopt when it is not one of those above.
// A figure that is not derivable still has a value of ours to be compared with.
std::optional<double> derived_value(const RramChip& chip, const Published& figure);

// "agrees within 0.5 %", "differs by 3.1 %", "not derivable", "not compared here".
std::string verdict(const Published& figure, std::optional<double> derived);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_PUBLISHED_H_
