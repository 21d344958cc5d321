// SPDX-License-Identifier: Apache-2.0
#include "cli/report/published_json.h"

#include <nlohmann/json.hpp>

#include "cli/report/envelope_json.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json number(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json cycles(const std::optional<Cycles>& value) {
  return value ? Json(value->value()) : Json(nullptr);
}

Json figure_json(const validation::FigureCheck& check) {
  const Published& figure = check.figure;
  return {{"machine", check.machine},
          {"quantity", figure.quantity},
          {"published", figure.value},
          {"predicted", number(check.predicted)},
          {"unit", figure.unit},
          {"error", number(check.error)},
          {"tolerance", figure.derivable ? Json(figure.tolerance) : Json(nullptr)},
          {"derivable", figure.derivable},
          {"verdict", verdict_text(check.verdict)},
          {"definition", figure.definition},
          {"reason", figure.reason},
          {"source", figure.source}};
}

Json simulated_json(const validation::SimulatedRow& row) {
  return {{"latency_cycles", number(row.result.latency)},
          {"latency_half_width_cycles", number(row.result.latency_half_width)},
          {"accepted_flits_per_node_cycle", row.result.accepted},
          {"error", number(row.error)},
          {"tolerance", number(row.tolerance)},
          {"verdict", verdict_text(row.verdict)}};
}

Json row_json(const validation::NocCheck& check) {
  const validation::NocRow& row = check.row;
  const analytic::NocEstimate& estimate = check.estimate;
  Json j;
  j["source"] = source_text(row.source);
  j["network"] = row.network;
  j["traffic"] = row.traffic_name;
  j["packet_flits"] = row.flits;
  j["virtual_channels"] = row.noc.virtual_channels;
  j["buffer_flits"] = row.noc.buffer_flits;
  j["router_pipeline_cycles"] = row.noc.router_pipeline.value();
  j["offered_flits_per_node_cycle"] = row.rate;
  j["of_ideal_fraction"] = estimate.load;
  j["stable"] = row.stable;
  j["measured_latency_cycles"] = cycles(row.latency);
  j["measured_accepted_flits_per_node_cycle"] = number(row.accepted);
  j["estimated_latency_cycles"] = cycles(estimate.latency);
  j["band"] = nullptr;
  if (estimate.band) j["band"] = {{"low", estimate.band->low}, {"high", estimate.band->high}};
  j["error"] = number(check.error);
  j["verdict"] = estimate_verdict(check);
  j["simulated"] = check.simulated ? simulated_json(*check.simulated) : Json(nullptr);
  return j;
}

Json summary_json(const validation::PublishedSummary& summary) {
  Json j;
  j["groups"] = Json::array();
  for (const validation::GroupSummary& group : summary.groups) {
    j["groups"].push_back({{"name", group.name},
                           {"compared", group.count},
                           {"judged", group.judged},
                           {"within", group.within},
                           {"mean_absolute_error", number(group.mape)},
                           {"largest_absolute_error", number(group.largest)}});
  }
  j["not_derivable"] = summary.not_derivable;
  j["bands"] = summary.bands;
  j["bands_held"] = summary.bands_held;
  j["missed"] = summary.missed;
  return j;
}

}  // namespace

std::string published_json(const PublishedRun& run) {
  Json j;
  j["simulated"] = run.simulated;
  j["partial"] = partial(run);
  j["figures"] = Json::array();
  for (const validation::FigureCheck& check : run.checks.figures) {
    j["figures"].push_back(figure_json(check));
  }
  j["noc"] = Json::array();
  for (const validation::NocCheck& check : run.checks.noc) j["noc"].push_back(row_json(check));
  j["summary"] = summary_json(run.summary);
  return envelope("validate", std::move(j), {});
}

}  // namespace crossroof::cli
