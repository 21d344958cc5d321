// SPDX-License-Identifier: Apache-2.0
// What event simulation found about the rates a machine file states: effective rate / stated rate,
// per kind of resource (docs/cli-calibrate.md). Written by `crossroof calibrate` into the
// `calibration` block of a machine file. The event engine takes no notice of it;
// analytic/calibrated.h applies it.
#ifndef CROSSROOF_MODELS_CALIBRATION_H_
#define CROSSROOF_MODELS_CALIBRATION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/units.h"

namespace crossroof {

enum class CalibratedResource { memory, noc, l1, crossbars, simd };

struct CalibratedResourceInfo {
  CalibratedResource resource;
  std::string_view key;    // in machine files
  bool in_core;            // every kind of core has one of its own
  std::string_view title;  // one line for legends
};

inline constexpr std::size_t kCalibratedResources = 5;
inline constexpr std::array<CalibratedResourceInfo, kCalibratedResources> kCalibrated = {{
    {CalibratedResource::memory, "memory", false, "rate of the memory controllers"},
    {CalibratedResource::noc, "noc", false, "rate of ports and links of the NoC"},
    {CalibratedResource::l1, "l1", true, "rate of the L1 ports"},
    {CalibratedResource::crossbars, "crossbars", true, "MVMs per second of the crossbars"},
    {CalibratedResource::simd, "simd", true, "lane-operations per second of the SIMD unit"},
}};

inline constexpr std::size_t index(CalibratedResource r) { return static_cast<std::size_t>(r); }

inline constexpr double kLargestFactor = 2;  // no effective rate is further above the stated one

struct CalibrationFactor {
  CalibratedResource resource{};
  std::string core_kind;      // of resources in cores; else empty
  double value = 1;           // effective rate / stated rate
  double low = 1, high = 1;   // its 95 % confidence interval
  double residual = 0;        // root mean square of the relative residuals of its programs
  Seconds start;              // time its programs take beside that of the resource, fitted
  std::int64_t programs = 0;  // 0: on this machine always hidden behind another resource
};

struct Calibration {
  std::vector<CalibrationFactor> factors;
  double residual = 0;                // root mean square of the relative residuals of all programs
  std::int64_t programs = 0;          // simulated
  std::string tier;                   // of the estimate the factors correct
  std::string program;                // that made it, with its version
  std::string granularity, l1_model;  // how packets and L1 were simulated
};

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_CALIBRATION_H_
