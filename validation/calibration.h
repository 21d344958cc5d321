// SPDX-License-Identifier: Apache-2.0
// Effective rates of a machine, found by simulating isolating programs on it (docs/equations.md
// E115 to E118). A program's time is that of its busiest resource k, the others run beside it: for
// B images, B = 1 and 16,
//   makespan = B * x_k * t_k + start_k,    x_k, start_k >= 0
// with t_k the time an image takes there by the estimate. Solved by non-negative least squares,
// every row divided by the time simulated; factor_k = 1 / x_k. What no program can isolate, because
// another resource is always in front of it, keeps the factor 1.
#ifndef CROSSROOF_VALIDATION_CALIBRATION_H_
#define CROSSROOF_VALIDATION_CALIBRATION_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "analytic/estimate.h"
#include "models/rram_chip.h"
#include "sim/simulate.h"

namespace crossroof::validation {

struct CalibrationOptions {
  analytic::Tier tier = analytic::Tier::contention;  // whose times are t_k
  sim::NocGranularity granularity = sim::NocGranularity::packet;
  bool l1_words = false;
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(std::size_t done, std::size_t all, const std::string& name)> progress =
      nullptr;
};

inline constexpr int kCalibrationImages = 16;

// One isolating program.
struct CalibrationPoint {
  std::string name, core_kind;  // core_kind as in CalibrationFactor
  CalibratedResource resource{};
  Seconds busy;         // t_k
  Seconds one, many;    // makespan of one image and of kCalibrationImages, simulated
  double residual = 0;  // fitted / simulated - 1, of many

  Seconds per_image() const { return (many - one) / (kCalibrationImages - 1); }
};

struct CalibrationRun {
  Calibration calibration;
  std::vector<CalibrationPoint> points;
  std::vector<std::string> left_out;  // programs that isolate nothing or cannot be mapped, and why
};

// Provenance (tier to l1_model) is the caller's to fill in. Throws Error, with
// ExitCode::interrupted when `interrupted` was set.
CalibrationRun calibrate(const RramChip& chip, const CalibrationOptions& options);

// The calibration block of a machine file: what the machine reads back as the same values.
std::string calibration_block(const Calibration& calibration);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_CALIBRATION_H_
