// SPDX-License-Identifier: Apache-2.0
// The value of --rate: rates in flits per node and cycle.
#ifndef CROSSROOF_CLI_NOC_RATES_H_
#define CROSSROOF_CLI_NOC_RATES_H_

#include <string>
#include <vector>

namespace crossroof::cli {

// "0.1", "0.1,0.2", "0.1:0.5:0.1" (from, to, step; the end belongs to it). Throws Error of usage
// that says which part is wrong.
std::vector<double> parse_rates(const std::string& text);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_NOC_RATES_H_
