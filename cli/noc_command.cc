// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "cli/noc_arguments.h"
#include "cli/report/noc_report.h"

namespace crossroof::cli {
namespace {

sim::NocResult run_point(const NocSetup& setup, double rate) {
  sim::NocRun run;
  run.noc = &setup.noc;
  run.traffic = &setup.traffic;
  run.granularity = setup.granularity;
  run.pipeline = setup.pipeline;
  run.rate = rate;
  run.flits = setup.flits;
  run.seed = setup.seed;
  return sim::run_noc(run);
}

}  // namespace

Report noc_command(const NocArguments& arguments) {
  const NocSetup setup = noc_setup(arguments);
  std::vector<NocPoint> points;
  for (const double rate : setup.rates) points.push_back({rate, run_point(setup, rate)});
  Report report;
  report.text = arguments.output.json ? noc_json(setup, points) : noc_table(setup, points);
  return report;
}

}  // namespace crossroof::cli
