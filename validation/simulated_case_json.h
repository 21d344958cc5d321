// SPDX-License-Identifier: Apache-2.0
// What was simulated, as JSON: a line of a journal, what a worker hands over.
#ifndef CROSSROOF_VALIDATION_SIMULATED_CASE_JSON_H_
#define CROSSROOF_VALIDATION_SIMULATED_CASE_JSON_H_

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "validation/simulated_case.h"

namespace crossroof::validation {

nlohmann::ordered_json simulated_json(const SimulatedCase& simulated);
// Throws Error when it is none.
SimulatedCase simulated_of(const nlohmann::ordered_json& json);

std::string simulated_text(const SimulatedCase& simulated);  // one line
SimulatedCase simulated_of_text(const std::string& text);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_SIMULATED_CASE_JSON_H_
