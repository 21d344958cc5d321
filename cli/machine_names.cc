// SPDX-License-Identifier: Apache-2.0
#include "cli/machine_names.h"

#include <algorithm>

namespace crossroof::cli {

std::vector<std::string> unique_names(const std::vector<std::string>& names,
                                      const std::vector<std::string>& typed) {
  std::vector<std::string> unique = names;
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (std::count(names.begin(), names.end(), names[n]) < 2) continue;
    if (std::count(typed.begin(), typed.end(), typed[n]) > 1) {
      unique[n] += " #" + std::to_string(n + 1);
    } else if (typed[n] != names[n]) {
      unique[n] += " (" + typed[n] + ")";
    }
  }
  return unique;
}

Error about_machine(const std::string& machine, const Error& error) {
  const std::string text = error.what();
  if (text.find(machine) != std::string::npos) return error;
  return Error("machine " + machine + ": " + text, error.code());
}

}  // namespace crossroof::cli
