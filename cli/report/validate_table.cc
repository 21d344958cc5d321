// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/report/engineering.h"
#include "cli/report/text_table.h"
#include "cli/report/validate_report.h"
#include "validation/grid.h"
#include "validation/words.h"

namespace crossroof::cli {
namespace {

using analytic::Tier;
using validation::CaseResult;
using validation::CaseState;
using validation::ErrorStatistics;
using validation::kTierNames;
using validation::Summary;

constexpr std::size_t kShortList = 20;
constexpr std::size_t kLongestName = 40, kLongestCase = 100;
constexpr double kBar = 0.05;

std::string rounded(double percent, const char* form) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), form, percent);
  return text.data();
}

// "12.3", "-4.1", without the sign of a zero.
std::string percents(double share) {
  constexpr double kHundred = 100;
  const std::string text = rounded(share * kHundred, "%.1f");
  return text == "-0.0" ? "0.0" : text;
}

std::string signed_percents(const std::optional<double>& share) {
  if (!share) return "-";
  constexpr double kHundred = 100;
  const std::string text = rounded(*share * kHundred, "%+.1f");
  return text == "-0.0" || text == "+0.0" ? "0.0" : text;
}

std::string time_or_dash(const std::optional<Seconds>& time) {
  return time ? time_text(*time) : "-";
}

std::string share_text(const validation::Share& share) {
  if (share.of == 0) return "none to tell from";
  return std::to_string(share.yes) + " of " + std::to_string(share.of) + " (" +
         percent_text(*share.value()) + ")";
}

std::string errors_table(const Summary& summary, const char* title,
                         std::optional<ErrorStatistics> validation::ErrorRow::*of) {
  TextTable table;
  table.add_column(title, Align::left);
  table.add_column("tier", Align::left);
  for (const char* heading : {"cases", "median", "MAPE", "p95", "max", "bias"}) {
    table.add_column(heading);
  }
  for (const validation::ErrorRow& row : summary.errors) {
    const std::optional<ErrorStatistics>& s = row.*of;
    if (!s) continue;
    table.add_row({row.tier == Tier::stage_max ? row.group : "",
                   std::string(kTierNames[validation::index(row.tier)]), std::to_string(s->count),
                   percents(s->median), percents(s->mape), percents(s->p95), percents(s->max),
                   signed_percents(s->bias)});
  }
  return table.text();
}

