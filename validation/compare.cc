// SPDX-License-Identifier: Apache-2.0
#include "validation/compare.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "models/error.h"
#include "validation/reason.h"
#include "workloads/expand.h"

namespace crossroof::validation {
namespace {

using analytic::Tier;

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

// A mapping and the chip it is for: one with more chips than the machine offers, maybe.
struct Mapped {
  RramChip chip;
  Mapping mapping;
  Overflow overflow = Overflow::error;
};

Mapped map_on(const Network& net, const RramChip& chip, MappingOptions options, Overflow overflow,
              analytic::Duplication duplication) {
  options.overflow = overflow;
  return {chip,
          analytic::map_with_replicas(net, chip, options, duplication, analytic::Sharing::max_min),
          overflow};
}

// Over as many chips as it takes: a machine with links between chips says how fast they are, not
// how many chips a board may hold.
Mapped map_on_chips(const Network& net, RramChip chip, const MappingOptions& options,
                    analytic::Duplication duplication) {
  constexpr std::int64_t kManyChips = 4096;
  const std::int64_t offered = chip.chips;
  try {
    return map_on(net, chip, options, Overflow::multi_chip, duplication);
  } catch (const Error&) {
    if (!chip.chip_link) throw;
    chip.chips = std::max(offered, kManyChips);
  }
  return map_on(net, chip, options, Overflow::multi_chip, duplication);
}

// Why nothing can be mapped: one reason, or the second attempt's as well when it is another.
Error refused(const Error& first, const Error& second) {
  const std::string one = first.what(), other = second.what();
  return Error(one == other ? one : one + "; with --overflow multi-chip: " + other);
}

std::optional<Mapped> map_case(const Network& net, const RramChip& chip,
                               const MappingOptions& options, Overflowing overflowing,
                               analytic::Duplication duplication) {
  switch (overflowing) {
    case Overflowing::error:
      return map_on(net, chip, options, Overflow::error, duplication);
    case Overflowing::multi_chip:
      return map_on(net, chip, options, Overflow::multi_chip, duplication);
    case Overflowing::reload:
      return map_on(net, chip, options, Overflow::reload, duplication);
    case Overflowing::automatic:
    case Overflowing::reload_if_over:
      break;
  }
  try {
    Mapped fits = map_on(net, chip, options, Overflow::error, duplication);
    if (overflowing == Overflowing::reload_if_over) return std::nullopt;
    return fits;
  } catch (const Error& error) {
    if (overflowing == Overflowing::reload_if_over) {
      return map_on(net, chip, options, Overflow::reload, duplication);
    }
    try {
      return map_on_chips(net, chip, options, duplication);
    } catch (const Error& second) {
      throw refused(error, second);
    }
  }
}

// Everything the simulator says of a case.
struct Simulated {
  sim::Measurement measured;
  std::optional<sim::SimResult> alone;  // one image
};

constexpr double kClose = 0.005;  // two intervals agree

// Where a queue grows for ever, more and more images are in flight: two slopes that agree must do,
// as not converged, if no simulated server says that images cannot follow each other so fast.
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
  constexpr std::uint64_t kMostEvents = 30'000'000;  // of a run, as the last one lets expect
  accept(m);
  const auto doubtful = [&] {
    return m.from == sim::IntervalFrom::unsettled || *m.interval < bound * (1 - kClose);
  };
  while (m.end == sim::SimEnd::finished && m.interval && doubtful()) {
    const sim::MeasuredRun& last = m.runs.back();
    sim::MeasurePlan plan;
    plan.batch = 2 * last.images;
    if (*plan.batch > kMostImages || 2 * last.events > kMostEvents) return;
    sim::SimOptions left = options;
    if (left.max_events) *left.max_events -= std::min(m.events, *left.max_events);
    if (left.max_events == 0U) return;
    sim::Measurement longer = sim::measure(simulator, mode, left, plan);
    if (longer.end == sim::SimEnd::interrupted) m.end = longer.end;
    if (longer.end != sim::SimEnd::finished) return;  // what is there is not worth less
    longer.events += m.events;
    longer.difference = std::abs(*m.interval / *longer.interval - 1);
    m = std::move(longer);
    accept(m);
  }
}

// `bound` is one on the interval of images that stream.
Simulated simulate_case(const Mapped& on, const Program& program, const CompareOptions& options,
                        Seconds bound) {
  sim::SimOptions run;
  run.noc = options.granularity;
  run.l1_words = options.l1_words;
  run.max_time = options.max_time;
  run.max_events = options.max_events;
  run.interrupted = options.interrupted;
  sim::MeasurePlan plan;
  if (on.mapping.mode == RunMode::layer_serial || program.phases.size() > 1) {
    plan.batch = on.mapping.batch;
  }
  Simulated s;
  const sim::Simulator simulator = [&](const sim::SimOptions& o) {
    sim::SimResult result = sim::simulate(on.chip, program, o);
    if (o.batch == 1 && result.end == sim::SimEnd::finished) s.alone = result;
    return result;
  };
  s.measured = sim::measure(simulator, program.mode, run, plan);
  if (!plan.batch) settle(simulator, program.mode, run, bound, s.measured);
  // Images that pass several phases together are through together: no slope tells their interval.
  if (program.phases.size() > 1 && s.measured.end == sim::SimEnd::finished) {
    const sim::MeasuredRun& last = s.measured.runs.back();
    s.measured.interval = last.makespan / static_cast<double>(last.images);
    s.measured.from = sim::IntervalFrom::mean;
  }
  return s;
}

// What a run that was stopped leaves counts when whole runs before it settled the interval.
CaseState state_of(const sim::Measurement& m) {
  const bool settled = m.interval && m.from != sim::IntervalFrom::unsettled &&
                       m.from != sim::IntervalFrom::none && m.from != sim::IntervalFrom::part;
  if (settled) return CaseState::compared;
  return m.end == sim::SimEnd::finished ? CaseState::unsettled : CaseState::stopped;
}

std::optional<double> error_of(Seconds estimated, const std::optional<Seconds>& simulated) {
  if (!simulated || *simulated <= Seconds()) return std::nullopt;
  return estimated / *simulated - 1;
}

BandCase band_case(const std::optional<analytic::Band>& band, Seconds estimated,
                   const std::optional<Seconds>& simulated) {
  BandCase b{band, std::nullopt};
  if (band && simulated) {
    // The last digits of a sum say nothing.
    constexpr double kRounding = 1e-9;
    b.contains = *simulated >= estimated * (1 + band->low - kRounding) &&
                 *simulated <= estimated * (1 + band->high + kRounding);
  }
  return b;
}

void add_tiers(const analytic::Estimate& e, CaseResult& c) {
  const std::array<const analytic::TierResult*, kTierCount> tiers = {&e.stage_max, &e.resource_max,
                                                                     &e.pipeline, &e.contention};
  for (std::size_t t = 0; t < kTierCount; ++t) {
    c.tiers[t].interval = tiers[t]->interval;
    c.tiers[t].latency = tiers[t]->latency;
    c.tiers[t].interval_error = error_of(tiers[t]->interval, c.interval);
    c.tiers[t].latency_error = error_of(tiers[t]->latency, c.latency);
  }
  c.interval_band = band_case(e.contention.interval_band, e.contention.interval, c.interval);
  c.latency_band = band_case(e.contention.latency_band, e.contention.latency, c.latency);
}

void add_layers(const Network& net, const analytic::Estimate& e, const sim::SimResult& run,
                CaseResult& c) {
  for (std::size_t l = 0; l < net.layers.size() && l < run.layers.size(); ++l) {
    LayerCase layer;
    layer.name = net.layers[l].name;
    for (const StageInfo& info : kStages) {
      const Seconds estimated = e.layers[l].times.time[index(info.stage)];
      const Seconds simulated = run.layers[l].stages[index(info.stage)].busy;
      if (estimated > Seconds() && simulated > Seconds()) {
        layer.stages.push_back({info.stage, estimated, simulated});
      }
    }
    if (!layer.stages.empty()) c.layers.push_back(std::move(layer));
  }
}

// Bounds hold for makespans: of every run that came to its end.
std::string broken_bound(const Network& net, const Mapped& on, const sim::Measurement& m) {
  constexpr double kRounding = 1e-9;
  for (const sim::MeasuredRun& run : m.runs) {
    if (run.end != sim::SimEnd::finished) continue;
    for (const Tier tier : {Tier::stage_max, Tier::resource_max, Tier::pipeline}) {
      const Seconds bound = analytic::makespan(net, on.chip, on.mapping, tier, run.images);
      if (bound <= run.makespan * (1 + kRounding)) continue;
      return std::string(kTierNames[index(tier)]) + " of " + std::to_string(run.images) +
             " images: " + std::to_string(bound / run.makespan) + " times the simulated makespan";
    }
  }
  return "";
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

void compare_run(const Network& net, const Mapped& on, const CompareOptions& options,
                 CaseResult& c) {
  double before = processor_seconds();
  const analytic::Estimate estimate =
      analytic::estimate(net, on.chip, on.mapping, analytic::Sharing::max_min);
  c.estimate_cpu = processor_seconds() - before;
  if (estimate.resource_max.makespan == Seconds()) {
    throw Error("network '" + net.name +
                "' has no work on it; expected an operation that takes time");
  }
  before = processor_seconds();
  const Program program = expand(net, on.chip, on.mapping);
  const Simulated s = simulate_case(on, program, options, estimate.resource_max.interval);
  c.simulation_cpu = processor_seconds() - before;
  const sim::Measurement& m = s.measured;
  if (m.end == sim::SimEnd::interrupted) throw Error("interrupted", ExitCode::interrupted);
  c.state = state_of(m);
  c.interval = m.interval;
  c.latency = m.latency;
  c.from = m.from;
  c.events = m.events;
  c.images = m.shown.batch;
  add_tiers(estimate, c);
  const ResourceLoads loads = loads_of(net, on.chip, on.mapping);
  c.stratum = loads.stratum();
  c.busiest_kind = loads.busiest();
  c.second_share = loads.second();
  if (m.shown.end != sim::SimEnd::finished) return;
  c.busiest_link = busiest_link(m.shown, m.interval);
  c.bottleneck = compare_bottlenecks(net, on.chip, loads, m.shown.resources);
  c.bound_broken = broken_bound(net, on, m);
  c.interval_reason = interval_reason(net, on.chip, program, m.shown);
  if (s.alone) c.latency_reason = latency_reason(net, on.chip, program, *s.alone);
  add_layers(net, estimate, m.shown, c);
}

}  // namespace

std::optional<double> stage_mape(const CaseResult& c) {
  double sum = 0;
  std::int64_t count = 0;
  for (const LayerCase& layer : c.layers) {
    for (const StageCase& s : layer.stages) {
      sum += std::abs(s.error());
      ++count;
    }
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

CaseResult compare(const Network& net, const RramChip& chip, RunMode mode, Overflowing overflowing,
                   const CompareOptions& options) {
  CaseResult c;
  c.network = net.name;
  c.machine = chip.name;
  c.mode = mode;
  if (overflowing == Overflowing::multi_chip) c.overflow = Overflow::multi_chip;
  if (overflowing == Overflowing::reload || overflowing == Overflowing::reload_if_over) {
    c.overflow = Overflow::reload;
  }
  MappingOptions mapping = options.mapping;
  mapping.mode = mode;
  mapping.batch = options.batch.value_or(std::max<std::int64_t>(1, net.batch));
  std::optional<Mapped> on;
  try {
    on = map_case(net, chip, mapping, overflowing, options.duplication);
  } catch (const Error& error) {
    c.state = CaseState::refused;
    c.said = error.what();
    return c;
  }
  if (!on) {
    c.state = CaseState::not_needed;
    return c;
  }
  c.overflow = on->overflow;
  c.batch = on->mapping.batch;
  c.chips = on->mapping.chips;
  c.passes = on->mapping.passes;
  try {
    compare_run(net, *on, options, c);
  } catch (const Error& error) {
    if (error.code() == ExitCode::interrupted) throw;
    // A machine that lacks what the program needs is found out only now.
    c.state = error.code() == ExitCode::bad_input ? CaseState::refused : CaseState::failed;
    c.said = error.what();
  }
  return c;
}

}  // namespace crossroof::validation
