// SPDX-License-Identifier: Apache-2.0
// A compared case as one line of JSON and back, nothing lost. Its keys are documented in
// docs/cli-validate.md.
#ifndef CROSSROOF_VALIDATION_CASE_RESULT_JSON_H_
#define CROSSROOF_VALIDATION_CASE_RESULT_JSON_H_

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "validation/case_result.h"

namespace crossroof::validation {

nlohmann::ordered_json case_json(const CaseResult& c);
// Throws Error when something is missing or of the wrong kind.
CaseResult case_of(const nlohmann::ordered_json& json);

std::string case_text(const CaseResult& c);
CaseResult case_of_text(const std::string& text);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_CASE_RESULT_JSON_H_
