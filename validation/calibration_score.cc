// SPDX-License-Identifier: Apache-2.0
#include "validation/calibration_score.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "analytic/calibrated.h"
#include "analytic/duplicate.h"
#include "models/error.h"
#include "sim/measure.h"
#include "validation/agreement.h"
#include "validation/error_statistics.h"

namespace crossroof::validation {
namespace {

TierError error_of(const analytic::Estimate& estimate, analytic::Tier tier,
                   const sim::Measurement& measured) {
  const analytic::TierResult& result = result_of(estimate, tier);
  return {interval_agreement(result, measured).error(),
          latency_agreement(result, measured).error()};
}

double median_of(const std::vector<ScoredCase>& cases,
                 const std::function<double(const ScoredCase&)>& error) {
  std::vector<double> errors;
  errors.reserve(cases.size());
  for (const ScoredCase& c : cases) errors.push_back(std::abs(error(c)));
  return *quantile(std::move(errors), 0.5);
}

}  // namespace

ScoredCase score(const Network& net, const RramChip& chip, RunMode mode,
                 const CalibrationOptions& options, std::uint64_t most_events) {
  constexpr auto kSharing = analytic::Sharing::max_min;
  MappingOptions mapping_options;
  mapping_options.mode = mode;
  const Mapping mapping = analytic::map_with_replicas(net, chip, mapping_options,
                                                      analytic::Duplication::greedy, kSharing);
  sim::SimOptions run;
  run.noc = options.granularity;
  run.l1_words = options.l1_words;
  run.interrupted = options.interrupted;
  run.max_events = most_events;
  sim::MeasurePlan plan;
  if (mode == RunMode::layer_serial) plan.batch = mapping.batch;
  const sim::Measurement measured = sim::measure(chip, expand(net, chip, mapping), run, plan);
  if (measured.end == sim::SimEnd::interrupted) {
    throw Error("interrupted; nothing is written", ExitCode::interrupted);
  }
  const bool settled =
      measured.from == sim::IntervalFrom::converged || measured.from == sim::IntervalFrom::mean;
  if (!settled) {
    throw Error("its simulated interval did not settle within " + std::to_string(most_events) +
                " events");
  }
  ScoredCase c;
  c.network = net.name;
  c.mode = mode;
  c.simulated_interval = *measured.interval;
  c.simulated_latency = *measured.latency;
  c.plain = error_of(analytic::estimate(net, chip, mapping, kSharing), options.tier, measured);
  c.calibrated = error_of(analytic::estimate(net, analytic::calibrated(chip), mapping, kSharing),
                          options.tier, measured);
  return c;
}

Medians medians(const std::vector<ScoredCase>& cases) {
  Medians m;
  m.plain.interval = median_of(cases, [](const ScoredCase& c) { return c.plain.interval; });
  m.plain.latency = median_of(cases, [](const ScoredCase& c) { return c.plain.latency; });
  m.calibrated.interval =
      median_of(cases, [](const ScoredCase& c) { return c.calibrated.interval; });
  m.calibrated.latency = median_of(cases, [](const ScoredCase& c) { return c.calibrated.latency; });
  return m;
}

}  // namespace crossroof::validation
