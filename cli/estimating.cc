// SPDX-License-Identifier: Apache-2.0
#include "cli/estimating.h"

#include "analytic/calibrated.h"
#include "cli/choices.h"
#include "cli/machine_names.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "validation/agreement.h"

namespace crossroof::cli {
namespace {

analytic::TierResult calibrated_result(const Network& net, const EstimateRun& run,
                                       analytic::Sharing sharing) {
  const analytic::Estimate estimate =
      analytic::estimate(net, analytic::calibrated(run.chip), run.mapping, sharing);
  return validation::result_of(estimate,
                               choose("calibration.tier", run.chip.calibration->tier, kTiers));
}

}  // namespace

EstimateRun estimate_on(const Network& net, const EstimateOptions& options,
                        const std::string& machine) {
  EstimateRun run;
  run.chip = load_machine(machine, options.sets).chip;
  run.machine = run.chip.name;
  try {
    run.mapping = analytic::map_with_replicas(net, run.chip, options.mapping, options.duplication,
                                              options.sharing);
    run.estimate = analytic::estimate(net, run.chip, run.mapping, options.sharing);
    if (run.chip.calibration) run.calibrated = calibrated_result(net, run, options.sharing);
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
