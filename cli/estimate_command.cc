// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "cli/arguments.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/report/estimate_csv.h"
#include "cli/report/estimate_json.h"
#include "cli/report/estimate_table.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "workloads/networks.h"

namespace crossroof::cli {
namespace {

constexpr std::int64_t kMostImages = 1'000'000'000;

EstimateOptions checked(const EstimateArguments& a) {
  check_output(a.output);
  if (a.output.csv && !a.explain.empty()) {
    throw Error("--explain has no CSV form; use --json or neither", ExitCode::usage);
  }
  EstimateOptions options;
  options.mapping.overflow = choose("--overflow", a.overflow, kOverflows);
  options.mapping.reuse = choose("--reuse", a.reuse, kReuses);
  if (!a.mode.empty()) {
    options.mapping.mode = choose("--mode", a.mode, kModes);
  } else if (options.mapping.overflow == Overflow::reload) {
    options.mapping.mode = RunMode::layer_serial;
  }
  if (!a.bits.empty()) options.mapping.bits = parse_bits(a.bits);
  options.tier = choose("--tier", a.tier, kTiers);
  options.duplication = choose("--duplicate", a.duplicate, kDuplications);
  options.sharing = choose("--sharing", a.sharing, kSharings);
  options.sets = a.sets;
  return options;
}

// An error says whose it is: several machines may be asked for.
Error about(const std::string& machine, const Error& error) {
  const std::string text = error.what();
  if (text.find(machine) != std::string::npos) return error;
  return Error("machine " + machine + ": " + text, error.code());
}

EstimateRun run_on(const Network& net, const EstimateOptions& options, const std::string& machine) {
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
    throw about(run.machine, error);
  }
  return run;
}

// Machines of the same name are told apart by what the user typed or, alike in that too, numbered.
void make_unique(std::vector<EstimateRun>& runs, const std::vector<std::string>& typed) {
  std::vector<std::string> names;
  names.reserve(runs.size());
  for (const EstimateRun& run : runs) names.push_back(run.machine);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    if (std::count(names.begin(), names.end(), names[r]) < 2) continue;
    if (std::count(typed.begin(), typed.end(), typed[r]) > 1) {
      runs[r].machine += " #" + std::to_string(r + 1);
    } else if (typed[r] != names[r]) {
      runs[r].machine += " (" + typed[r] + ")";
    }
  }
}

}  // namespace

Report estimate_command(const EstimateArguments& a) {
  EstimateOptions options = checked(a);
  const ImportOptions import = import_options(a.network);
  const std::int64_t batch = a.batch.empty() ? 0 : parse_count("--batch", a.batch, kMostImages);
  const Network net = load_network(a.network.network, import);
  options.mapping.batch = batch > 0 ? batch : std::max<std::int64_t>(1, net.batch);
  if (!a.explain.empty()) options.explain = find_layer(net, a.explain);

  std::vector<EstimateRun> all;
  std::vector<std::string> typed;
  Report report;
  for (const std::string& machine : a.machines) {
    try {
      all.push_back(run_on(net, options, machine));
      typed.push_back(machine);
    } catch (const Error& error) {
      if (a.machines.size() == 1) throw;
      const std::string before = report.failure ? std::string(report.failure->what()) + "\n" : "";
      report.failure = Error(before + error.what(), error.code());
    }
  }
  if (all.empty()) throw Error(*report.failure);  // nothing to compare
  make_unique(all, typed);

  const EstimateRuns runs{net, options, all};
  report.warnings = net.warnings;
  if (a.output.json) {
    report.text = estimate_json(runs);
  } else if (a.output.csv) {
    report.text = estimate_csv(runs);
    for (const EstimateRun& run : all) {
      for (const std::string& note : run.mapping.notes)
        report.notes.push_back(run.machine + ": " + note);
    }
  } else if (options.explain) {
    report.text = explanation_text(runs);
  } else {
    report.text = all.size() == 1 ? estimate_table(runs) : comparison_table(runs);
  }
  return report;
}

}  // namespace crossroof::cli
