// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "cli/arguments.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/estimating.h"
#include "cli/machine_names.h"
#include "cli/report/estimate_csv.h"
#include "cli/report/estimate_json.h"
#include "cli/report/estimate_table.h"
#include "models/error.h"
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
  options.mapping = mapping_options(a);
  options.tier = choose("--tier", a.tier, kTiers);
  options.duplication = choose("--duplicate", a.duplicate, kDuplications);
  options.sharing = choose("--sharing", a.sharing, kSharings);
  if (options.sharing == analytic::Sharing::equal && options.tier == analytic::Tier::contention) {
    throw Error("--sharing equal has no meaning for --tier contention, which shares as needed",
                ExitCode::usage);
  }
  options.sets = a.sets;
  return options;
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
      all.push_back(estimate_on(net, options, machine));
      typed.push_back(machine);
    } catch (const Error& error) {
      if (a.machines.size() == 1) throw;
      const std::string before = report.failure ? std::string(report.failure->what()) + "\n" : "";
      report.failure = Error(before + error.what(), error.code());
    }
  }
  if (all.empty()) throw Error(*report.failure);  // nothing to compare
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const EstimateRun& run : all) names.push_back(run.machine);
  const std::vector<std::string> unique = unique_names(names, typed);
  for (std::size_t r = 0; r < all.size(); ++r) all[r].machine = unique[r];

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
