// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "cli/report/envelope_json.h"
#include "cli/report/noc_report.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json point_json(const NocPoint& point) {
  const sim::NocResult& r = point.result;
  Json j;
  j["offered_flits_per_node_cycle"] = point.rate;
  j["created_flits_per_node_cycle"] = r.offered;
  j["accepted_flits_per_node_cycle"] = r.accepted;
  j["of_ideal_fraction"] = point.rate / r.ideal_rate;
  j["latency_cycles"] = optional_json(r.latency);
  j["latency_half_width_cycles"] = optional_json(r.latency_half_width);
  j["width_target_met"] = r.latency ? Json(r.narrow) : Json(nullptr);
  j["network_latency_cycles"] = optional_json(r.network_latency);
  j["state"] = state_text(r.state);
  const analytic::NocEstimate& estimate = point.estimate;
  j["estimated_latency_cycles"] =
      estimate.latency ? Json(estimate.latency->value()) : Json(nullptr);
  j["band"] = nullptr;
  if (estimate.band) j["band"] = {{"low", estimate.band->low}, {"high", estimate.band->high}};
  j["estimate_state"] = analytic::state_text(estimate.state);
  j["hops"] = r.hops;
  j["packets"] = r.packets;
  j["simulated_cycles"] = r.cycles;
  return j;
}

}  // namespace

std::string noc_json(const NocRuns& runs) {
  const NocSetup& setup = runs.setup;
  const Noc& noc = setup.noc;
  const auto& granularity = choice_of(setup.granularity, kGranularities);
  Json j;
  j["network"] = setup.title;
  j["nodes"] = noc.topology.nodes();
  j["traffic"] = setup.traffic.name;
  j["packet_flits"] = setup.flits;
  j["virtual_channels"] = noc.virtual_channels;
  j["buffer_flits"] = noc.buffer_flits;
  j["router_pipeline_cycles"] = noc.router_pipeline.value();
  j["interface_pipeline_cycles"] = noc.interface_pipeline.value();
  j["speculative"] = setup.pipeline && setup.pipeline->speculative;
  j["granularity"] = granularity.word;
  j["model"] = model_text(runs);
  j["seed"] = setup.seed;
  j["confidence"] = 0.95;
  j["width_target_fraction"] = sim::NocRun().narrow;
  j["ideal_flits_per_node_cycle"] = runs.ideal_rate;
  j["zero_load_latency_cycles"] = runs.zero_load_latency;
  j["partial"] = partial(runs);
  j["points"] = Json::array();
  for (const NocPoint& point : runs.points) j["points"].push_back(point_json(point));
  return envelope("noc", std::move(j), runs.limits);
}

}  // namespace crossroof::cli
