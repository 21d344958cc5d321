// SPDX-License-Identifier: Apache-2.0
#include "validation/published_summary.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace crossroof::validation {
namespace {

class Group {
 public:
  explicit Group(std::string name) { made_.name = std::move(name); }

  void add(std::optional<double> error, RowVerdict verdict) {
    if (verdict != RowVerdict::not_judged) ++made_.judged;
    if (verdict == RowVerdict::agrees) ++made_.within;
    if (!error) return;
    ++made_.count;
    sum_ += std::abs(*error);
    largest_ = std::max(largest_, std::abs(*error));
  }

  GroupSummary summary() const {
    GroupSummary made = made_;
    if (made.count > 0) {
      made.mape = sum_ / static_cast<double>(made.count);
      made.largest = largest_;
    }
    return made;
  }

 private:
  GroupSummary made_;
  double sum_ = 0, largest_ = 0;
};

struct LoadStep {
  double above, up_to;
  const char* text;
};
constexpr double kRounding = 1e-9;
constexpr std::array<LoadStep, 4> kSteps = {{{-1, 0.2, "up to 20 %"},
                                             {0.2, 0.4, "20 to 40 %"},
                                             {0.4, 0.7, "40 to 70 %"},
                                             {0.7, 1e9, "above 70 %"}}};

bool inside(const LoadStep& step, double load) {
  return load > step.above + kRounding && load <= step.up_to + kRounding;
}

const char* name_of(NocSource source) { return source == NocSource::puma ? "PUMA" : "BookSim2"; }

RowVerdict judged(FigureVerdict verdict) {
  if (verdict == FigureVerdict::agrees) return RowVerdict::agrees;
  return verdict == FigureVerdict::differs ? RowVerdict::differs : RowVerdict::not_judged;
}

void add_figures(const PublishedChecks& checks, PublishedSummary& summary) {
  Group derivable("figures of presets");
  for (const FigureCheck& check : checks.figures) {
    if (check.verdict == FigureVerdict::not_derivable) {
      ++summary.not_derivable;
      continue;
    }
    derivable.add(check.error, judged(check.verdict));
    if (check.verdict == FigureVerdict::differs) {
      summary.missed.push_back(check.machine + " " + check.figure.quantity +
                               " is outside its tolerance");
    }
  }
  summary.groups.push_back(derivable.summary());
}

void add_group(const Group& group, PublishedSummary& summary) {
  const GroupSummary made = group.summary();
  if (made.count > 0 || made.judged > 0) summary.groups.push_back(made);
}

void add_estimates(const PublishedChecks& checks, NocSource source, PublishedSummary& summary) {
  for (const LoadStep& step : kSteps) {
    Group group(std::string(name_of(source)) + " latency, estimate, load " + step.text);
    for (const NocCheck& check : checks.noc) {
      if (check.row.source != source || !inside(step, check.estimate.load)) continue;
      group.add(check.error, check.verdict);
      summary.bands += check.verdict == RowVerdict::not_judged ? 0 : 1;
      summary.bands_held += check.verdict == RowVerdict::agrees ? 1 : 0;
    }
    add_group(group, summary);
  }
}

void add_simulations(const PublishedChecks& checks, NocSource source, PublishedSummary& summary) {
  const std::string name = name_of(source);
  Group accepted(name + " accepted rate, simulated");
  for (const LoadStep& step : kSteps) {
    Group latency(name + " latency, simulated, load " + step.text);
    for (const NocCheck& check : checks.noc) {
      if (check.row.source != source || !check.simulated || !inside(step, check.estimate.load)) {
        continue;
      }
      (check.row.latency ? latency : accepted)
          .add(check.simulated->error, check.simulated->verdict);
    }
    add_group(latency, summary);
  }
  add_group(accepted, summary);
}

}  // namespace

PublishedSummary summarise(const PublishedChecks& checks) {
  PublishedSummary summary;
  add_figures(checks, summary);
  for (const NocSource source : {NocSource::booksim, NocSource::puma}) {
    add_estimates(checks, source, summary);
    add_simulations(checks, source, summary);
  }
  const auto bands = static_cast<double>(summary.bands);
  if (static_cast<double>(summary.bands_held) < kBandCoverage * bands) {
    summary.missed.push_back("bands of the NoC latency hold in " +
                             std::to_string(summary.bands_held) + " of " +
                             std::to_string(summary.bands) + " rows, less than 95 %");
  }
  const auto wrong = std::count_if(checks.noc.begin(), checks.noc.end(), [](const NocCheck& c) {
    return c.simulated && c.simulated->verdict == RowVerdict::differs;
  });
  if (wrong > 0) {
    summary.missed.push_back(
        std::to_string(wrong) +
        (wrong == 1 ? " simulated row is outside its" : " simulated rows are outside their") +
        " tolerance");
  }
  return summary;
}

}  // namespace crossroof::validation
