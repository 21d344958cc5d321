// SPDX-License-Identifier: Apache-2.0
// Simulates a mapped network for comparison. A phase of several (layer-serial, reload) is measured
// as makespan(B) / B, images that stream through one phase as the slope of their completion times
// (sim/measure.h).
#ifndef CROSSROOF_VALIDATION_SIMULATE_CASE_H_
#define CROSSROOF_VALIDATION_SIMULATE_CASE_H_

#include <atomic>
#include <optional>

#include "sim/simulate.h"
#include "validation/simulated_case.h"

namespace crossroof::validation {

struct SimulationLimits {
  sim::NocGranularity granularity = sim::NocGranularity::packet;
  bool l1_words = false;
  std::optional<Seconds> max_time;
  std::optional<std::uint64_t> max_events;  // of all runs of the case
  const std::atomic<bool>* interrupted = nullptr;
};

// `bound`: images that stream cannot follow each other faster; a shorter interval is measured again
// in a longer run. Throws Error with ExitCode::interrupted when the user interrupts, with
// ExitCode::bad_input when the machine lacks what the program needs; all else is in the result.
SimulatedCase simulate_case(const Network& net, const RramChip& chip, const Mapping& mapping,
                            const SimulationLimits& limits, Seconds bound);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_SIMULATE_CASE_H_
