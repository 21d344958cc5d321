// SPDX-License-Identifier: Apache-2.0
#include "cli/validate_published.h"

#include <optional>

#include "cli/interrupt.h"
#include "cli/report/published_json.h"
#include "cli/report/published_report.h"
#include "cli/status_line.h"

namespace crossroof::cli {
namespace {

// Row by row, until all are done or the user interrupts.
void simulate_rows(PublishedRun& run, bool progress) {
  const Interrupt interrupt;
  std::optional<StatusLine> line;
  if (progress) line.emplace();
  for (validation::NocCheck& check : run.checks.noc) {
    const auto now = StatusLine::Clock::now();
    if (line && line->due(now)) {
      line->show("simulating row " + std::to_string(run.simulations + 1) + " of " +
                     std::to_string(run.checks.noc.size()),
                 now);
    }
    check.simulated = validation::check_simulation(check.row, &interrupt.flag());
    if (!check.simulated) return;
    ++run.simulations;
  }
}

std::string missed_text(const PublishedRun& run) {
  std::string text;
  for (const std::string& missed : run.summary.missed) text += (text.empty() ? "" : "\n") + missed;
  return text;
}

}  // namespace

Report validate_published(const ValidateArguments& a) {
  PublishedRun run;
  run.checks.figures = validation::check_figures();
  for (const validation::NocRow& row : validation::noc_rows()) {
    run.checks.noc.push_back(validation::check_estimate(row));
  }
  run.simulated = a.simulate;
  if (a.simulate) simulate_rows(run, a.progress || StatusLine::on_terminal());
  run.summary = validation::summarise(run.checks);
  Report report;
  report.text = a.output.json ? published_json(run) : published_table(run);
  if (!run.summary.missed.empty()) {
    report.failure = Error(missed_text(run), ExitCode::check_failed);
  }
  if (partial(run)) report.failure = Error(partial_text(run), ExitCode::interrupted);
  return report;
}

}  // namespace crossroof::cli
