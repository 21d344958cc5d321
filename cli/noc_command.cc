// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "analytic/noc_latency.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/noc_arguments.h"
#include "cli/noc_limits.h"
#include "cli/noc_progress.h"
#include "cli/progress.h"
#include "cli/report/noc_report.h"
#include "sim/noc_bound.h"

namespace crossroof::cli {
namespace {

sim::NocRun run_of(const NocSetup& setup) {
  sim::NocRun run;
  run.noc = &setup.noc;
  run.traffic = &setup.traffic;
  run.granularity = setup.granularity;
  run.pipeline = setup.pipeline;
  run.flits = setup.flits;
  run.seed = setup.seed;
  return run;
}

// Point by point, until all are done or the user interrupts.
std::vector<NocPoint> run_points(const NocSetup& setup, bool progress) {
  const Interrupt interrupt;
  sim::NocRun run = run_of(setup);
  run.interrupted = &interrupt.flag();
  std::optional<NocProgress> shown;
  if (progress) shown.emplace();
  const analytic::NocLoads loads = analytic::noc_loads(setup.noc.topology, setup.traffic);
  std::vector<NocPoint> points;
  for (const double rate : setup.rates) {
    run.rate = rate;
    if (shown) {
      const NocProgressPoint point = {points.size() + 1, setup.rates.size(), rate};
      run.progress = [&shown, point](sim::Cycle cycles) { shown->show(point, cycles); };
    }
    const sim::NocResult result = sim::run_noc(run);
    if (result.interrupted) break;
    points.push_back(
        {rate, result,
         analytic::noc_latency(setup.noc, loads, analytic::FlitsPerCycle(rate), setup.flits)});
  }
  return points;
}

}  // namespace

Report noc_command(const NocArguments& a) {
  const NocSetup setup = noc_setup(a);
  const sim::NocBound bound = sim::noc_bound(setup.noc.topology, setup.traffic);
  NocRuns runs{setup};
  runs.ideal_rate = bound.ideal_rate;
  runs.hops = bound.mean_hops;
  runs.zero_load_latency = sim::zero_load_latency(setup.noc, bound.mean_hops, setup.flits);
  runs.limits = noc_limits(setup.noc, setup.granularity);
  runs.points = run_points(setup, a.progress || StatusLine::on_terminal());
  Report report;
  report.warnings = runs.limits;
  report.text = a.output.json ? noc_json(runs) : noc_table(runs);
  if (partial(runs)) report.failure = Error(partial_text(runs), ExitCode::interrupted);
  return report;
}

}  // namespace crossroof::cli
