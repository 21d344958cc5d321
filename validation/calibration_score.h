// SPDX-License-Identifier: Apache-2.0
// What a calibration is worth: errors of the estimate against the event engine on networks that had
// no part in the fit, without and with the factors (docs/equations.md E119).
#ifndef CROSSROOF_VALIDATION_CALIBRATION_SCORE_H_
#define CROSSROOF_VALIDATION_CALIBRATION_SCORE_H_

#include <optional>
#include <string>
#include <vector>

#include "validation/calibration.h"
#include "workloads/network.h"

namespace crossroof::validation {

// estimate / simulated - 1.
struct TierError {
  double interval = 0, latency = 0;
};

struct ScoredCase {
  std::string network;
  RunMode mode = RunMode::layer_pipeline;
  Seconds simulated_interval, simulated_latency;
  TierError plain, calibrated;
};

// The network mapped on the machine without regard to its calibration, estimated twice and
// simulated once. Throws Error when it does not fit, or the simulation does not settle within
// `most_events`.
ScoredCase score(const Network& net, const RramChip& chip, RunMode mode,
                 const CalibrationOptions& options, std::uint64_t most_events);

// Medians of absolute errors; at least one case.
struct Medians {
  TierError plain, calibrated;
};
Medians medians(const std::vector<ScoredCase>& cases);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_CALIBRATION_SCORE_H_
