// SPDX-License-Identifier: Apache-2.0
// Maps a network onto a machine, estimates it with every tier, simulates the same program and
// compares. A phase of several (layer-serial, reload) is measured as makespan(B) / B, images that
// stream through one phase as the slope of their completion times (sim/measure.h). Bounds are
// compared as makespans of the same number of images.
#ifndef CROSSROOF_VALIDATION_COMPARE_H_
#define CROSSROOF_VALIDATION_COMPARE_H_

#include <atomic>
#include <optional>
#include <string>

#include "analytic/duplicate.h"
#include "sim/simulate.h"
#include "validation/case_result.h"

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
  sim::NocGranularity granularity = sim::NocGranularity::packet;
  bool l1_words = false;
  std::optional<Seconds> max_time;
  std::optional<std::uint64_t> max_events;  // of all runs of the case
  const std::atomic<bool>* interrupted = nullptr;
};

// Throws Error with ExitCode::interrupted when the user interrupts; all else is in the result.
CaseResult compare(const Network& net, const RramChip& chip, RunMode mode, Overflowing overflowing,
                   const CompareOptions& options);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_COMPARE_H_
