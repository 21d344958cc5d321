// SPDX-License-Identifier: Apache-2.0
#include "cli/report/simulate_table.h"

#include <algorithm>

#include "cli/report/engineering.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

constexpr std::size_t kLongestName = 32;
constexpr std::size_t kBusiest = 12;
constexpr std::size_t kMostNotes = 4;

std::string key(std::optional<Stage> stage) {
  return stage ? std::string(kStages[index(*stage)].key) : "-";
}

std::string or_zero(double seconds) { return seconds > 0 ? time_text(Seconds(seconds)) : "0"; }

std::string or_dash(const std::optional<double>& seconds) {
  return seconds ? or_zero(*seconds) : "-";
}

std::string wait_text(const SimulatedLayer& layer) {
  const std::optional<SimulatedWait> wait = mostly_waited(layer);
  return wait ? std::string(wait->what) + " " + percent_text(wait->share) : "-";
}

// A time one waits for: "12.0 s", "22.3 min", "3.10 h".
std::string waiting_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600, kDay = 24 * kHour;
  if (seconds < 2 * kMinute) return engineering(seconds, "s");
  if (seconds < 2 * kHour) return significant(seconds / kMinute, 3) + " min";
  if (seconds < 2 * kDay) return significant(seconds / kHour, 3) + " h";
  return significant(seconds / kDay, 3) + " days";
}

std::size_t stages_shown(const SimulatedRun& run) {
  const bool writes = std::any_of(
      run.layers.begin(), run.layers.end(),
      [](const SimulatedLayer& layer) { return layer.stages[index(Stage::write)].busy > 0; });
  return writes ? kStageCount : kStageCount - 1;
}

