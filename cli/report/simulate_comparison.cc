// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cli/report/engineering.h"
#include "cli/report/simulate_table.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

constexpr std::size_t kLongestName = 32;

using Number = std::optional<double>;

std::string ratio(const Number& value, const Number& first) {
  if (!value || !first) return "-";
  if (*first > 0 && *value > 0) return ratio_text(*value / *first);
  return *value == *first ? ratio_text(1) : "-";
}

Number number(const std::optional<Seconds>& time) {
  return time ? Number(time->value()) : std::nullopt;
}

std::string time_or_dash(const Number& seconds) {
  return seconds ? time_text(Seconds(*seconds)) : "-";
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
    const std::string mark = unsettled(run) ? " ?" : "";
    table.add_row(
        {run.machine, time_or_dash(number(m.interval)) + mark,
         ratio(number(m.interval), number(first.measured.interval)),
         time_or_dash(number(m.latency)), ratio(number(m.latency), number(first.measured.latency)),
         throughput_text(run) + mark, ratio(images_per_second(run), images_per_second(first)),
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
      cells.push_back(time_or_dash(is.interval));
      if (&run != &first) cells.push_back(ratio(is.interval, was.interval));
      const bool differs = is.begun && was.begun && is.bottleneck != was.bottleneck;
      cells.push_back(key(is.bottleneck) + (differs ? " !" : ""));
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
  const bool doubtful = std::any_of(runs.runs.begin(), runs.runs.end(), unsettled);
  return simulate_header(runs) + "\n" + machines_table(runs) + "\n" + layers_table(runs) + "\n" +
         remarks(runs) + "\nTimes are simulated, of layers per image.\n" +
         "Ratios are to the first machine; ! marks a bottleneck other than there.\n" +
         (doubtful ? "? marks an interval that is not settled: more images are needed.\n" : "");
}

}  // namespace crossroof::cli
