// SPDX-License-Identifier: Apache-2.0
#include "cli/report/simulate_run.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "cli/report/engineering.h"
#include "cli/report/simulated_resources.h"
#include "validation/resource_name.h"

namespace crossroof::cli {
namespace {

using sim::SimCounts;

template <class T>
std::int64_t whole(T value) {
  return static_cast<std::int64_t>(value);
}

void count_tasks(const Program& program, std::vector<SimulatedLayer>& layers) {
  std::vector<std::set<std::pair<std::int64_t, CoreId>>> cores(layers.size());
  for (const CoreTask& task : program.tasks) {
    SimulatedLayer& layer = layers[index(task.layer)];
    layer.replicas = std::max(layer.replicas, task.replica + 1);
    layer.arrays += task.arrays;
    cores[index(task.layer)].insert({task.chip, task.core});
  }
  for (std::size_t l = 0; l < layers.size(); ++l) layers[l].cores = whole(cores[l].size());
}

// Of a run that was stopped only what has happened is known.
void add_times(const sim::SimLayer& from, RunMode mode, const sim::Measurement& measured,
               SimulatedLayer& to) {
  const sim::SimResult& shown = measured.shown;
  const bool ended = !measured.runs.empty() && shown.end == sim::SimEnd::finished;
  bool works = false;
  for (std::size_t s = 0; s < kStageCount; ++s) {
    const sim::SimStage& stage = from.stages[s];
    to.stages[s] = {stage.busy.value(), stage.queued.value(), stage.starved.value(),
                    stage.blocked.value(), stage.chunks};
    works = works || stage.busy > Seconds();
  }
  to.begun = works || from.last > Seconds() || ended || to.replicas == 0;
  if (!to.begun) return;
  if (works) to.bottleneck = from.bottleneck;
  const bool left = from.last > Seconds() || ended;
  to.first = from.first.value();
  if (left) to.last = from.last.value();
  if (mode == RunMode::layer_pipeline && from.interval > Seconds()) {
    to.interval = from.interval.value();
  } else if (ended) {
    to.interval = (from.last - from.first).value() / static_cast<double>(shown.batch);
  }
}

std::string occupation(const RramChip& chip, const Mapping& m) {
  const auto cores = whole(chip.cores.size()) * m.chips;
  const std::string chips = m.chips > 1 ? std::to_string(m.chips) + " chips, " : "";
  const std::string between =
      m.passes > 1 ? " arrays in " + std::to_string(m.passes) + " passes over " : " of ";
  return chips + count_text(m.arrays_used) + between + count_text(m.arrays_total) +
         (m.passes > 1 ? "; " : " arrays on ") + count_text(m.cores_used) + " of " +
         count_text(cores) + " cores";
}

std::int64_t per_image(std::int64_t total, std::int64_t images) {
  return std::llround(static_cast<double>(total) / static_cast<double>(images));
}

// A run that was cut short holds whole images only by chance: counts are what was done.
std::int64_t images_counted(const sim::SimResult& shown) {
  return shown.end == sim::SimEnd::finished ? shown.batch : 1;
}

}  // namespace

const std::array<CountInfo, kSimulatedCountCount> kSimulatedCounts = {{
    {"macs", "MACs", [](const SimCounts& c) { return c.macs; }},
    {"mvms", "MVMs", [](const SimCounts& c) { return c.mvms; }},
    {"slots", "MVM slots", [](const SimCounts& c) { return c.slots; }},
    {"conversions", "conversions", [](const SimCounts& c) { return c.conversions; }},
    {"simd_operations", "SIMD operations", [](const SimCounts& c) { return c.simd_operations; }},
    {"lane_operations", "SIMD lane operations", [](const SimCounts& c) { return c.lane_ops; }},
    {"noc_bits", "NoC", [](const SimCounts& c) { return c.noc.count(); }, true},
    {"memory_read_bits", "memory read", [](const SimCounts& c) { return c.memory_read.count(); },
     true},
    {"memory_write_bits", "memory write", [](const SimCounts& c) { return c.memory_write.count(); },
     true},
    {"l1_read_bits", "L1 read", [](const SimCounts& c) { return c.l1_read.count(); }, true},
    {"dma_read_bits", "L1 read for the NoC", [](const SimCounts& c) { return c.dma_read.count(); },
     true},
    {"dma_write_bits", "L1 written for the NoC",
     [](const SimCounts& c) { return c.dma_write.count(); }, true},
    {"l1_write_bits", "L1 write", [](const SimCounts& c) { return c.l1_write.count(); }, true},
    {"weight_load_bits", "weights loaded", [](const SimCounts& c) { return c.weight_load.count(); },
     true, true},
    {"l1_words", "L1 words", [](const SimCounts& c) { return c.l1_words; }},
    {"bank_conflicts", "cycles lost to bank conflicts",
     [](const SimCounts& c) { return c.bank_conflicts; }},
    {"messages", "messages", [](const SimCounts& c) { return whole(c.messages); }},
    {"local_messages", "messages within a core",
     [](const SimCounts& c) { return whole(c.local_messages); }},
    {"packets", "packets", [](const SimCounts& c) { return whole(c.packets); }},
    {"flits", "flits", [](const SimCounts& c) { return whole(c.flits); }},
    {"flit_hops", "flit-hops", [](const SimCounts& c) { return whole(c.flit_hops); }},
}};

SimulatedRun simulated_run(const Network& net, const RramChip& chip, const Mapping& mapping,
                           const Program& program, sim::Measurement measured) {
  SimulatedRun run;
  run.machine = run.machine_name = chip.name;
  run.title = chip.title;
  run.occupation = occupation(chip, mapping);
  run.duplication_stopped = mapping.duplication_stopped;
  run.notes = mapping.notes;
  const sim::SimResult& shown = measured.shown;
  const std::int64_t images = images_counted(shown);
  run.layers.resize(net.layers.size());
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    run.layers[l].name = net.layers[l].name;
    run.layers[l].op = net.layers[l].op;
  }
  count_tasks(program, run.layers);
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    add_times(l < shown.layers.size() ? shown.layers[l] : sim::SimLayer(), program.mode, measured,
              run.layers[l]);
  }
  run.resources = simulated_resources(net, chip, program, shown.resources);
  if (measured.busiest) {
    run.busiest_server =
        SimulatedServer{validation::resource_name(net, chip, measured.busiest->resource),
                        measured.busiest->per_image.value()};
  }
  for (std::size_t c = 0; c < kSimulatedCounts.size(); ++c) {
    const CountInfo& count = kSimulatedCounts[c];
    const std::int64_t total = count.of(shown.counts);
    run.counts[c] = count.once ? total : per_image(total, images);
  }
  run.measured = std::move(measured);
  run.measured.shown.layers.clear();
  run.measured.shown.resources.clear();
  return run;
}

