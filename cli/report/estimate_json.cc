// SPDX-License-Identifier: Apache-2.0
#include "cli/report/estimate_json.h"

#include <nlohmann/json.hpp>

#include "cli/choices.h"
#include "cli/report/envelope_json.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }
Json or_null(const std::optional<Stage>& stage) {
  return stage ? Json(kStages[index(*stage)].key) : Json();
}
Json or_null(const analytic::Limit& limit) {
  return limit.time > Seconds() ? Json(limit.what) : Json();
}

Json bits_json(const OperandBits& bits) {
  return {{"input", bits.input}, {"weight", bits.weight}, {"output", bits.output}};
}

Json layer_json(const Network& net, const EstimateRun& run, std::size_t l, bool writes) {
  const LayerRow row = layer_row(net, run, l);
  const analytic::LayerEstimate& e = *row.estimate;
  Json stages = Json::object();
  for (const StageInfo& s : kStages) {
    if (s.stage != Stage::write || writes)
      stages[std::string(s.key)] = e.times.time[index(s.stage)].value();
  }
  Json layer;
  layer["name"] = row.name;
  layer["op"] = row.op;
  layer["replicas"] = e.replicas;
  layer["cores"] = e.cores;
  layer["arrays"] = e.arrays;
  layer["chunk_positions"] = e.chunk;
  layer["phase"] = e.phase;
  layer["utilisation"] = e.utilisation;
  layer["bits"] = bits_json(row.mapping->bits);
  layer["stages"] = std::move(stages);
  layer["interval_s"] = e.times.interval.value();
  layer["bottleneck"] = or_null(row.bottleneck);
  layer["second"] = or_null(row.second);
  layer["gain"] = or_null(row.gain);
  layer["macs"] = row.macs;
  layer["ops_per_s_as_mapped"] = e.as_mapped.value();
  layer["peak_ops_per_s"] = row.peak.value();
  return layer;
}

Json band_json(const std::optional<analytic::Band>& band) {
  if (!band) return {};
  return {{"low", band->low}, {"high", band->high}};
}

Json tier_json(const analytic::TierResult& result) {
  return {{"interval_s", result.interval.value()},
          {"latency_s", result.latency.value()},
          {"makespan_s", result.makespan.value()},
          {"bottleneck", or_null(result.first)},
          {"second", or_null(result.second)},
          {"gain", or_null(gain(result))},
          {"interval_band", band_json(result.interval_band)},
          {"latency_band", band_json(result.latency_band)}};
}

Json calibrated_json(const EstimateRun& run) {
  return {{"tier", run.chip.calibration->tier},
          {"interval_s", run.calibrated->interval.value()},
          {"latency_s", run.calibrated->latency.value()}};
}

Json resources_json(const Network& net, const EstimateRun& run,
                    const analytic::TierResult& result) {
  Json all = Json::array();
  for (const BusyResource& r : busy_resources(net, run, result)) {
    all.push_back({{"name", r.name}, {"busy_s", r.busy.value()}, {"utilisation", r.utilisation}});
  }
  return all;
}

Json counts_json(const analytic::Counts& c) {
  return {{"macs", c.macs},
          {"mvms", c.mvms},
          {"conversions", c.conversions},
          {"simd_operations", c.simd_operations},
          {"noc_bits", c.noc.count()},
          {"memory_read_bits", c.memory_read.count()},
          {"memory_write_bits", c.memory_write.count()},
          {"l1_read_bits", c.l1_read.count()},
          {"l1_write_bits", c.l1_write.count()},
          {"weight_load_bits", c.weight_load.count()}};
}

Json explained_json(const EstimateRun& run, LayerId layer) {
  const std::string path = "layers[" + std::to_string(index(layer)) + "].";
  Json figures = Json::array();
  for (const analytic::FigureGroup& group : run.explained) {
    for (const analytic::Figure& f : group.figures) {
      figures.push_back({{"group", group.title},
                         {"symbol", f.symbol},
                         {"formula", f.formula},
                         {"substituted", f.substituted},
                         {"value", f.value},
                         {"unit", f.unit},
                         {"source", f.source},
                         {"key", f.key.empty() ? Json() : Json(path + f.key)}});
    }
  }
  return figures;
}

