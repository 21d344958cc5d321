// SPDX-License-Identifier: Apache-2.0
// Maps a network onto a machine, estimates it with every tier, simulates the same program and
// compares. Bounds are compared as makespans of the same number of images.
#ifndef CROSSROOF_VALIDATION_COMPARE_H_
#define CROSSROOF_VALIDATION_COMPARE_H_

#include <optional>
#include <string>

#include "analytic/duplicate.h"
#include "validation/case_result.h"
#include "validation/simulate_case.h"

namespace crossroof::validation {

// What to do when weights do not fit.
enum class Overflowing {
  error,
  multi_chip,
  reload,
  automatic,       // error; where weights do not fit: multi-chip, with as many chips as that takes
  reload_if_over,  // reload where weights do not fit, else nothing (CaseState::not_needed)
};

struct CompareOptions {
  MappingOptions mapping;             // mode and overflow are the case's
  std::optional<std::int64_t> batch;  // of runs that do not stream; none: the network's own
  analytic::Duplication duplication = analytic::Duplication::greedy;
  SimulationLimits limits;
};

// Throws Error with ExitCode::interrupted when the user interrupts; all else is in the result.
CaseResult compare(const Network& net, const RramChip& chip, RunMode mode, Overflowing overflowing,
                   const CompareOptions& options);
// `kept`: what was simulated before; used where it is of the same mapping, replaced where not.
CaseResult compare(const Network& net, const RramChip& chip, RunMode mode, Overflowing overflowing,
                   const CompareOptions& options, std::optional<SimulatedCase>& kept);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_COMPARE_H_
