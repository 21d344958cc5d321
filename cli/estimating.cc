// SPDX-License-Identifier: Apache-2.0
#include "cli/estimating.h"

#include "cli/machine_names.h"
#include "models/error.h"
#include "models/machine_json.h"

namespace crossroof::cli {

EstimateRun estimate_on(const Network& net, const EstimateOptions& options,
                        const std::string& machine) {
  EstimateRun run;
  run.chip = load_machine(machine, options.sets).chip;
  run.machine = run.chip.name;
  try {
    run.mapping = analytic::map_with_replicas(net, run.chip, options.mapping, options.duplication,
                                              options.sharing);
    run.estimate = analytic::estimate(net, run.chip, run.mapping, options.sharing);
    if (run.estimate.resource_max.makespan == Seconds()) {
      throw Error("network '" + net.name +
                  "' has no work on it; expected an operation that takes"
                  " time");
    }
    if (options.explain) {
      run.explained =
          analytic::explain(net, run.chip, run.mapping, *options.explain, options.sharing);
    }
  } catch (const Error& error) {
    throw about_machine(run.machine, error);
  }
  return run;
}

}  // namespace crossroof::cli