Json mapping_json(const Mapping& mapping, const analytic::Estimate& estimate) {
  Json facts;
  facts["arrays_used"] = mapping.arrays_used;
  facts["arrays_total"] = mapping.arrays_total;
  facts["cores_used"] = mapping.cores_used;
  facts["chips"] = mapping.chips;
  facts["passes"] = mapping.passes;
  facts["lifetime_s"] = estimate.lifetime > Seconds() ? Json(estimate.lifetime.value()) : Json();
  facts["duplication_stopped"] = mapping.duplication_stopped;
  facts["notes"] = mapping.notes;
  return facts;
}

Json run_json(const EstimateRuns& runs, const EstimateRun& run) {
  const EstimateOptions& options = runs.options;
  const analytic::TierResult& result = result_of(run, options);
  const std::optional<OperandBits> bits = common_bits(runs.net, run);
  Json j;
  j["network"] = runs.net.name;
  j["machine"] = run.machine;
  j["mode"] = word(run.estimate.mode, kModes);
  j["tier"] = word(options.tier, kTiers);
  j["bound"] = bound_text(options);
  j["batch"] = run.estimate.batch;
  j["bits"] = bits ? bits_json(*bits) : Json();
  j["reuse"] = word(options.mapping.reuse, kReuses);
  j["overflow"] = word(options.mapping.overflow, kOverflows);
  j["duplicate"] = word(options.duplication, kDuplications);
  j["sharing"] = word(options.sharing, kSharings);
  j["set"] = options.sets;
  j["interval_s"] = result.interval.value();
  j["latency_s"] = result.latency.value();
  j["throughput_images_per_s"] = images_per_second(result);
  j["peak_ops_per_s"] = run.estimate.peak.value();
  j["achieved_ops_per_s"] = achieved(run, result).value();
  j["bottleneck"] = or_null(result.first);
  j["second"] = or_null(result.second);
  j["gain"] = or_null(gain(result));
  j["stage_max"] = tier_json(run.estimate.stage_max);
  j["resource_max"] = tier_json(run.estimate.resource_max);
  j["pipeline"] = tier_json(run.estimate.pipeline);
  j["contention"] = tier_json(run.estimate.contention);
  if (run.calibrated) j["calibrated"] = calibrated_json(run);
  j["layers"] = Json::array();
  const bool writes = writes_arrays(run);
  for (std::size_t l = 0; l < runs.net.layers.size(); ++l) {
    j["layers"].push_back(layer_json(runs.net, run, l, writes));
  }
  j["resources"] = resources_json(runs.net, run, result);
  j["counts"] = counts_json(run.estimate.counts);
  j.update(mapping_json(run.mapping, run.estimate));
  if (options.explain) j["explain"] = explained_json(run, *options.explain);
  return j;
}

Json ratio(double value, double first) { return first > 0 ? Json(value / first) : Json(); }

Json ratios_json(const EstimateRuns& runs) {
  Json all = Json::array();
  const EstimateRun& reference = runs.runs.front();
  const analytic::TierResult& first = result_of(reference, runs.options);
  for (const EstimateRun& run : runs.runs) {
    const analytic::TierResult& result = result_of(run, runs.options);
    Json layers = Json::array();
    for (std::size_t l = 0; l < runs.net.layers.size(); ++l) {
      const LayerRow was = layer_row(runs.net, reference, l), is = layer_row(runs.net, run, l);
      layers.push_back({{"name", is.name},
                        {"interval", ratio(is.estimate->times.interval.value(),
                                           was.estimate->times.interval.value())},
                        {"bottleneck_changed", is.bottleneck != was.bottleneck}});
    }
    all.push_back(
        {{"machine", run.machine},
         {"interval", ratio(result.interval.value(), first.interval.value())},
         {"latency", ratio(result.latency.value(), first.latency.value())},
         {"throughput", ratio(images_per_second(result), images_per_second(first))},
         {"achieved_ops", ratio(achieved(run, result).value(), achieved(reference, first).value())},
         {"layers", std::move(layers)}});
  }
  return all;
}

}  // namespace

std::string estimate_json(const EstimateRuns& runs) {
  if (runs.runs.size() == 1) {
    return envelope("estimate", run_json(runs, runs.runs.front()), runs.net.warnings);
  }
  Json result;
  result["network"] = runs.net.name;
  result["machines"] = Json::array();
  for (const EstimateRun& run : runs.runs) result["machines"].push_back(run_json(runs, run));
  result["ratios"] = ratios_json(runs);
  return envelope("estimate", std::move(result), runs.net.warnings);
}

}  // namespace crossroof::cli
