// SPDX-License-Identifier: Apache-2.0
#include "validation/simulate_case.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "models/error.h"
#include "validation/digest.h"
#include "validation/reason.h"
#include "workloads/expand.h"

namespace crossroof::validation {
namespace {

constexpr double kClose = 0.005;  // two intervals agree

// Where a queue grows for ever, more and more images are in flight: what images add to two
// makespans must do, as not converged, if it agrees and no simulated server says that images cannot
// follow each other so fast.
void accept(sim::Measurement& m) {
  const bool agree = m.difference && *m.difference < kClose;
  if (m.from != sim::IntervalFrom::unsettled || !m.interval || !agree) return;
  const Seconds least = m.busiest ? m.busiest->per_image : Seconds();
  if (*m.interval >= least * (1 - kClose)) m.from = sim::IntervalFrom::last;
}

// Longer runs for an interval that has not settled, or is shorter than makespans can be in the long
// run, while they are affordable.
void settle(const sim::Simulator& simulator, RunMode mode, const sim::SimOptions& options,
            Seconds bound, sim::Measurement& m) {
  constexpr std::int64_t kMostImages = 4096;
  // Of a run, as the last one lets expect.
  const std::uint64_t most_events = options.max_events.value_or(30'000'000);
  accept(m);
  const auto doubtful = [&] {
    return m.from == sim::IntervalFrom::unsettled || *m.interval < bound * (1 - kClose);
  };
  while (m.end == sim::SimEnd::finished && m.interval && doubtful()) {
    const sim::MeasuredRun& last = m.runs.back();
    sim::MeasurePlan plan;
    plan.batch = 2 * last.images;
    if (*plan.batch > kMostImages || 2 * last.events > most_events) return;
    sim::SimOptions left = options;
    if (left.max_events) *left.max_events -= std::min(m.events, *left.max_events);
    if (left.max_events == 0U) return;
    sim::Measurement longer = sim::measure(simulator, mode, left, plan);
    if (longer.end == sim::SimEnd::interrupted) m.end = longer.end;
    if (longer.end != sim::SimEnd::finished) return;  // what is there is not worth less
    longer.events += m.events;
    if (longer.from == sim::IntervalFrom::unsettled) {
      longer.interval = sim::added_per_image(last, longer.runs.back());
    }
    longer.difference = std::abs(*m.interval / *longer.interval - 1);
    m = std::move(longer);
    accept(m);
  }
}

// Share of the time between images that the busiest link or port carries flits.
double busiest_link(const sim::SimResult& run, const std::optional<Seconds>& interval) {
  using sim::SimResourceKind;
  Seconds busiest;
  for (const sim::SimResource& r : run.resources) {
    const bool noc = r.kind == SimResourceKind::link || r.kind == SimResourceKind::injection ||
                     r.kind == SimResourceKind::ejection;
    if (noc) busiest = std::max(busiest, r.busy);
  }
  if (run.end != sim::SimEnd::finished) return busiest / run.makespan;
  const Seconds all = interval.value_or(run.makespan) * static_cast<double>(run.batch);
  return std::min(1.0, busiest / std::min(all, run.makespan));
}

void add_whole(const Network& net, const RramChip& chip, const Program& program,
               const sim::Measurement& m, const std::optional<sim::SimResult>& alone,
               SimulatedCase& s) {
  const sim::SimResult& run = m.shown;
  s.whole = true;
  s.busiest_link = busiest_link(run, m.interval);
  const auto busiest = std::max_element(
      run.resources.begin(), run.resources.end(),
      [](const sim::SimResource& x, const sim::SimResource& y) { return x.busy < y.busy; });
  if (busiest != run.resources.end()) s.busiest = key_of(*busiest);
  for (const sim::SimLayer& layer : run.layers) {
    PerStage<Seconds> busy{};
    for (std::size_t i = 0; i < kStageCount; ++i) busy[i] = layer.stages[i].busy;
    s.layers.push_back(busy);
  }
  s.interval_reason = interval_reason(net, chip, program, run);
  if (alone) s.latency_reason = latency_reason(net, chip, program, *alone);
}

void run(const Network& net, const RramChip& chip, const Mapping& mapping,
         const SimulationLimits& limits, Seconds bound, SimulatedCase& s) {
  const Program program = expand(net, chip, mapping);
  sim::SimOptions options;
  options.noc = limits.granularity;
  options.l1_words = limits.l1_words;
  options.max_time = limits.max_time;
  options.max_events = limits.max_events;
  options.interrupted = limits.interrupted;
  sim::MeasurePlan plan;
  if (mapping.mode == RunMode::layer_serial || program.phases.size() > 1) {
    plan.batch = mapping.batch;
  }
  std::optional<sim::SimResult> alone;  // one image
  const sim::Simulator simulator = [&](const sim::SimOptions& o) {
    sim::SimResult result = sim::simulate(chip, program, o);
    if (o.batch == 1 && result.end == sim::SimEnd::finished) alone = result;
    return result;
  };
  sim::Measurement m = sim::measure(simulator, program.mode, options, plan);
  if (!plan.batch) settle(simulator, program.mode, options, bound, m);
  // Images that pass several phases together are through together: no slope tells their interval.
  if (program.phases.size() > 1 && m.end == sim::SimEnd::finished) {
    const sim::MeasuredRun& last = m.runs.back();
    m.interval = last.makespan / static_cast<double>(last.images);
    m.from = sim::IntervalFrom::mean;
  }
  if (m.end == sim::SimEnd::interrupted) throw Error("interrupted", ExitCode::interrupted);
  s.interval = m.interval;
  s.latency = m.latency;
  s.from = m.from;
  s.end = m.end;
  s.events = m.events;
  s.images = m.shown.batch;
  for (const sim::MeasuredRun& r : m.runs) {
    if (r.end == sim::SimEnd::finished) s.runs.push_back({r.images, r.makespan});
  }
  if (m.shown.end == sim::SimEnd::finished) add_whole(net, chip, program, m, alone, s);
}

}  // namespace

SimulatedCase simulate_case(const Network& net, const RramChip& chip, const Mapping& mapping,
                            const SimulationLimits& limits, Seconds bound) {
  SimulatedCase s;
  s.mapping = digest_of(chip, mapping);
  const std::clock_t before = std::clock();
  try {
    run(net, chip, mapping, limits, bound, s);
  } catch (const Error& error) {
    if (error.code() == ExitCode::interrupted || error.code() == ExitCode::bad_input) throw;
    s.failed = error.what();
  }
  s.cpu = static_cast<double>(std::clock() - before) / static_cast<double>(CLOCKS_PER_SEC);
  return s;
}

}  // namespace crossroof::validation
