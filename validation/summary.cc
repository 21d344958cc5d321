// SPDX-License-Identifier: Apache-2.0
#include "validation/summary.h"

#include <functional>
#include <map>
#include <utility>

#include "validation/words.h"

namespace crossroof::validation {
namespace {

using analytic::Tier;
using Cases = std::vector<CaseResult>;
using Choose = std::function<bool(const CaseResult&)>;

constexpr double kMiddle = 0.5;
constexpr const char* kAll = "all";

// What a row of the tables is of; rows of no or of all cases are left out.
std::vector<std::pair<std::string, Choose>> row_groups() {
  std::vector<std::pair<std::string, Choose>> groups = {
      {kAll, [](const CaseResult&) { return true; }}};
  for (std::size_t m = 0; m < kModeWords.size(); ++m) {
    groups.emplace_back(kModeWords[m],
                        [m](const CaseResult& c) { return static_cast<std::size_t>(c.mode) == m; });
  }
  for (std::size_t s = 0; s < kStrata.size(); ++s) {
    groups.emplace_back(
        kStrata[s], [s](const CaseResult& c) { return static_cast<std::size_t>(c.stratum) == s; });
  }
  groups.emplace_back("links < 90 %",
                      [](const CaseResult& c) { return c.busiest_link < kBusyLink; });
  groups.emplace_back("links >= 90 %",
                      [](const CaseResult& c) { return c.busiest_link >= kBusyLink; });
  groups.emplace_back("one chip",
                      [](const CaseResult& c) { return c.overflow == Overflow::error; });
  groups.emplace_back("multi-chip",
                      [](const CaseResult& c) { return c.overflow == Overflow::multi_chip; });
  groups.emplace_back("reload", [](const CaseResult& c) { return c.overflow == Overflow::reload; });
  return groups;
}

std::optional<ErrorRow> error_row(const Cases& cases, const std::string& group,
                                  const Choose& chosen, std::size_t tier) {
  std::vector<double> intervals, latencies;
  bool others = false;
  for (const CaseResult& c : cases) {
    if (!latency_counts(c)) continue;
    if (!chosen(c)) {
      others = true;
      continue;
    }
    if (interval_counts(c)) intervals.push_back(*c.tiers[tier].interval_error);
    latencies.push_back(*c.tiers[tier].latency_error);
  }
  if (latencies.empty() || (!others && group != kAll)) return std::nullopt;
  return ErrorRow{group, static_cast<Tier>(tier), error_statistics(intervals),
                  error_statistics(latencies)};
}

void add_errors(const Cases& cases, Summary& s) {
  for (const auto& [name, chosen] : row_groups()) {
    for (std::size_t t = 0; t < kTierCount; ++t) {
      std::optional<ErrorRow> row = error_row(cases, name, chosen, t);
      if (row) s.errors.push_back(std::move(*row));
    }
  }
}

void add_ranks(const Cases& cases, const std::vector<std::string>& groups, Summary& s) {
  std::map<std::pair<std::string, RunMode>, std::array<std::vector<Ranked>, kTierCount>> ranked;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseResult& c = cases[i];
    if (groups[i].empty() || !interval_counts(c)) continue;
    for (std::size_t t = 0; t < kTierCount; ++t) {
      ranked[{groups[i], c.mode}][t].push_back({c.tiers[t].interval.value(), c.interval->value()});
    }
  }
  for (const auto& [key, tiers] : ranked) {
    RankRow row{key.first, key.second, static_cast<std::int64_t>(tiers[0].size()), {}};
    if (row.machines < 2) continue;
    for (std::size_t t = 0; t < kTierCount; ++t) row.tiers[t] = kendall(tiers[t], kRankedApart);
    s.ranks.push_back(std::move(row));
  }
}

void count(Share& share, bool yes) {
  ++share.of;
  share.yes += yes ? 1 : 0;
}

class Bands {
 public:
  explicit Bands(BandSummary& into) : into_(into) {}
  Bands(const Bands&) = delete;
  Bands& operator=(const Bands&) = delete;
  ~Bands() { into_.median_width = quantile(widths_, kMiddle); }
  void see(const BandCase& band) {
    if (!band.band) {
      ++into_.none;
      return;
    }
    widths_.push_back(band.band->high - band.band->low);
    if (band.contains) count(into_.contained, *band.contains);
  }

 private:
  BandSummary& into_;
  std::vector<double> widths_;
};

}  // namespace

Summary summarise(const Cases& cases, const std::vector<std::string>& groups) {
  Summary s;
  std::vector<double> stages, ratios;
  {
    Bands intervals(s.interval_band), latencies(s.latency_band);
    for (const CaseResult& c : cases) {
      ++s.states[static_cast<std::size_t>(c.state)];
      if (interval_counts(c)) intervals.see(c.interval_band);
      if (latency_counts(c)) latencies.see(c.latency_band);
      if (!latency_counts(c)) continue;
      if (c.state == CaseState::compared && c.from == sim::IntervalFrom::last) ++s.not_converged;
      if (!c.bottleneck.simulated.empty()) count(s.bottleneck, c.bottleneck.agree);
      count(s.bounds, c.bound_broken.empty());
      count(s.second_kind, c.second_share >= kBalanced);
      if (const std::optional<double> mape = stage_mape(c)) stages.push_back(*mape);
      s.estimate_cpu += c.estimate_cpu;
      s.simulation_cpu += c.simulation_cpu;
      if (c.estimate_cpu > 0) ratios.push_back(c.simulation_cpu / c.estimate_cpu);
    }
  }
  s.stage_mape = quantile(stages, kMiddle);
  s.speed_ratio = quantile(ratios, kMiddle);
  add_errors(cases, s);
  add_ranks(cases, groups, s);
  return s;
}

const ErrorRow* overall(const Summary& summary, Tier tier) {
  for (const ErrorRow& row : summary.errors) {
    if (row.group == kAll && row.tier == tier) return &row;
  }
  return nullptr;
}

}  // namespace crossroof::validation
