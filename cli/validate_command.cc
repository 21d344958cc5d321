// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "cli/commands.h"
#include "cli/report/engineering.h"
#include "cli/report/validate_report.h"
#include "cli/validate_arguments.h"
#include "cli/validate_cases.h"
#include "cli/validate_published.h"
#include "cli/validate_run.h"
#include "models/error.h"
#include "validation/summary.h"

namespace crossroof::cli {
namespace {

using validation::CaseState;

// What makes the command fail, the gravest last.
void add_failure(const std::string& text, ExitCode code, Report& report) {
  const std::string before = report.failure ? std::string(report.failure->what()) + "\n" : "";
  report.failure = Error(before + text, code);
}

void check_errors(const ValidateSetup& setup, const validation::Summary& summary, Report& report) {
  if (!setup.max_error) return;
  const validation::ErrorRow* row = overall(summary, analytic::Tier::contention);
  if (row == nullptr || !row->interval) {
    return add_failure("--max-error: nothing was compared", ExitCode::check_failed, report);
  }
  const double median = row->interval->median;
  if (median <= *setup.max_error) return;
  add_failure("--max-error: the median error of the contention tier's interval is " +
                  percent_text(median) + " over " + counted(row->interval->count, "case") +
                  ", more than " + percent_text(*setup.max_error) + " by " +
                  percent_text(median - *setup.max_error),
              ExitCode::check_failed, report);
}

void check_runs(const ValidateArguments& a, const ValidateRun& run, Report& report) {
  for (const validation::CaseResult& c : run.cases) {
    if (c.state == CaseState::failed) {
      add_failure(c.network + " on " + c.machine + ": " + c.said, ExitCode::run_failed, report);
    }
  }
  if (run.missing == 0) return;
  add_failure("interrupted: " + std::to_string(run.missing) + " of " +
                  std::to_string(run.missing + run.cases.size()) + " cases are missing" +
                  (a.resume.empty() ? "; --resume FILE keeps what is finished"
                                    : "; the same command goes on with them"),
              ExitCode::interrupted, report);
}

void refuse_population(const ValidateArguments& a) {
  const bool none = a.networks.empty() && a.machines.empty() && a.sets.empty() && a.grid.empty() &&
                    a.random.empty() && a.max_error.empty() && a.resume.empty() && !a.output.csv;
  if (none) return;
  throw Error(
      "--published compares its own list; expected no networks, --machine, --set, --grid,"
      " --random, --max-error, --resume or --csv beside it",
      ExitCode::usage);
}

}  // namespace

Report validate_command(const ValidateArguments& a) {
  if (a.published) {
    refuse_population(a);
    return validate_published(a);
  }
  const ValidateSetup setup = validate_setup(a);
  const ValidateCases cases(a, setup);
  const ValidateRun run = run_cases(a, setup, cases);
  const validation::Summary summary = validation::summarise(run.cases, run.groups);
  Report report;
  if (!run.torn.empty()) report.notes.push_back(run.torn);
  const Validation all{a, setup, run.cases, summary};
  if (a.output.json) {
    report.text = validate_json(all, report.warnings);
  } else {
    report.text = a.output.csv ? validate_csv(all) : validate_table(all);
  }
  check_errors(setup, summary, report);
  check_runs(a, run, report);
  return report;
}

}  // namespace crossroof::cli
