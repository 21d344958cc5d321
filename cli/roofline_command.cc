// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cli/arguments.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/estimating.h"
#include "cli/report/roofline_json.h"
#include "cli/report/roofline_report.h"
#include "models/error.h"
#include "workloads/networks.h"

namespace crossroof::cli {

Report roofline_command(const RooflineArguments& a) {
  check_output(a.output);
  if (a.machines.size() > 1) {
    throw Error("--machine: found " + std::to_string(a.machines.size()) +
                    " machines, expected one: every chip has a roofline of its own",
                ExitCode::usage);
  }
  EstimateOptions options;
  options.mapping = mapping_options(a);
  options.duplication = choose("--duplicate", a.duplicate, kDuplications);
  options.sets = a.sets;
  const ImportOptions import = import_options(a.network);
  const Network net = load_network(a.network.network, import);
  options.mapping.batch = std::max<std::int64_t>(1, net.batch);
  const EstimateRun run = estimate_on(net, options, a.machines.front());
  const RooflineRun r{net, options, run, analytic::rram_roofline(run.chip, run.mapping)};
  if (r.roofline.network.macs == analytic::Macs()) {
    throw Error("network '" + net.name + "' has no work on crossbars; expected a matrix layer");
  }
  Report report;
  report.warnings = net.warnings;
  if (a.output.json) {
    report.text = roofline_json(r);
  } else {
    report.text = a.output.csv ? roofline_csv(r) : roofline_table(r);
  }
  return report;
}

}  // namespace crossroof::cli
