// SPDX-License-Identifier: Apache-2.0
#include "validation/noc_check.h"

#include <cmath>

#include "sim/noc_bound.h"

namespace crossroof::validation {
namespace {

constexpr double kRounding = 1e-9;  // of a load: 0.3 / 0.5
constexpr double kLow = 0.60 + kRounding, kHigh = 0.72 + kRounding;

std::optional<double> latency_tolerance(double load) {
  if (load <= kLow) return 0.07;
  if (load <= kHigh) return 0.12;
  return std::nullopt;
}

// The scatter of a short run is too large where queues are long and still judged.
bool needs_long_run(double load) { return load > kLow && load <= kHigh; }

}  // namespace

NocCheck check_estimate(const NocRow& row) {
  NocCheck check;
  check.row = row;
  const analytic::NocLoads loads = analytic::noc_loads(row.noc.topology, row.traffic);
  check.estimate =
      analytic::noc_latency(row.noc, loads, analytic::FlitsPerCycle(row.rate), row.flits);
  if (!row.latency || !check.estimate.latency) return check;
  check.error = *check.estimate.latency / *row.latency - 1;
  if (!check.estimate.band) return check;
  const bool within = check.estimate.band->holds(*row.latency / *check.estimate.latency - 1);
  check.verdict = within ? RowVerdict::agrees : RowVerdict::differs;
  return check;
}

std::optional<SimulatedRow> check_simulation(const NocRow& row,
                                             const std::atomic<bool>* interrupted) {
  sim::NocRun run;
  run.noc = &row.noc;
  run.traffic = &row.traffic;
  run.granularity = sim::NocGranularity::flit;
  run.pipeline = row.pipeline;
  run.rate = row.rate;
  run.flits = row.flits;
  const double load = row.rate / sim::noc_bound(row.noc.topology, row.traffic).ideal_rate;
  if (!needs_long_run(load)) {
    run.most_measured = 20000;
    run.narrow = 0.015;
  }
  run.interrupted = interrupted;
  SimulatedRow made;
  made.result = sim::run_noc(run);
  if (made.result.interrupted) return std::nullopt;
  if (row.latency) {
    if (made.result.latency) made.error = *made.result.latency / row.latency->value() - 1;
    made.tolerance = latency_tolerance(load);
  } else if (row.accepted) {
    made.error = made.result.accepted / *row.accepted - 1;
    made.tolerance = row.traffic_name == "uniform" ? 0.10 : 0.05;
  }
  if (!made.tolerance) return made;
  // A stable row that we call unstable has no latency.
  const bool within = made.error && std::abs(*made.error) <= *made.tolerance;
  made.verdict = within ? RowVerdict::agrees : RowVerdict::differs;
  return made;
}

}  // namespace crossroof::validation
