// SPDX-License-Identifier: Apache-2.0
// What is said of a published figure (validation/published.h).
#ifndef CROSSROOF_CLI_REPORT_PUBLISHED_H_
#define CROSSROOF_CLI_REPORT_PUBLISHED_H_

#include <optional>
#include <string>

#include "models/rram_chip.h"

namespace crossroof::cli {

// "agrees within 0.5 %", "differs by 3.1 %", "not derivable", "not compared here".
std::string verdict(const Published& figure, std::optional<double> derived);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_PUBLISHED_H_
