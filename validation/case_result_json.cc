// SPDX-License-Identifier: Apache-2.0
#include "validation/case_result_json.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "models/error.h"
#include "validation/words.h"

namespace crossroof::validation {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<Seconds>& time) { return time ? Json(time->value()) : Json(); }

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <class T>
std::optional<T> optional_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<T>();
}

std::optional<Seconds> time_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Seconds(json.get<double>());
}

Json tier_json(const TierCase& t) {
  return {{"interval_s", t.interval.value()},
          {"latency_s", t.latency.value()},
          {"interval_error", or_null(t.interval_error)},
          {"latency_error", or_null(t.latency_error)}};
}

TierCase tier_of(const Json& j) {
  return {Seconds(j.at("interval_s").get<double>()), Seconds(j.at("latency_s").get<double>()),
          optional_of<double>(j.at("interval_error")), optional_of<double>(j.at("latency_error"))};
}

Json band_json(const BandCase& b) {
  if (!b.band) return {};
  return {{"low", b.band->low}, {"high", b.band->high}, {"contains", or_null(b.contains)}};
}

BandCase band_of(const Json& j) {
  if (j.is_null()) return {};
  return {analytic::Band{j.at("low").get<double>(), j.at("high").get<double>()},
          optional_of<bool>(j.at("contains"))};
}

Json layer_json(const LayerCase& layer) {
  Json stages = Json::object();
  for (const StageCase& s : layer.stages) {
    stages[std::string(kStages[index(s.stage)].key)] = {{"estimated_s", s.estimated.value()},
                                                        {"simulated_s", s.simulated.value()},
                                                        {"error", s.error()}};
  }
  return {{"name", layer.name}, {"stages", std::move(stages)}};
}

LayerCase layer_of(const Json& j) {
  LayerCase layer;
  layer.name = j.at("name");
  for (const StageInfo& info : kStages) {
    const auto found = j.at("stages").find(std::string(info.key));
    if (found == j.at("stages").end()) continue;
    layer.stages.push_back({info.stage, Seconds(found->at("estimated_s").get<double>()),
                            Seconds(found->at("simulated_s").get<double>())});
  }
  return layer;
}

void add_comparison(const CaseResult& c, Json& j) {
  Json tiers = Json::object();
  for (std::size_t t = 0; t < kTierCount; ++t) {
    tiers[std::string(kTierNames[t])] = tier_json(c.tiers[t]);
  }
  j["tiers"] = std::move(tiers);
  j["interval_band"] = band_json(c.interval_band);
  j["latency_band"] = band_json(c.latency_band);
  j["bound_broken"] = c.bound_broken.empty() ? Json() : Json(c.bound_broken);
  j["busiest_kind"] = kLoadKindNames[static_cast<std::size_t>(c.busiest_kind)];
  j["second_share"] = c.second_share;
  j["busiest_link"] = c.busiest_link;
  j["bottleneck"] = {{"simulated", c.bottleneck.simulated},
                     {"estimated", c.bottleneck.estimated},
                     {"agree", c.bottleneck.agree}};
  j["stage_mape"] = or_null(stage_mape(c));
  j["interval_reason"] = c.interval_reason;
  j["latency_reason"] = c.latency_reason;
  j["estimate_cpu_s"] = c.estimate_cpu;
  j["simulation_cpu_s"] = c.simulation_cpu;
  Json layers = Json::array();
  for (const LayerCase& layer : c.layers) layers.push_back(layer_json(layer));
  j["layers"] = std::move(layers);
}

void read_comparison(const Json& j, CaseResult& c) {
  for (std::size_t t = 0; t < kTierCount; ++t) {
    c.tiers[t] = tier_of(j.at("tiers").at(std::string(kTierNames[t])));
  }
  c.interval_band = band_of(j.at("interval_band"));
  c.latency_band = band_of(j.at("latency_band"));
  c.bound_broken = optional_of<std::string>(j.at("bound_broken")).value_or("");
  c.busiest_kind = static_cast<LoadKind>(position(j.at("busiest_kind"), kLoadKindNames));
  c.second_share = j.at("second_share");
  c.busiest_link = j.at("busiest_link");
  const Json& b = j.at("bottleneck");
  c.bottleneck = {b.at("simulated"), b.at("estimated"), b.at("agree")};
  c.interval_reason = j.at("interval_reason");
  c.latency_reason = j.at("latency_reason");
  c.estimate_cpu = j.at("estimate_cpu_s");
  c.simulation_cpu = j.at("simulation_cpu_s");
  for (const Json& layer : j.at("layers")) c.layers.push_back(layer_of(layer));
}

}  // namespace

Json case_json(const CaseResult& c) {
  Json j;
  j["network"] = c.network;
  j["machine"] = c.machine;
  j["mode"] = kModeWords[static_cast<std::size_t>(c.mode)];
  j["overflow"] = kOverflowWords[static_cast<std::size_t>(c.overflow)];
  j["state"] = kCaseStates[static_cast<std::size_t>(c.state)];
  j["said"] = c.said.empty() ? Json() : Json(c.said);
  j["batch"] = c.batch;
  j["chips"] = c.chips;
  j["passes"] = c.passes;
  j["stratum"] = kStrata[static_cast<std::size_t>(c.stratum)];
  j["simulated_interval_s"] = or_null(c.interval);
  j["simulated_latency_s"] = or_null(c.latency);
  j["interval_from"] = kIntervalFromWords[static_cast<std::size_t>(c.from)];
  j["images"] = c.images;
  j["events"] = c.events;
  add_comparison(c, j);
  return j;
}

CaseResult case_of(const Json& j) {
  try {
    CaseResult c;
    c.network = j.at("network");
    c.machine = j.at("machine");
    c.mode = static_cast<RunMode>(position(j.at("mode"), kModeWords));
    c.overflow = static_cast<Overflow>(position(j.at("overflow"), kOverflowWords));
    c.state = static_cast<CaseState>(position(j.at("state"), kCaseStates));
    c.said = optional_of<std::string>(j.at("said")).value_or("");
    c.batch = j.at("batch");
    c.chips = j.at("chips");
    c.passes = j.at("passes");
    c.stratum = static_cast<Stratum>(position(j.at("stratum"), kStrata));
    c.interval = time_of(j.at("simulated_interval_s"));
    c.latency = time_of(j.at("simulated_latency_s"));
    c.from = static_cast<sim::IntervalFrom>(position(j.at("interval_from"), kIntervalFromWords));
    c.images = j.at("images");
    c.events = j.at("events");
    read_comparison(j, c);
    return c;
  } catch (const Json::exception& error) {
    throw Error(std::string("not a compared case: ") + error.what());
  }
}

std::string case_text(const CaseResult& c) {
  // Names from files need not be UTF-8.
  return case_json(c).dump(-1, ' ', false, Json::error_handler_t::replace);
}

CaseResult case_of_text(const std::string& text) {
  try {
    return case_of(Json::parse(text));
  } catch (const Json::exception& error) {
    throw Error(std::string("not a compared case: ") + error.what());
  }
}

}  // namespace crossroof::validation
