// SPDX-License-Identifier: Apache-2.0
// What `crossroof calibrate` found, as text and as JSON (docs/cli-calibrate.md).
#ifndef CROSSROOF_CLI_REPORT_CALIBRATION_REPORT_H_
#define CROSSROOF_CLI_REPORT_CALIBRATION_REPORT_H_

#include <string>
#include <vector>

#include "models/rram_chip.h"
#include "validation/calibration.h"
#include "validation/calibration_score.h"

namespace crossroof::cli {

struct CalibrationReport {
  RramChip chip;  // with its calibration
  std::vector<std::string> sets;
  validation::CalibrationRun run;
  std::vector<validation::ScoredCase> scores;
  std::vector<std::string> not_scored;  // networks, and why
};

std::string calibration_text(const CalibrationReport& r);
std::string calibration_json(const CalibrationReport& r, const std::vector<std::string>& warnings);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_CALIBRATION_REPORT_H_
