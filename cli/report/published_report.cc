// SPDX-License-Identifier: Apache-2.0
#include "cli/report/published_report.h"

#include "cli/report/engineering.h"
#include "cli/report/text_table.h"
#include "models/units_text.h"

namespace crossroof::cli {
namespace {

using validation::FigureCheck;
using validation::FigureVerdict;
using validation::NocCheck;
using validation::RowVerdict;

std::string error_text(const std::optional<double>& error) {
  return error ? signed_percent_text(*error) : "-";
}

std::string tolerance_text(double tolerance) {
  return tolerance == 0 ? "exact" : percent_text(tolerance);
}

std::string figures_table(const PublishedRun& run) {
  TextTable table;
  table.add_column("machine", Align::left);
  table.add_column("quantity", Align::left);
  for (const char* heading : {"published", "predicted", "error", "tolerance"}) {
    table.add_column(heading);
  }
  table.add_column("verdict", Align::left);
  for (const FigureCheck& check : run.checks.figures) {
    const Published& figure = check.figure;
    table.add_row({check.machine, figure.quantity, print_number(figure.value) + " " + figure.unit,
                   check.predicted ? significant(*check.predicted, 5) + " " + figure.unit : "-",
                   error_text(check.error),
                   figure.derivable ? tolerance_text(figure.tolerance) : "-",
                   verdict_text(check.verdict)});
  }
  return table.text();
}

std::string reasons(const PublishedRun& run) {
  FactList facts;
  for (const FigureCheck& check : run.checks.figures) {
    if (check.verdict != FigureVerdict::not_derivable) continue;
    facts.add("  " + check.machine + " " + check.figure.quantity, check.figure.reason);
  }
  return "not derivable, because\n" + facts.text();
}

std::string measured_text(const NocCheck& check) {
  if (check.row.latency) return significant(check.row.latency->value(), 4);
  return check.row.accepted ? significant(*check.row.accepted, 4) + " accepted" : "-";
}

// Where the measured latency is expected.
std::string expected_text(const analytic::NocEstimate& estimate) {
  if (!estimate.latency || !estimate.band) return "-";
  const double latency = estimate.latency->value();
  return significant(latency * (1 + estimate.band->low), 4) + " to " +
         significant(latency * (1 + estimate.band->high), 4);
}

std::string simulated_text(const NocCheck& check) {
  const sim::NocResult& result = check.simulated->result;
  if (!check.row.latency) return significant(result.accepted, 4) + " accepted";
  return result.latency ? significant(*result.latency, 4) : "unstable";
}

std::vector<std::string> simulated_cells(const NocCheck& check) {
  if (!check.simulated) return {"-", "-", "-", "-"};
  const validation::SimulatedRow& row = *check.simulated;
  return {simulated_text(check), error_text(row.error),
          row.tolerance ? percent_text(*row.tolerance) : "-", verdict_text(row.verdict)};
}

std::string noc_table(const PublishedRun& run) {
  TextTable table;
  table.add_column("source", Align::left);
  table.add_column("network", Align::left);
  table.add_column("traffic", Align::left);
  for (const char* heading :
       {"flits", "channels", "rate", "of ideal", "measured", "estimate", "expected", "error"}) {
    table.add_column(heading);
  }
  table.add_column("verdict", Align::left);
  if (run.simulated) {
    for (const char* heading : {"simulated", "error", "tolerance"}) table.add_column(heading);
    table.add_column("verdict", Align::left);
  }
  for (const NocCheck& check : run.checks.noc) {
    const validation::NocRow& row = check.row;
    const analytic::NocEstimate& estimate = check.estimate;
    std::vector<std::string> cells = {
        source_text(row.source),
        row.network,
        row.traffic_name,
        std::to_string(row.flits),
        std::to_string(row.noc.virtual_channels) + " x " + std::to_string(row.noc.buffer_flits),
        print_number(row.rate),
        percent_text(estimate.load),
        measured_text(check),
        estimate.latency ? significant(estimate.latency->value(), 4) : "-",
        expected_text(estimate),
        error_text(check.error),
        estimate_verdict(check)};
    if (run.simulated) {
      for (std::string& cell : simulated_cells(check)) cells.push_back(std::move(cell));
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string summary_table(const PublishedRun& run) {
  TextTable table;
  table.add_column("summary", Align::left);
  for (const char* heading : {"compared", "judged", "within", "mean error", "largest"}) {
    table.add_column(heading);
  }
  for (const validation::GroupSummary& group : run.summary.groups) {
    table.add_row({group.name, std::to_string(group.count), std::to_string(group.judged),
                   std::to_string(group.within), group.mape ? percent_text(*group.mape) : "-",
                   group.largest ? percent_text(*group.largest) : "-"});
  }
  return table.text();
}

std::string conclusion(const PublishedRun& run) {
  FactList facts;
  facts.add("bands", std::to_string(run.summary.bands_held) + " of " +
                         counted(static_cast<std::int64_t>(run.summary.bands), "row") +
                         " within the band of the estimate (95 % asked for)");
  for (const std::string& missed : run.summary.missed) facts.add("missed", missed);
  if (run.summary.missed.empty()) facts.add("verdict", "all that is judged holds");
  if (partial(run)) facts.add("partial", partial_text(run));
  return facts.text();
}

}  // namespace

bool partial(const PublishedRun& run) {
  return run.simulated && run.simulations < run.checks.noc.size();
}

std::string partial_text(const PublishedRun& run) {
  return "interrupted, " + std::to_string(run.simulations) + " of " +
         counted(static_cast<std::int64_t>(run.checks.noc.size()), "row") +
         " simulated: partial result";
}

std::string verdict_text(FigureVerdict verdict) {
  switch (verdict) {
    case FigureVerdict::agrees:
      return "agrees";
    case FigureVerdict::differs:
      return "differs";
    case FigureVerdict::not_derivable:
      return "not derivable";
    case FigureVerdict::not_compared:
      break;
  }
  return "not compared here";
}

std::string verdict_text(RowVerdict verdict) {
  if (verdict == RowVerdict::agrees) return "agrees";
  return verdict == RowVerdict::differs ? "differs" : "not judged";
}

std::string estimate_verdict(const NocCheck& check) {
  if (check.verdict == RowVerdict::agrees) return "within band";
  if (check.verdict == RowVerdict::differs) return "outside band";
  return std::string(analytic::state_text(check.estimate.state));
}

std::string source_text(validation::NocSource source) {
  return source == validation::NocSource::puma ? "PUMA" : "BookSim2";
}

std::string published_table(const PublishedRun& run) {
  return "Published figures of the presets; 1 MAC = 2 operations unless stated\n\n" +
         figures_table(run) + "\n" + reasons(run) +
         "\nMeasured latency of networks on chip, in cycles; rates in flits per node and "
         "cycle\n\n" +
         noc_table(run) + "\n" + summary_table(run) + "\n" + conclusion(run) +
         "\nerror: ours / theirs - 1. estimate: closed form; expected: its band around it.\n" +
         (run.simulated ? "simulated: the event engine at flit granularity.\n" : "");
}

}  // namespace crossroof::cli
