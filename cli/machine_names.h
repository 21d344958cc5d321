// SPDX-License-Identifier: Apache-2.0
// Names of machines in reports and errors of commands that take several.
#ifndef CROSSROOF_CLI_MACHINE_NAMES_H_
#define CROSSROOF_CLI_MACHINE_NAMES_H_

#include <string>
#include <vector>

#include "models/error.h"

namespace crossroof::cli {

// Machines of the same name are told apart by what the user typed or, alike in that too, numbered.
std::vector<std::string> unique_names(const std::vector<std::string>& names,
                                      const std::vector<std::string>& typed);

// The same error, which says whose it is.
Error about_machine(const std::string& machine, const Error& error);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_MACHINE_NAMES_H_
