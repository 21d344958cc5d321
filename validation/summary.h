// SPDX-License-Identifier: Apache-2.0
// Statistics over many compared cases: errors by tier, run mode, stratum and link load, ranking of
// machines, agreement on the bottleneck, coverage of bands, bounds. Intervals that did not settle
// or were cut short are counted, not compared.
#ifndef CROSSROOF_VALIDATION_SUMMARY_H_
#define CROSSROOF_VALIDATION_SUMMARY_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "validation/case_result.h"
#include "validation/error_statistics.h"

namespace crossroof::validation {

// Simulated intervals closer than this do not rank two machines.
inline constexpr double kRankedApart = 0.03;
// Links that carry more are near saturation.
inline constexpr double kBusyLink = 0.9;

struct ErrorRow {
  std::string group;  // "all", "layer-serial", "balanced", "links < 90 %", ...
  analytic::Tier tier{};
  std::optional<ErrorStatistics> interval, latency;
};

// Machines that one network chooses from.
struct RankRow {
  std::string group;
  RunMode mode = RunMode::layer_pipeline;
  std::int64_t machines = 0;
  std::array<RankAgreement, kTierCount> tiers;
};

struct Share {
  std::int64_t of = 0, yes = 0;
  std::optional<double> value() const {
    if (of == 0) return std::nullopt;
    return static_cast<double>(yes) / static_cast<double>(of);
  }
};

struct BandSummary {
  Share contained;        // of those that have a band and a simulated value
  std::int64_t none = 0;  // near saturation: no band
  std::optional<double> median_width;
};

struct Summary {
  std::array<std::int64_t, kCaseStates.size()> states{};
  std::int64_t not_converged = 0;  // compared all the same
  std::vector<ErrorRow> errors;    // groups in turn, all tiers of each
  std::vector<RankRow> ranks;
  Share bottleneck;  // agree
  BandSummary interval_band, latency_band;
  Share bounds;                      // cases whose bounds hold
  std::optional<double> stage_mape;  // median over cases
  Share second_kind;                 // second busiest kind carries at least 70 % of the busiest
  // Processor time: simulation / estimate, median over cases; sums in seconds.
  std::optional<double> speed_ratio;
  double estimate_cpu = 0, simulation_cpu = 0;

  std::int64_t count(CaseState s) const { return states[static_cast<std::size_t>(s)]; }
};

// `groups`: for each case, the machines it is ranked with; empty: none.
Summary summarise(const std::vector<CaseResult>& cases, const std::vector<std::string>& groups);

// The statistics of all cases; none when nothing was compared.
const ErrorRow* overall(const Summary& summary, analytic::Tier tier);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_SUMMARY_H_
