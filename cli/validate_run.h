// SPDX-License-Identifier: Apache-2.0
// Compares all cases in worker processes, keeps what is finished in a journal and says how far it
// is.
#ifndef CROSSROOF_CLI_VALIDATE_RUN_H_
#define CROSSROOF_CLI_VALIDATE_RUN_H_

#include <string>
#include <vector>

#include "cli/validate_cases.h"
#include "validation/case_result.h"

namespace crossroof::cli {

struct ValidateRun {
  std::vector<validation::CaseResult> cases;  // that are finished, in the order of all
  std::vector<std::string> groups;            // each one's `ranked_with`
  std::size_t missing = 0;                    // interrupted before they were finished
  std::string torn;                           // what the journal had lost
};

ValidateRun run_cases(const ValidateArguments& arguments, const ValidateSetup& setup,
                      const ValidateCases& cases);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_VALIDATE_RUN_H_
