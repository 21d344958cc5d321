// SPDX-License-Identifier: Apache-2.0
#include "cli/report/engineering.h"
#include "cli/report/simulate_table.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

constexpr std::size_t kLongestName = 32;

std::string ratio(double value, double first) {
  if (first > 0 && value > 0) return ratio_text(value / first);
  return value == first ? ratio_text(1) : "-";
}

double value_of(const std::optional<Seconds>& time) { return time ? time->value() : 0; }

std::string time_or_dash(const std::optional<Seconds>& time) {
  return time ? time_text(*time) : "-";
}

std::string key(std::optional<Stage> stage) {
  return stage ? std::string(kStages[index(*stage)].key) : "-";
}

std::string machines_table(const SimulatedRuns& runs) {
  TextTable table;
  table.add_column("machine", Align::left);
  for (const char* heading :
       {"interval", "ratio", "latency", "ratio", "throughput", "ratio", "images", "events"}) {
    table.add_column(heading);
  }
  table.add_column("interval from", Align::left);
  table.add_column("busiest", Align::left);
  const SimulatedRun& first = runs.runs.front();
  for (const SimulatedRun& run : runs.runs) {
    const sim::Measurement& m = run.measured;
    table.add_row({run.machine, time_or_dash(m.interval),
                   ratio(value_of(m.interval), value_of(first.measured.interval)),
                   time_or_dash(m.latency),
                   ratio(value_of(m.latency), value_of(first.measured.latency)),
                   images_text(images_per_second(run)),
                   ratio(images_per_second(run), images_per_second(first)),
                   std::to_string(m.shown.batch), engineering(static_cast<double>(m.events), ""),
                   word(m.from, kIntervalFroms) + (partial(run) ? " (partial)" : ""),
                   run.resources.empty() ? "-" : run.resources.front().name});
  }
  return table.text();
}

std::string layers_table(const SimulatedRuns& runs) {
  TextTable table;
  table.add_column("#");
  table.add_column("layer", Align::left);
  table.add_column("op", Align::left);
  const SimulatedRun& first = runs.runs.front();
  for (const SimulatedRun& run : runs.runs) {
    table.add_column(run.machine);
    if (&run != &first) table.add_column("ratio");
    table.add_column("bottleneck", Align::left);
  }
  for (std::size_t l = 0; l < first.layers.size(); ++l) {
    const SimulatedLayer& was = first.layers[l];
    std::vector<std::string> cells = {std::to_string(l + 1), shortened(was.name, kLongestName),
                                      was.op};
    for (const SimulatedRun& run : runs.runs) {
      const SimulatedLayer& is = run.layers[l];
      cells.push_back(time_text(Seconds(is.interval)));
      if (&run != &first) cells.push_back(ratio(is.interval, was.interval));
      cells.push_back(key(is.bottleneck) + (is.bottleneck != was.bottleneck ? " !" : ""));
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string remarks(const SimulatedRuns& runs) {
  FactList facts;
  for (const SimulatedRun& run : runs.runs) {
    if (partial(run)) facts.add("partial", run.machine + ": " + partial_text(run));
    facts.add("interval", run.machine + ": " + interval_text(run));
  }
  return facts.text();
}

}  // namespace

std::string simulate_comparison(const SimulatedRuns& runs) {
  return simulate_header(runs) + "\n" + machines_table(runs) + "\n" + layers_table(runs) + "\n" +
         remarks(runs) + "\nTimes are simulated, of layers per image.\n" +
         "Ratios are to the first machine; ! marks a bottleneck other than there.\n";
}

}  // namespace crossroof::cli
