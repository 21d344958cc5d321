// SPDX-License-Identifier: Apache-2.0
#include "validation/compare.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "models/error.h"
#include "validation/digest.h"

namespace crossroof::validation {
namespace {

using analytic::Tier;

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

// What a run that was stopped leaves counts when whole runs before it settled the interval.
CaseState state_of(const SimulatedCase& s) {
  const bool settled = s.interval && s.from != sim::IntervalFrom::unsettled &&
                       s.from != sim::IntervalFrom::none && s.from != sim::IntervalFrom::part;
  if (settled) return CaseState::compared;
  return s.end == sim::SimEnd::finished ? CaseState::unsettled : CaseState::stopped;
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

void add_layers(const Network& net, const analytic::Estimate& e, const SimulatedCase& simulated,
                CaseResult& c) {
  for (std::size_t l = 0; l < net.layers.size() && l < simulated.layers.size(); ++l) {
    LayerCase layer;
    layer.name = net.layers[l].name;
    for (const StageInfo& info : kStages) {
      const Seconds estimated = e.layers[l].times.time[index(info.stage)];
      const Seconds busy = simulated.layers[l][index(info.stage)];
      if (estimated > Seconds() && busy > Seconds()) {
        layer.stages.push_back({info.stage, estimated, busy});
      }
    }
    if (!layer.stages.empty()) c.layers.push_back(std::move(layer));
  }
}

// Bounds hold for makespans: of every run that came to its end.
std::string broken_bound(const Network& net, const Mapped& on, const SimulatedCase& simulated) {
  constexpr double kRounding = 1e-9;
  for (const WholeRun& run : simulated.runs) {
    for (const Tier tier : {Tier::stage_max, Tier::resource_max, Tier::pipeline}) {
      const Seconds bound = analytic::makespan(net, on.chip, on.mapping, tier, run.images);
      if (bound <= run.makespan * (1 + kRounding)) continue;
      return std::string(kTierNames[index(tier)]) + " of " + std::to_string(run.images) +
             " images: " + std::to_string(bound / run.makespan) + " times the simulated makespan";
    }
  }
  return "";
}

// What was kept, if it is of this mapping; else it is simulated, and kept.
const SimulatedCase& simulated_case(const Network& net, const Mapped& on,
                                    const SimulationLimits& limits, Seconds bound,
                                    std::optional<SimulatedCase>& kept) {
  if (!kept || kept->mapping != digest_of(on.chip, on.mapping)) {
    kept.reset();
    kept = simulate_case(net, on.chip, on.mapping, limits, bound);
  }
  return *kept;
}

void compare_with(const SimulatedCase& s, const Network& net, const Mapped& on,
                  const analytic::Estimate& estimate, CaseResult& c) {
  c.simulation_cpu = s.cpu;
  if (!s.failed.empty()) {
    c.state = CaseState::failed;
    c.said = s.failed;
    return;
  }
  c.state = state_of(s);
  c.interval = s.interval;
  c.latency = s.latency;
  c.from = s.from;
  c.events = s.events;
  c.images = s.images;
  add_tiers(estimate, c);
  const ResourceLoads loads = loads_of(net, on.chip, on.mapping);
  c.stratum = loads.stratum();
  c.busiest_kind = loads.busiest();
  c.second_share = loads.second();
  if (!s.whole) return;
  c.busiest_link = s.busiest_link;
  if (s.busiest) c.bottleneck = compare_bottlenecks(net, on.chip, loads, *s.busiest);
  c.bound_broken = broken_bound(net, on, s);
  c.interval_reason = s.interval_reason;
  c.latency_reason = s.latency_reason;
  add_layers(net, estimate, s, c);
}

void compare_run(const Network& net, const Mapped& on, const CompareOptions& options,
                 std::optional<SimulatedCase>& kept, CaseResult& c) {
  const std::clock_t before = std::clock();
  const analytic::Estimate estimate =
      analytic::estimate(net, on.chip, on.mapping, analytic::Sharing::max_min);
  c.estimate_cpu = static_cast<double>(std::clock() - before) / static_cast<double>(CLOCKS_PER_SEC);
  if (estimate.resource_max.makespan == Seconds()) {
    throw Error("network '" + net.name +
                "' has no work on it; expected an operation that takes time");
  }
  const SimulatedCase& simulated =
      simulated_case(net, on, options.limits, estimate.resource_max.interval, kept);
  compare_with(simulated, net, on, estimate, c);
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
  std::optional<SimulatedCase> nothing;
  return compare(net, chip, mode, overflowing, options, nothing);
}

CaseResult compare(const Network& net, const RramChip& chip, RunMode mode, Overflowing overflowing,
                   const CompareOptions& options, std::optional<SimulatedCase>& kept) {
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
    compare_run(net, *on, options, kept, c);
  } catch (const Error& error) {
    if (error.code() == ExitCode::interrupted) throw;
    // A machine that lacks what the program needs is found out only now.
    c.state = error.code() == ExitCode::bad_input ? CaseState::refused : CaseState::failed;
    c.said = error.what();
  }
  return c;
}

}  // namespace crossroof::validation