std::string ranks_table(const Summary& summary) {
  TextTable table;
  table.add_column("machines ranked for", Align::left);
  table.add_column("mode", Align::left);
  for (const char* heading : {"machines", "pairs", "dropped"}) table.add_column(heading);
  for (const std::string_view tier : kTierNames) table.add_column("tau " + std::string(tier));
  for (const validation::RankRow& row : summary.ranks) {
    std::vector<std::string> cells = {
        shortened(row.group, kLongestName),
        std::string(validation::kModeWords[static_cast<std::size_t>(row.mode)]),
        std::to_string(row.machines), std::to_string(row.tiers[0].pairs),
        std::to_string(row.tiers[0].dropped)};
    for (const validation::RankAgreement& tier : row.tiers) {
      cells.push_back(tier.tau ? rounded(*tier.tau, "%.3f") : "-");
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string states_text(const Summary& s) {
  std::string text = counted(s.count(CaseState::compared), "case") + " compared";
  if (s.not_converged > 0) {
    text += " (" + std::to_string(s.not_converged) + " with an interval that has not converged)";
  }
  const auto add = [&](CaseState state, const char* words) {
    if (s.count(state) > 0) text += ", " + std::to_string(s.count(state)) + " " + words;
  };
  add(CaseState::unsettled, "with an interval that did not settle (latency compared)");
  add(CaseState::stopped, "stopped by a limit");
  add(CaseState::refused, "that cannot be mapped");
  add(CaseState::failed, "failed");
  return text;
}

std::string band_text(const validation::BandSummary& band) {
  std::string text = share_text(band.contained);
  if (band.median_width) text += ", median width " + percent_text(*band.median_width);
  if (band.none > 0) text += "; " + std::to_string(band.none) + " without one";
  return text;
}

std::string facts(const Validation& v) {
  const Summary& s = v.summary;
  FactList facts;
  facts.add("cases", states_text(s));
  if (v.setup.random) {
    facts.add("drawn", std::to_string(*v.setup.random) + " random cases, seed " +
                           std::to_string(v.setup.seed));
  }
  if (v.setup.grid) {
    facts.add("grid", std::to_string(*v.setup.grid) + " of " +
                          std::to_string(validation::kGridSize) + " machines around each, seed " +
                          std::to_string(v.setup.seed));
    for (const validation::GridParameter& p : validation::kGridParameters) {
      facts.add("", "x0.5, x1, x2 " + std::string(p.name) + ": " + std::string(p.meaning));
    }
  }
  facts.add("error", "tier / simulated - 1, in percent");
  facts.add("balance",
            "the second busiest kind of resource carries at least 70 % of the busiest: " +
                share_text(s.second_kind));
  facts.add("bounds", "hold in " + share_text(s.bounds));
  facts.add("bottleneck", "agrees in " + share_text(s.bottleneck));
  facts.add("interval band", "contains the simulated value: " + band_text(s.interval_band));
  facts.add("latency band", "contains the simulated value: " + band_text(s.latency_band));
  if (s.stage_mape)
    facts.add("stages", "mean |error| " + percent_text(*s.stage_mape) + " (median over cases)");
  if (v.arguments.timings && s.speed_ratio) {
    facts.add("speed", "simulating takes " + significant(*s.speed_ratio, 3) +
                           " times as long as estimating (median); together " +
                           time_text(Seconds(s.simulation_cpu)) + " and " +
                           time_text(Seconds(s.estimate_cpu)) + " of processor time");
  }
  return facts.text();
}

double off(const CaseResult& c) {
  const validation::TierCase& t = c.tier(Tier::contention);
  if (interval_counts(c)) return std::abs(*t.interval_error);
  return t.latency_error ? std::abs(*t.latency_error) / 2 : 0;
}

std::vector<const CaseResult*> worst_first(const Validation& v) {
  std::vector<const CaseResult*> all;
  for (const CaseResult& c : v.cases) {
    if (simulated(c)) all.push_back(&c);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const CaseResult* a, const CaseResult* b) { return off(*a) > off(*b); });
  return all;
}

std::string where_text(const CaseResult& c) {
  const std::string over =
      c.overflow == Overflow::multi_chip ? ", " + std::to_string(c.chips) + " chips"
      : c.overflow == Overflow::reload   ? ", reload in " + std::to_string(c.passes) + " passes"
                                         : "";
  return c.network + " on " + c.machine + over;
}

std::string mark(const CaseResult& c) {
  if (c.state == CaseState::unsettled || c.state == CaseState::stopped) return " ?";
  return c.from == sim::IntervalFrom::last ? " ~" : "";
}

std::string cases_table(const std::vector<const CaseResult*>& cases) {
  TextTable table;
  table.add_column("case", Align::left);
  table.add_column("mode", Align::left);
  table.add_column("stratum", Align::left);
  for (const char* heading : {"link %", "interval", "stage-max", "resource-max", "pipeline",
                              "contention", "latency", "contention"}) {
    table.add_column(heading);
  }
  table.add_column("busiest", Align::left);
  for (const CaseResult* c : cases) {
    std::vector<std::string> cells = {
        shortened(where_text(*c), kLongestCase),
        std::string(validation::kModeWords[static_cast<std::size_t>(c->mode)]),
        std::string(validation::kStrata[static_cast<std::size_t>(c->stratum)]),
        percents(c->busiest_link), time_or_dash(c->interval) + mark(*c)};
    for (const validation::TierCase& t : c->tiers) {
      cells.push_back(signed_percents(t.interval_error));
    }
    cells.push_back(time_or_dash(c->latency));
    cells.push_back(signed_percents(c->tier(Tier::contention).latency_error));
    cells.push_back(shortened(c->bottleneck.simulated, kLongestName) +
                    (c->bottleneck.agree || c->bottleneck.simulated.empty() ? "" : " !"));
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string reasons(const Validation& v, const std::vector<const CaseResult*>& cases) {
  std::string text;
  for (const CaseResult* c : cases) {
    const std::string reason = reason_text(v, *c);
    if (reason.empty()) continue;
    text += where_text(*c) + ", " +
            std::string(validation::kModeWords[static_cast<std::size_t>(c->mode)]) + ":\n  " +
            reason + "\n";
  }
  return text.empty() ? "" : "\nWhy cases are beyond the bar, from simulated times:\n" + text;
}

std::string not_simulated(const Validation& v, CaseState state, const char* title) {
  const std::size_t most = v.arguments.all ? v.cases.size() : kShortList / 2;
  std::string text;
  std::size_t count = 0;
  for (const CaseResult& c : v.cases) {
    if (c.state != state || ++count > most) continue;
    text += "  " + c.network + " on " + c.machine + ", " +
            std::string(validation::kModeWords[static_cast<std::size_t>(c.mode)]) + ": " + c.said +
            "\n";
  }
  if (count == 0) return "";
  if (count > most) text += "  and " + std::to_string(count - most) + " more; --all lists them\n";
  return "\n" + std::string(title) + "\n" + text;
}

}  // namespace

bool simulated(const CaseResult& c) {
  return c.state == CaseState::compared || c.state == CaseState::stopped ||
         c.state == CaseState::unsettled;
}

std::string reason_text(const Validation& v, const CaseResult& c) {
  const double bar = v.setup.max_error.value_or(kBar);
  const validation::TierCase& t = c.tier(Tier::contention);
  const auto part = [](const char* what, const std::optional<double>& error,
                       const std::string& why) {
    return std::string(what) + " estimated " + percent_text(std::abs(*error)) +
           (*error < 0 ? " too short; " : " too long; ") + why;
  };
  std::string text;
  if (interval_counts(c) && std::abs(*t.interval_error) > bar) {
    text = part("interval", t.interval_error, c.interval_reason);
  }
  if (latency_counts(c) && std::abs(*t.latency_error) > 2 * bar) {
    text += (text.empty() ? "" : ". ") + part("latency", t.latency_error, c.latency_reason);
  }
  return text;
}

std::string validate_table(const Validation& v) {
  std::string text = facts(v);
  if (!v.summary.errors.empty()) {
    text += "\n" + errors_table(v.summary, "interval", &validation::ErrorRow::interval);
    text += "\n" + errors_table(v.summary, "latency", &validation::ErrorRow::latency);
  }
  if (!v.summary.ranks.empty()) text += "\n" + ranks_table(v.summary);
  std::vector<const CaseResult*> cases = worst_first(v);
  const std::size_t all = cases.size();
  if (!v.arguments.all) cases.resize(std::min(all, kShortList));
  if (all > 0) {
    text += "\n" + cases_table(cases);
    if (cases.size() < all) {
      text += "and " + std::to_string(all - cases.size()) +
              " more with smaller errors; --all lists"
              " them\n";
    }
    text += "! another bottleneck than estimated; ~ not converged; ? not settled or cut short.\n";
    text += reasons(v, cases);
  }
  text += not_simulated(v, CaseState::refused, "Cannot be mapped:");
  return text + not_simulated(v, CaseState::failed, "Failed:");
}

}  // namespace crossroof::cli
