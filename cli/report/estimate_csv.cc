// SPDX-License-Identifier: Apache-2.0
#include "cli/report/estimate_csv.h"

#include "cli/report/csv.h"

namespace crossroof::cli {
namespace {

std::string key(std::optional<Stage> stage) {
  return stage ? std::string(kStages[index(*stage)].key) : "";
}

void add_header(Csv& csv) {
  for (const char* name :
       {"machine", "number", "name", "op", "rows_K", "columns_M", "groups", "positions_N",
        "replicas", "cores", "arrays", "chunk_positions", "utilisation_fraction"}) {
    csv.field(name);
  }
  for (const StageInfo& stage : kStages) csv.field(std::string(stage.key) + "_s");
  for (const char* name : {"interval_s", "bottleneck", "second", "gain_ratio", "macs",
                           "ops_per_s_as_mapped", "peak_ops_per_s"}) {
    csv.field(name);
  }
  csv.end_record();
}

void add_layer(const EstimateRuns& runs, const EstimateRun& run, std::size_t l, Csv& csv) {
  const LayerRow row = layer_row(runs.net, run, l);
  const Layer& layer = runs.net.layers[l];
  const analytic::LayerEstimate& e = *row.estimate;
  csv.field(run.machine).field(static_cast<std::int64_t>(l + 1)).field(row.name).field(row.op);
  csv.field(layer.K).field(layer.M).field(layer.groups).field(row.mapping->plan.positions);
  csv.field(e.replicas).field(e.cores).field(e.arrays).field(e.chunk).field(e.utilisation);
  for (const Seconds time : e.times.time) csv.field(time.value());
  csv.field(e.times.interval.value()).field(key(row.bottleneck)).field(key(row.second));
  if (row.gain) {
    csv.field(*row.gain);
  } else {
    csv.field("");
  }
  csv.field(row.macs).field(e.as_mapped.value()).field(row.peak.value());
  csv.end_record();
}

}  // namespace

std::string estimate_csv(const EstimateRuns& runs) {
  Csv csv;
  add_header(csv);
  for (const EstimateRun& run : runs.runs) {
    for (std::size_t l = 0; l < runs.net.layers.size(); ++l) add_layer(runs, run, l, csv);
  }
  return csv.text();
}

}  // namespace crossroof::cli
