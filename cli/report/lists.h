// SPDX-License-Identifier: Apache-2.0
// Names with a line of description each: what `machine list` and `network list` print.
#ifndef CROSSROOF_CLI_REPORT_LISTS_H_
#define CROSSROOF_CLI_REPORT_LISTS_H_

#include <string>
#include <vector>

#include "cli/commands.h"

namespace crossroof::cli {

struct Named {
  std::string name, description;
};

// `what` is the key of the array in `--json`.
std::string list_report(const std::string& command, const std::string& what,
                        const std::vector<Named>& items, const OutputArguments& output);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_LISTS_H_