bool partial(const SimulatedRun& run) { return run.measured.end != sim::SimEnd::finished; }

std::string shown_text(const SimulatedRun& run) {
  const sim::SimResult& shown = run.measured.shown;
  const std::string of =
      shown.batch == 1 ? "1 image alone" : "a run of " + count_text(shown.batch) + " images";
  return shown.end == sim::SimEnd::finished ? of : of + ", as far as it came";
}

std::string partial_text(const SimulatedRun& run) {
  if (!partial(run)) return "";
  const std::string why(choice_of(run.measured.end, kEnds).meaning);
  if (run.measured.runs.empty()) return why + " before anything was simulated: partial result";
  const sim::MeasuredRun& last = run.measured.runs.back();
  if (last.end == sim::SimEnd::finished) {
    return why + " after a run of " + counted(last.images, "image") + ": partial result";
  }
  return why + " at " + time_text(last.makespan, 4) + " with " + std::to_string(last.completed) +
         " of " + counted(last.images, "image") + " done: partial result";
}

bool unsettled(const SimulatedRun& run) {
  return run.measured.from == sim::IntervalFrom::unsettled;
}

const sim::MeasuredRun& slope_run(const SimulatedRun& run) {
  const std::vector<sim::MeasuredRun>& runs = run.measured.runs;
  const auto whole = std::find_if(runs.rbegin(), runs.rend(), [](const sim::MeasuredRun& r) {
    return r.images > 1 && r.end == sim::SimEnd::finished;
  });
  return whole != runs.rend() ? *whole : runs.back();
}

std::string unsettled_text(const SimulatedRun& run) {
  if (!unsettled(run)) return "";
  const sim::MeasuredRun& from = slope_run(run);
  const bool slope = run.measured.interval && *run.measured.interval == from.slope;
  std::string text = "the interval is not settled: " +
                     std::string(slope ? "the slope of " : "from the makespan of ") +
                     counted(from.completed, "image") + ", " + count_text(from.most_images) +
                     " of them in flight at once";
  if (run.busiest_server) {
    text += "; " + run.busiest_server->name + " alone is busy " +
            time_text(Seconds(run.busiest_server->per_image)) + " per image";
  }
  return text;
}

std::optional<double> images_per_second(const SimulatedRun& run) {
  const std::optional<Seconds>& interval = run.measured.interval;
  if (!interval || !(*interval > Seconds())) return std::nullopt;
  return 1 / interval->value();
}

std::optional<SimulatedWait> mostly_waited(const SimulatedLayer& layer) {
  const SimulatedStage* stage = nullptr;
  for (const SimulatedStage& s : layer.stages) {
    if (s.chunks > 0 && (stage == nullptr || s.busy > stage->busy)) stage = &s;
  }
  if (stage == nullptr) return std::nullopt;
  std::pair<std::string_view, double> most{"starved", stage->starved};
  if (stage->blocked > most.second) most = {"blocked", stage->blocked};
  if (stage->queued > most.second) most = {"queued", stage->queued};
  if (!(most.second > 0)) return std::nullopt;
  const double all = stage->busy + stage->starved + stage->blocked + stage->queued;
  return SimulatedWait{most.first, most.second / all};
}

}  // namespace crossroof::cli
