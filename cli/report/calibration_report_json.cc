// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "cli/choices.h"
#include "cli/report/calibration_report.h"
#include "cli/report/envelope_json.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;

Json factor_json(const CalibrationFactor& f) {
  return {{"resource", kCalibrated[index(f.resource)].key},
          {"core_kind", f.core_kind},
          {"value", f.value},
          {"low", f.low},
          {"high", f.high},
          {"residual", f.residual},
          {"start_s", f.start.value()},
          {"programs", f.programs}};
}

Json point_json(const validation::CalibrationPoint& p) {
  return {{"name", p.name},
          {"resource", kCalibrated[index(p.resource)].key},
          {"core_kind", p.core_kind},
          {"busy_s", p.busy.value()},
          {"per_image_s", p.per_image().value()},
          {"one_image_s", p.one.value()},
          {"residual", p.residual}};
}

Json error_json(const validation::TierError& e) {
  return {{"interval_error", e.interval}, {"latency_error", e.latency}};
}

Json score_json(const CalibrationReport& r) {
  if (r.scores.empty()) return nullptr;
  Json cases = Json::array();
  for (const validation::ScoredCase& c : r.scores) {
    cases.push_back({{"network", c.network},
                     {"mode", word(c.mode, kModes)},
                     {"simulated_interval_s", c.simulated_interval.value()},
                     {"simulated_latency_s", c.simulated_latency.value()},
                     {"uncalibrated", error_json(c.plain)},
                     {"calibrated", error_json(c.calibrated)}});
  }
  const validation::Medians m = validation::medians(r.scores);
  return {
      {"cases", std::move(cases)},
      {"median", {{"uncalibrated", error_json(m.plain)}, {"calibrated", error_json(m.calibrated)}}},
      {"not_scored", r.not_scored}};
}

}  // namespace

std::string calibration_json(const CalibrationReport& r, const std::vector<std::string>& warnings) {
  const Calibration& c = *r.chip.calibration;
  Json j;
  j["machine"] = r.chip.name;
  j["set"] = r.sets;
  j["tier"] = c.tier;
  j["granularity"] = c.granularity;
  j["l1_model"] = c.l1_model;
  j["residual"] = c.residual;
  j["factors"] = Json::array();
  for (const CalibrationFactor& f : c.factors) j["factors"].push_back(factor_json(f));
  j["programs"] = Json::array();
  for (const validation::CalibrationPoint& p : r.run.points) {
    j["programs"].push_back(point_json(p));
  }
  j["left_out"] = r.run.left_out;
  j["score"] = score_json(r);
  return envelope("calibrate", std::move(j), warnings);
}

}  // namespace crossroof::cli
