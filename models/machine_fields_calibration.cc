// SPDX-License-Identifier: Apache-2.0
// Tables of the calibration block of a machine file.
#include "models/machine_checks.h"
#include "models/machine_fields.h"

namespace crossroof {
namespace {

constexpr double kMostPrograms = 1e6, kMostResidual = 1e6;

std::vector<std::string> resource_words() {
  std::vector<std::string> words;
  words.reserve(kCalibrated.size());
  for (const CalibratedResourceInfo& r : kCalibrated) words.emplace_back(r.key);
  return words;
}

}  // namespace

template <>
const Table& table_of<RawFactor>() {
  static const Table table =
      TableOf<RawFactor>("factor", "The effective rate of one kind of resource.")
          .field("resource", &RawFactor::resource, word_type(resource_words()), kRequired,
                 "memory: of the controllers, noc: of ports and links, l1: of its ports, "
                 "crossbars: of MVMs, simd: of lane-operations")
          .field("core_kind", &RawFactor::core_kind, text_type(), "\"\"",
                 "l1, crossbars, simd: of which kind of core; \"core\" when all are alike")
          .field("value", &RawFactor::value, positive_number_type(kLargestFactor), kRequired,
                 "effective rate / stated rate")
          .field("low", &RawFactor::low, number_type(0, kLargestFactor), kRequired,
                 "lower end of its 95 % confidence interval")
          .field("high", &RawFactor::high, number_type(0, kMostResidual), kRequired,
                 "upper end of it")
          .field("residual", &RawFactor::residual, number_type(0, kMostResidual), kRequired,
                 "root mean square of the relative residuals of its programs")
          .field("start", &RawFactor::start, quantity_type(Dimension::time), "\"0 s\"",
                 "time its programs take beside that of the resource, fitted")
          .field("programs", &RawFactor::programs, integer_type(0, kMostPrograms), kRequired,
                 "programs it was fitted on; 0: always hidden behind another resource")
          .verify(check_factor)
          .done();
  return table;
}

template <>
const Table& table_of<RawCalibration>() {
  static const Table table =
      TableOf<RawCalibration>(
          "calibration",
          "What `crossroof calibrate` found by simulating this machine. Only the calibrated "
          "figures of `estimate` use it; change the machine, and it is void.")
          .field("factors", &RawCalibration::factors, list_type(record_type<RawFactor>(), 1),
                 kRequired, "each resource once, those inside cores for each kind of core")
          .field("residual", &RawCalibration::residual, number_type(0, kMostResidual), kRequired,
                 "root mean square of the relative residuals of all programs")
          .field("programs", &RawCalibration::programs, integer_type(1, kMostPrograms), kRequired,
                 "programs simulated")
          .field("tier", &RawCalibration::tier,
                 word_type({"stage-max", "resource-max", "pipeline", "contention"}), kRequired,
                 "of the estimate the factors correct")
          .field("program", &RawCalibration::program, text_type(), kRequired,
                 "what wrote it, with its version")
          .field("granularity", &RawCalibration::granularity, text_type(), kRequired,
                 "how finely packets were followed")
          .field("l1_model", &RawCalibration::l1_model, text_type(), kRequired,
                 "how finely L1 was followed")
          .done();
  return table;
}

}  // namespace crossroof
