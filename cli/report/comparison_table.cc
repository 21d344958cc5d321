// SPDX-License-Identifier: Apache-2.0
#include "cli/report/engineering.h"
#include "cli/report/estimate_table.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

constexpr std::size_t kLongestName = 32;

std::string ratio(double value, double first) {
  if (first > 0 && value > 0) return ratio_text(value / first);
  return value == first ? ratio_text(1) : "-";
}

std::string machines_table(const EstimateRuns& runs) {
  TextTable table;
  table.add_column("machine", Align::left);
  for (const char* heading : {"interval", "ratio", "latency", "ratio", "throughput", "ratio",
                              "achieved", "ratio", "peak", "of peak"}) {
    table.add_column(heading);
  }
  table.add_column("bottleneck", Align::left);
  const EstimateRun& reference = runs.runs.front();
  const analytic::TierResult& first = result_of(reference, runs.options);
  for (const EstimateRun& run : runs.runs) {
    const analytic::TierResult& r = result_of(run, runs.options);
    const OpsPerSecond reached = achieved(run, r);
    const OpsPerSecond peak = run.estimate.peak;
    table.add_row(
        {run.machine, time_text(r.interval), ratio(r.interval.value(), first.interval.value()),
         time_text(r.latency), ratio(r.latency.value(), first.latency.value()),
         images_text(images_per_second(r)), ratio(images_per_second(r), images_per_second(first)),
         ops_text(reached), ratio(reached.value(), achieved(reference, first).value()),
         ops_text(peak), peak > OpsPerSecond() ? percent_text(reached / peak) : "-",
         r.first.time > Seconds() ? r.first.what : "-"});
  }
  return table.text();
}

std::string stage_text(std::optional<Stage> stage) {
  return stage ? std::string(kStages[index(*stage)].key) : "-";
}

std::string layers_table(const EstimateRuns& runs) {
  TextTable table;
  table.add_column("#");
  table.add_column("layer", Align::left);
  table.add_column("op", Align::left);
  for (const EstimateRun& run : runs.runs) {
    table.add_column(run.machine);
    if (&run != &runs.runs.front()) table.add_column("ratio");
    table.add_column("bottleneck", Align::left);
  }
  for (std::size_t l = 0; l < runs.net.layers.size(); ++l) {
    const LayerRow first = layer_row(runs.net, runs.runs.front(), l);
    std::vector<std::string> cells = {std::to_string(l + 1), shortened(first.name, kLongestName),
                                      first.op};
    for (const EstimateRun& run : runs.runs) {
      const LayerRow row = layer_row(runs.net, run, l);
      const Seconds interval = row.estimate->times.interval;
      cells.push_back(time_text(interval));
      if (&run != &runs.runs.front()) {
        cells.push_back(ratio(interval.value(), first.estimate->times.interval.value()));
      }
      const bool changed = row.bottleneck != first.bottleneck;
      cells.push_back(stage_text(row.bottleneck) + (changed ? " !" : ""));
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string notes(const EstimateRuns& runs) {
  FactList facts;
  for (const EstimateRun& run : runs.runs) {
    for (const std::string& note : shown_notes(run)) facts.add("note", run.machine + ": " + note);
  }
  return facts.text();
}

}  // namespace

std::string comparison_table(const EstimateRuns& runs) {
  const std::string remarks = notes(runs);
  return estimate_header(runs) + "\n" + machines_table(runs) + "\n" + layers_table(runs) + "\n" +
         (remarks.empty() ? "" : remarks + "\n") + "Times are per image and a " +
         bound_text(runs.options) +
         "; 1 MAC = 2 operations.\n"
         "Ratios are to the first machine; ! marks a bottleneck other than there.\n";
}

}  // namespace crossroof::cli
