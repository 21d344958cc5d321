// SPDX-License-Identifier: Apache-2.0
// Reports of `crossroof validate`; docs/cli-validate.md describes columns and keys. Processor times
// differ from run to run: only --timings shows them.
#ifndef CROSSROOF_CLI_REPORT_VALIDATE_REPORT_H_
#define CROSSROOF_CLI_REPORT_VALIDATE_REPORT_H_

#include <string>
#include <vector>

#include "cli/validate_arguments.h"
#include "validation/summary.h"

namespace crossroof::cli {

struct Validation {
  const ValidateArguments& arguments;
  const ValidateSetup& setup;
  const std::vector<validation::CaseResult>& cases;
  const validation::Summary& summary;
};

// Whether a case was simulated at all: those that were not are listed apart.
bool simulated(const validation::CaseResult& c);
// Why a case is off, computed from what the simulator measured; empty when it is within the bar:
// --max-error (else 5 %) for the interval of the contention tier, twice that for its latency.
std::string reason_text(const Validation& v, const validation::CaseResult& c);

std::string validate_table(const Validation& v);
std::string validate_csv(const Validation& v);
std::string validate_json(const Validation& v, const std::vector<std::string>& warnings);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_VALIDATE_REPORT_H_
