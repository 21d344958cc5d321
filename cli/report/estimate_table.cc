// SPDX-License-Identifier: Apache-2.0
#include "cli/report/estimate_table.h"

#include <algorithm>

#include "cli/report/engineering.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

constexpr std::size_t kLongestName = 32;
constexpr std::size_t kBusiest = 5;

std::string key(std::optional<Stage> stage) {
  return stage ? std::string(kStages[index(*stage)].key) : "-";
}

std::size_t stages_shown(const EstimateRun& run) {
  return writes_arrays(run) ? kStageCount : kStageCount - 1;
}

void add_columns(std::size_t stages, TextTable& table) {
  table.add_column("#");
  table.add_column("layer", Align::left);
  table.add_column("op", Align::left);
  table.add_column("K x M x N", Align::left);
  for (const char* heading : {"replicas", "cores", "arrays", "util"}) table.add_column(heading);
  for (std::size_t s = 0; s < stages; ++s) {
    table.add_column(std::string(kStages[s].step) + " ");
  }
  table.add_column("interval");
  table.add_column("bottleneck", Align::left);
  table.add_column("second", Align::left);
  for (const char* heading : {"gain", "as mapped", "peak"}) table.add_column(heading);
}

void add_layer(const EstimateRuns& runs, const EstimateRun& run, std::size_t layer,
               std::size_t stages, TextTable& table) {
  const LayerRow row = layer_row(runs.net, run, layer);
  const analytic::LayerEstimate& e = *row.estimate;
  const bool matrix = row.mapping->on_crossbars;
  std::vector<std::string> cells = {std::to_string(layer + 1),
                                    shortened(row.name, kLongestName),
                                    row.op,
                                    row.shape,
                                    std::to_string(e.replicas),
                                    std::to_string(e.cores),
                                    std::to_string(e.arrays),
                                    matrix ? percent_text(e.utilisation) : "-"};
  for (std::size_t s = 0; s < stages; ++s) {
    const Seconds time = e.times.time[s];
    const bool limits = row.bottleneck && index(*row.bottleneck) == s;
    cells.push_back((time > Seconds() ? time_text(time) : "0") + (limits ? "*" : " "));
  }
  cells.push_back(time_text(e.times.interval));
  cells.push_back(key(row.bottleneck));
  cells.push_back(key(row.second));
  cells.push_back(row.gain ? ratio_text(*row.gain) : "-");
  cells.push_back(matrix ? ops_text(e.as_mapped) : "-");
  cells.push_back(matrix ? ops_text(row.peak) : "-");
  table.add_row(std::move(cells));
}

std::string busiest_text(const EstimateRuns& runs, const EstimateRun& run,
                         const analytic::TierResult& result) {
  std::string text;
  std::vector<BusyResource> all = busy_resources(runs.net, run, result);
  all.resize(std::min(all.size(), kBusiest));
  for (const BusyResource& r : all) {
    text += (text.empty() ? "" : "\n") + r.name + ": " + time_text(r.busy, 4) + " per image, " +
            percent_text(r.utilisation) + " of the interval";
  }
  return text.empty() ? "none has work" : text;
}

std::string limit_text(const analytic::Limit& limit) {
  return limit.what + ", " + time_text(limit.time, 4) + " per image";
}

void add_limits(const analytic::TierResult& result, FactList& facts) {
  if (result.first.time <= Seconds()) {
    facts.add("bottleneck", "none: no work");
    return;
  }
  facts.add("bottleneck", limit_text(result.first));
  const std::optional<double> factor = gain(result);
  if (!factor) return;
  facts.add("second", limit_text(result.second));
  facts.add("gain", ratio_text(*factor) + " if the bottleneck took no time");
}

std::string coverage_text(const Network& net) {
  const Coverage& c = net.coverage;
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
  };
  return counted(c.nodes, "node") + "; " + std::to_string(c.assumed) + " (" +
         percent_text(share(c.assumed, c.nodes)) + ") and " +
         percent_text(share(c.macs_assumed, net.macs)) + " of the MACs rest on assumptions";
}

std::string summary(const EstimateRuns& runs, const EstimateRun& run) {
  const analytic::TierResult& result = result_of(run, runs.options);
  const std::string bound = " (" + bound_text(runs.options) + ")";
  FactList facts;
  facts.add("interval", time_text(result.interval, 4) + " per image" + bound);
  facts.add("latency", time_text(result.latency, 4) + " for one image alone" + bound);
  facts.add("makespan",
            time_text(result.makespan, 4) + " for " + counted(run.estimate.batch, "image") + bound);
  if (run.calibrated) {
    facts.add("calibrated", "interval " + time_text(run.calibrated->interval, 4) + ", latency " +
                                time_text(run.calibrated->latency, 4) + ": the " +
                                run.chip.calibration->tier +
                                " tier at the effective rates the machine file states (estimate)");
  }
  facts.add("throughput",
            images_text(images_per_second(result)) +
                (bound_text(runs.options) == "estimate" ? " (estimate)" : " (upper bound)"));
  if (runs.options.sharing == analytic::Sharing::max_min) {
    const analytic::TierResult& c = run.estimate.contention;
    facts.add("expected", "with waiting, interval " + time_text(c.interval, 4) + " (" +
                              band_text(c.interval_band) + "), latency " + time_text(c.latency, 4) +
                              " (" + band_text(c.latency_band) + ")");
  }
  const OpsPerSecond reached = achieved(run, result);
  const Precision& p = run.mapping.precision;
  std::string ops = ops_text(reached, 4) + " on the crossbars";
  if (run.estimate.peak > OpsPerSecond()) {
    ops += ", " + percent_text(reached / run.estimate.peak) + " of the peak " +
           ops_text(run.estimate.peak, 5) + " at " + std::to_string(p.input) + "-bit inputs and " +
           std::to_string(p.weight) + "-bit weights";
  }
  facts.add("operations", ops + "; 1 MAC = 2 operations");
  add_limits(result, facts);
  facts.add("busiest", busiest_text(runs, run, result));
  if (run.estimate.lifetime > Seconds()) {
    facts.add("lifetime", engineering(run.estimate.lifetime.value(), "s") +
                              " until the reloaded cells wear out");
  }
  facts.add("coverage", coverage_text(runs.net));
  for (const std::string& note : shown_notes(run)) facts.add("note", note);
  return facts.text();
}

std::string legend(std::size_t stages) {
  FactList facts;
  for (std::size_t s = 0; s < stages; ++s) {
    facts.add(std::string(kStages[s].step),
              std::string(kStages[s].key) + ": " + std::string(kStages[s].title));
  }
  return facts.text() +
         R"(Times are per image; * marks the bottleneck of a layer, its slowest stage; gain: how much faster
the layer were if that took no time. K x M x N: weight rows x columns x output positions of a matrix
layer, M x K x N of a product of activations, otherwise channels x height x width. util: cells of the
arrays that hold weights. as mapped: 2 * MACs / S3, beside the peak of the same arrays.
1 MAC = 2 operations.
)";
}

}  // namespace

std::string estimate_table(const EstimateRuns& runs) {
  const EstimateRun& run = runs.runs.front();
  const std::size_t stages = stages_shown(run);
  TextTable table;
  add_columns(stages, table);
  for (std::size_t l = 0; l < runs.net.layers.size(); ++l) add_layer(runs, run, l, stages, table);
  return estimate_header(runs) + "\n" + table.text() + "\n" + summary(runs, run) + "\n" +
         legend(stages);
}

}  // namespace crossroof::cli
