// SPDX-License-Identifier: Apache-2.0
#include "cli/report/roofline_json.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "cli/choices.h"
#include "cli/report/envelope_json.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;
using analytic::MacsPerByte;

Json number(const std::optional<MacsPerByte>& intensity) {
  return intensity ? Json(intensity->value()) : Json();
}

Json row_json(const RooflineRow& row) {
  Json intensity, bytes;
  for (const RoofName& l : kRoofs) {
    bytes[l.key] = row.point->moved[analytic::index(l.level)].bytes().value();
    intensity[l.key] = number(row.point->intensity(l.level));
  }
  return {{"name", row.name},
          {"macs", static_cast<std::int64_t>(row.point->macs.value())},
          {"bytes", std::move(bytes)},
          {"intensity_macs_per_byte", std::move(intensity)},
          {"peak_macs_per_s", row.point->peak.value()},
          {"attainable_macs_per_s", row.point->attainable.value()},
          {"limit", limit_key(*row.point)},
          {"estimated_macs_per_s", row.estimated.value()}};
}

}  // namespace

std::string roofline_json(const RooflineRun& r) {
  Json j;
  j["network"] = r.net.name;
  j["machine"] = r.run.machine;
  j["mode"] = word(r.options.mapping.mode, kModes);
  j["tier"] = word(r.options.tier, kTiers);
  j["batch"] = r.run.estimate.batch;
  j["reuse"] = word(r.options.mapping.reuse, kReuses);
  j["overflow"] = word(r.options.mapping.overflow, kOverflows);
  j["duplicate"] = word(r.options.duplication, kDuplications);
  j["set"] = r.options.sets;
  j["chips"] = r.run.mapping.chips;
  j["peak_macs_per_s"] = r.roofline.peak.value();
  j["roofs"] = Json::array();
  for (const RoofName& l : kRoofs) {
    j["roofs"].push_back({{"level", l.key},
                          {"bytes_per_s", r.roofline.bandwidth[analytic::index(l.level)].value()},
                          {"ridge_macs_per_byte", number(r.roofline.ridge(l.level))}});
  }
  j["points"] = Json::array();
  for (const RooflineRow& row : roofline_rows(r)) j["points"].push_back(row_json(row));
  return envelope("roofline", std::move(j), r.net.warnings);
}

}  // namespace crossroof::cli
