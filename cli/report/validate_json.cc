// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "cli/report/envelope_json.h"
#include "cli/report/validate_report.h"
#include "validation/case_result_json.h"
#include "validation/words.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;
using validation::BandSummary;
using validation::CaseResult;
using validation::CaseState;
using validation::ErrorStatistics;
using validation::kTierCount;
using validation::kTierNames;
using validation::Summary;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json case_document(const Validation& v, const CaseResult& c) {
  Json j = validation::case_json(c);
  j.erase("interval_reason");
  j.erase("latency_reason");
  const std::string reason = reason_text(v, c);
  j["reason"] = reason.empty() ? Json() : Json(reason);
  if (!v.arguments.layers) j.erase("layers");
  if (v.arguments.timings) return j;
  j.erase("estimate_cpu_s");
  j.erase("simulation_cpu_s");
  return j;
}

// Cases that were not simulated.
Json listed(const Validation& v, CaseState state) {
  Json all = Json::array();
  for (const CaseResult& c : v.cases) {
    if (c.state != state) continue;
    const Json j = validation::case_json(c);
    all.push_back({{"network", c.network},
                   {"machine", c.machine},
                   {"mode", j["mode"]},
                   {"overflow", j["overflow"]},
                   {"said", c.said}});
  }
  return all;
}

Json statistics_json(const std::optional<ErrorStatistics>& s) {
  if (!s) return {};
  return {{"cases", s->count}, {"mape", s->mape}, {"median", s->median},
          {"p95", s->p95},     {"max", s->max},   {"bias", s->bias}};
}

Json errors_json(const Summary& summary) {
  Json all = Json::array();
  for (const validation::ErrorRow& row : summary.errors) {
    all.push_back({{"group", row.group},
                   {"tier", kTierNames[validation::index(row.tier)]},
                   {"interval", statistics_json(row.interval)},
                   {"latency", statistics_json(row.latency)}});
  }
  return all;
}

Json ranks_json(const Summary& summary) {
  Json all = Json::array();
  for (const validation::RankRow& row : summary.ranks) {
    Json tiers = Json::object();
    for (std::size_t t = 0; t < kTierCount; ++t) {
      tiers[std::string(kTierNames[t])] = {{"tau", or_null(row.tiers[t].tau)},
                                           {"tied", row.tiers[t].tied}};
    }
    all.push_back({{"group", row.group},
                   {"mode", validation::kModeWords[static_cast<std::size_t>(row.mode)]},
                   {"machines", row.machines},
                   {"pairs", row.tiers[0].pairs},
                   {"dropped", row.tiers[0].dropped},
                   {"tiers", std::move(tiers)}});
  }
  return all;
}

Json share_json(const validation::Share& share) {
  return {{"of", share.of}, {"yes", share.yes}, {"share", or_null(share.value())}};
}

Json band_json(const BandSummary& band) {
  return {{"contained", share_json(band.contained)},
          {"without_band", band.none},
          {"median_width", or_null(band.median_width)}};
}

Json summary_json(const Validation& v) {
  const Summary& s = v.summary;
  Json j;
  Json states = Json::object();
  for (std::size_t i = 0; i < s.states.size(); ++i) {
    if (static_cast<CaseState>(i) == CaseState::not_needed) continue;
    states[std::string(validation::kCaseStates[i])] = s.states[i];
  }
  j["states"] = std::move(states);
  j["not_converged"] = s.not_converged;
  j["errors"] = errors_json(s);
  j["ranking"] = ranks_json(s);
  j["bottleneck_agreement"] = share_json(s.bottleneck);
  j["interval_band"] = band_json(s.interval_band);
  j["latency_band"] = band_json(s.latency_band);
  j["bounds_hold"] = share_json(s.bounds);
  j["stage_mape_median"] = or_null(s.stage_mape);
  j["second_kind_at_least_70_percent"] = share_json(s.second_kind);
  if (!v.arguments.timings) return j;
  j["timings"] = {{"simulation_per_estimate_median", or_null(s.speed_ratio)},
                  {"simulation_cpu_s", s.simulation_cpu},
                  {"estimate_cpu_s", s.estimate_cpu}};
  return j;
}

}  // namespace

std::string validate_json(const Validation& v, const std::vector<std::string>& warnings) {
  Json result;
  Json cases = Json::array();
  for (const CaseResult& c : v.cases) {
    if (simulated(c)) cases.push_back(case_document(v, c));
  }
  result["cases"] = std::move(cases);
  result["refused"] = listed(v, CaseState::refused);
  result["failed"] = listed(v, CaseState::failed);
  result["summary"] = summary_json(v);
  return envelope("validate", std::move(result), warnings);
}

}  // namespace crossroof::cli
