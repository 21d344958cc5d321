// SPDX-License-Identifier: Apache-2.0
// The cases of `crossroof validate`: networks x machines x modes, a grid of machines around each,
// or cases drawn at random.
#ifndef CROSSROOF_CLI_VALIDATE_CASES_H_
#define CROSSROOF_CLI_VALIDATE_CASES_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/validate_arguments.h"

namespace crossroof::cli {

struct ValidateCase {
  std::size_t network = 0, machine = 0;
  RunMode mode = RunMode::layer_pipeline;
  validation::Overflowing overflowing = validation::Overflowing::automatic;
  std::optional<std::int64_t> batch;  // drawn
  std::string ranked_with;            // cases it competes with; empty: none
};

struct ValidateCases {
  std::vector<Network> networks;
  std::vector<RramChip> machines;  // their names are unique
  std::vector<ValidateCase> cases;
  std::string digest;  // of everything the results depend on
};

ValidateCases validate_cases(const ValidateArguments& arguments, const ValidateSetup& setup);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_VALIDATE_CASES_H_
