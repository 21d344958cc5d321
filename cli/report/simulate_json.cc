// SPDX-License-Identifier: Apache-2.0
#include "cli/report/simulate_json.h"

#include <nlohmann/json.hpp>

#include "cli/choices.h"
#include "cli/noc_arguments.h"
#include "cli/report/envelope_json.h"
#include "cli/report/simulated_run_json.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;

Json run_json(const SimulatedRuns& runs, const SimulatedRun& run) {
  const SimulateSetup& setup = runs.setup;
  Json j;
  j["network"] = runs.net.name;
  j["machine"] = run.machine;
  j["mode"] = word(setup.mapping.mode, kModes);
  j["granularity"] = word(setup.granularity, kGranularities);
  j["l1"] = word(setup.l1_words, kL1Models);
  j["batch"] = setup.batch ? Json(*setup.batch) : Json();
  j["reuse"] = word(setup.mapping.reuse, kReuses);
  j["overflow"] = word(setup.mapping.overflow, kOverflows);
  j["duplicate"] = word(setup.duplication, kDuplications);
  j["set"] = setup.sets;
  j.update(simulated_run_json(run));
  Json& resources = j["resources"];
  const std::size_t shown = setup.resources.value_or(kAllResources);
  if (shown < resources.size()) {
    resources.erase(resources.begin() + static_cast<std::ptrdiff_t>(shown), resources.end());
  }
  return j;
}

Json ratio(const std::optional<double>& value, const std::optional<double>& first) {
  return value && first && *first > 0 ? Json(*value / *first) : Json();
}

Json ratio(const std::optional<Seconds>& value, const std::optional<Seconds>& first) {
  return value && first && *first > Seconds() ? Json(*value / *first) : Json();
}

Json ratios_json(const SimulatedRuns& runs) {
  Json all = Json::array();
  const SimulatedRun& first = runs.runs.front();
  for (const SimulatedRun& run : runs.runs) {
    Json layers = Json::array();
    for (std::size_t l = 0; l < run.layers.size(); ++l) {
      const SimulatedLayer &was = first.layers[l], &is = run.layers[l];
      layers.push_back({{"name", is.name},
                        {"interval", ratio(is.interval, was.interval)},
                        {"bottleneck_changed",
                         is.begun && was.begun ? Json(is.bottleneck != was.bottleneck) : Json()}});
    }
    all.push_back({{"machine", run.machine},
                   {"interval", ratio(run.measured.interval, first.measured.interval)},
                   {"latency", ratio(run.measured.latency, first.measured.latency)},
                   {"throughput", ratio(images_per_second(run), images_per_second(first))},
                   {"layers", std::move(layers)}});
  }
  return all;
}

}  // namespace

std::string simulate_json(const SimulatedRuns& runs, const std::vector<std::string>& warnings) {
  if (runs.runs.size() == 1) {
    return envelope("simulate", run_json(runs, runs.runs.front()), warnings);
  }
  Json result;
  result["network"] = runs.net.name;
  result["machines"] = Json::array();
  for (const SimulatedRun& run : runs.runs) result["machines"].push_back(run_json(runs, run));
  result["ratios"] = ratios_json(runs);
  return envelope("simulate", std::move(result), warnings);
}

std::string run_text(const SimulatedRun& run) {
  return simulated_run_json(run).dump(-1, ' ', false, Json::error_handler_t::replace);
}

SimulatedRun run_of_text(const std::string& text) { return simulated_run_of(Json::parse(text)); }

}  // namespace crossroof::cli
