// SPDX-License-Identifier: Apache-2.0
#include "validation/simulated_case_json.h"

#include <array>
#include <string_view>
#include <tuple>

#include <nlohmann/json.hpp>

#include "models/error.h"
#include "validation/words.h"

namespace crossroof::validation {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kEnds = {"finished", "max-time", "max-events",
                                                   "interrupted"};
constexpr std::array<std::string_view, 8> kResources = {
    "l1", "crossbars", "simd", "controller", "link", "injection", "ejection", "chip-link"};

Json or_null(const std::optional<Seconds>& time) { return time ? Json(time->value()) : Json(); }

std::optional<Seconds> time_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Seconds(json.get<double>());
}

Json key_json(const ResourceKey& key) {
  return Json::array({kResources[static_cast<std::size_t>(std::get<0>(key))], std::get<1>(key),
                      std::get<2>(key), static_cast<std::int64_t>(std::get<3>(key))});
}

ResourceKey key_of(const Json& j) {
  return {static_cast<sim::SimResourceKind>(position(j.at(0), kResources)),
          j.at(1).get<std::int64_t>(), j.at(2).get<std::size_t>(),
          static_cast<LayerId>(j.at(3).get<std::int32_t>())};
}

Json layer_json(const PerStage<Seconds>& layer) {
  Json busy = Json::array();
  for (const Seconds time : layer) busy.push_back(time.value());
  return busy;
}

PerStage<Seconds> layer_of(const Json& j) {
  PerStage<Seconds> layer{};
  for (std::size_t i = 0; i < kStageCount; ++i) layer[i] = Seconds(j.at(i).get<double>());
  return layer;
}

}  // namespace

Json simulated_json(const SimulatedCase& s) {
  Json j = {{"mapping", s.mapping}};
  if (!s.failed.empty()) {
    j["failed"] = s.failed;
    return j;
  }
  j["interval_s"] = or_null(s.interval);
  j["latency_s"] = or_null(s.latency);
  j["interval_from"] = kIntervalFromWords[static_cast<std::size_t>(s.from)];
  j["end"] = kEnds[static_cast<std::size_t>(s.end)];
  j["images"] = s.images;
  j["events"] = s.events;
  j["cpu_s"] = s.cpu;
  Json runs = Json::array(), layers = Json::array();
  for (const WholeRun& run : s.runs) runs.push_back({run.images, run.makespan.value()});
  j["runs"] = std::move(runs);
  if (!s.whole) return j;
  j["busiest_link"] = s.busiest_link;
  j["busiest"] = s.busiest ? key_json(*s.busiest) : Json();
  for (const PerStage<Seconds>& layer : s.layers) layers.push_back(layer_json(layer));
  j["layers"] = std::move(layers);
  j["interval_reason"] = s.interval_reason;
  j["latency_reason"] = s.latency_reason;
  return j;
}

SimulatedCase simulated_of(const Json& j) {
  try {
    SimulatedCase s;
    s.mapping = j.at("mapping");
    if (j.contains("failed")) {
      s.failed = j.at("failed");
      return s;
    }
    s.interval = time_of(j.at("interval_s"));
    s.latency = time_of(j.at("latency_s"));
    s.from = static_cast<sim::IntervalFrom>(position(j.at("interval_from"), kIntervalFromWords));
    s.end = static_cast<sim::SimEnd>(position(j.at("end"), kEnds));
    s.images = j.at("images");
    s.events = j.at("events");
    s.cpu = j.at("cpu_s");
    for (const Json& run : j.at("runs")) {
      s.runs.push_back({run.at(0).get<std::int64_t>(), Seconds(run.at(1).get<double>())});
    }
    s.whole = j.contains("busiest_link");
    if (!s.whole) return s;
    s.busiest_link = j.at("busiest_link");
    if (!j.at("busiest").is_null()) s.busiest = key_of(j.at("busiest"));
    for (const Json& layer : j.at("layers")) s.layers.push_back(layer_of(layer));
    s.interval_reason = j.at("interval_reason");
    s.latency_reason = j.at("latency_reason");
    return s;
  } catch (const Json::exception& error) {
    throw Error(std::string("not a simulated case: ") + error.what());
  }
}

std::string simulated_text(const SimulatedCase& s) {
  // Names from files need not be UTF-8.
  return simulated_json(s).dump(-1, ' ', false, Json::error_handler_t::replace);
}

SimulatedCase simulated_of_text(const std::string& text) {
  return simulated_of(Json::parse(text, nullptr, false));
}

}  // namespace crossroof::validation