std::string layers_text(const SimulatedRun& run, std::size_t stages) {
  TextTable table;
  table.add_column("#");
  table.add_column("layer", Align::left);
  table.add_column("op", Align::left);
  for (const char* heading : {"replicas", "cores", "arrays"}) table.add_column(heading);
  for (std::size_t s = 0; s < stages; ++s) table.add_column(std::string(kStages[s].step) + " ");
  table.add_column("interval");
  table.add_column("bottleneck", Align::left);
  table.add_column("waited", Align::left);
  for (std::size_t l = 0; l < run.layers.size(); ++l) {
    const SimulatedLayer& layer = run.layers[l];
    std::vector<std::string> cells = {std::to_string(l + 1),
                                      shortened(layer.name, kLongestName),
                                      layer.op,
                                      std::to_string(layer.replicas),
                                      std::to_string(layer.cores),
                                      std::to_string(layer.arrays)};
    for (std::size_t s = 0; s < stages; ++s) {
      const bool limits = layer.bottleneck && index(*layer.bottleneck) == s;
      cells.push_back((layer.begun ? or_zero(layer.stages[s].busy) : "-") + (limits ? "*" : " "));
    }
    cells.push_back(or_dash(layer.interval));
    cells.push_back(key(layer.bottleneck));
    cells.push_back(wait_text(layer));
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string speed_text(const SimulatedRun& run) {
  const auto events = static_cast<double>(run.measured.events);
  std::string text = count_text(static_cast<std::int64_t>(run.measured.events));
  if (!(run.cpu > 0)) return text;
  Seconds simulated;
  for (const sim::MeasuredRun& r : run.measured.runs) simulated += r.makespan;
  return text + " in " + engineering(run.cpu, "s") + " of processor time, " +
         engineering(events / run.cpu, "events/s") + "; a simulated second takes " +
         waiting_text(run.cpu / std::max(simulated.value(), 1e-15));
}

std::string images_run(const SimulatedRun& run) {
  std::string text;
  for (const sim::MeasuredRun& r : run.measured.runs) {
    const bool whole = r.end == sim::SimEnd::finished;
    text += (text.empty() ? "" : " + ") + (whole ? "" : std::to_string(r.completed) + " of ") +
            std::to_string(r.images);
  }
  const std::int64_t most = run.measured.shown.most_images;
  return (text.empty() ? "none" : text) + "; at most " + counted(most, "image") + " in flight";
}

std::string busiest_text(const SimulatedRun& run) {
  const SimulatedResource& r = run.resources.front();
  const sim::SimResult& shown = run.measured.shown;
  std::string text = r.name + ", ";
  if (shown.end == sim::SimEnd::finished) {
    text += time_text(Seconds(r.busy / static_cast<double>(shown.batch))) + " per image, ";
  }
  return text + percent_text(r.busy / shown.makespan.value()) + " of the makespan";
}

std::string summary(const SimulatedRun& run) {
  const sim::Measurement& m = run.measured;
  FactList facts;
  if (partial(run)) facts.add("partial", partial_text(run));
  facts.add("interval", interval_text(run));
  facts.add("latency",
            m.latency ? time_text(*m.latency, 4) + " for one image alone" : "not known: stopped");
  facts.add("makespan", m.runs.empty()
                            ? "not known"
                            : time_text(m.shown.makespan, 4) + " for " + shown_text(run));
  facts.add("throughput", m.interval ? throughput_text(run) : "not known");
  if (!run.resources.empty() && m.shown.makespan > Seconds()) {
    facts.add("busiest", busiest_text(run));
  }
  facts.add("images", images_run(run));
  facts.add("events", speed_text(run));
  for (std::size_t n = 0; n < run.notes.size(); ++n) {
    if (n == kMostNotes && run.notes.size() > kMostNotes + 1) {
      facts.add("note",
                "and " + std::to_string(run.notes.size() - n) + " more; --json lists them all");
      break;
    }
    facts.add("note", run.notes[n]);
  }
  return facts.text();
}

std::string resources_text(const SimulatedRun& run, std::size_t most) {
  TextTable table;
  table.add_column("resource", Align::left);
  for (const char* heading : {"busy", "blocked", "starved", "busy time", "services", "flits",
                              "longest queue", "conflicts"}) {
    table.add_column(heading);
  }
  const double makespan = run.measured.shown.makespan.value();
  const std::size_t shown = std::min(most, run.resources.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const SimulatedResource& r = run.resources[i];
    const double busy = makespan > 0 ? r.busy / makespan : 0;
    const double blocked = makespan > 0 ? r.blocked / makespan : 0;
    const auto or_dash = [](std::int64_t count) { return count > 0 ? count_text(count) : "-"; };
    table.add_row({r.name, percent_text(busy), percent_text(blocked),
                   percent_text(std::max(0.0, 1 - busy - blocked)), or_zero(r.busy),
                   count_text(r.services), or_dash(r.flits), or_dash(r.longest_queue),
                   or_dash(r.conflicts)});
  }
  const std::size_t left = run.resources.size() - shown;
  const std::string more =
      left == 0 ? "" : "and " + std::to_string(left) + " less busy; --resources all lists them\n";
  const bool whole = run.measured.shown.end == sim::SimEnd::finished;
  return "Resources of " + shown_text(run) + ", in shares of its makespan" +
         (whole ? "" : " (services that had begun count in full)") + "\n\n" + table.text() + more;
}

std::string counts_text(const SimulatedRun& run) {
  FactList facts;
  for (std::size_t c = 0; c < kSimulatedCounts.size(); ++c) {
    const CountInfo& info = kSimulatedCounts[c];
    if (run.counts[c] == 0) continue;
    facts.add(std::string(info.title),
              (info.bits ? bytes_text(Bits(run.counts[c])) : count_text(run.counts[c])) +
                  (info.once ? " per run" : ""));
  }
  const bool whole = run.measured.shown.end == sim::SimEnd::finished;
  return (whole ? "Actions per image" : "Actions so far") + std::string("\n\n") + facts.text();
}

std::string legend(std::size_t stages) {
  FactList facts;
  for (std::size_t s = 0; s < stages; ++s) {
    facts.add(std::string(kStages[s].step),
              std::string(kStages[s].key) + ": " + std::string(kStages[s].title));
  }
  return facts.text() +
         R"(S1 to S8 are the times the busiest task of a layer was served, per image; * marks the largest.
waited: what the largest of S2 to S8 waited for most, as a share of the time of the task shown.
starved: no work; queued: another is served; blocked: work is there but no space behind.
1 MAC = 2 operations.
)";
}

}  // namespace

std::string simulate_table(const SimulatedRuns& runs) {
  const SimulatedRun& run = runs.runs.front();
  const std::size_t stages = stages_shown(run);
  return simulate_header(runs) + "\n" + layers_text(run, stages) + "\n" + summary(run) + "\n" +
         resources_text(run, runs.setup.resources.value_or(kBusiest)) + "\n" + counts_text(run) +
         "\n" + legend(stages);
}

}  // namespace crossroof::cli
