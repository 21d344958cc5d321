// SPDX-License-Identifier: Apache-2.0
// One network on one machine in one mode, estimated by every analytic tier and simulated. An error
// is tier / simulated - 1. Plain values, so that a worker process and a journal can hand them over
// as text (case_result_json.h).
#ifndef CROSSROOF_VALIDATION_CASE_RESULT_H_
#define CROSSROOF_VALIDATION_CASE_RESULT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analytic/estimate.h"
#include "sim/measure.h"
#include "validation/loads.h"

namespace crossroof::validation {

enum class CaseState {
  compared,    // latency and interval are known
  stopped,     // a limit of the user's came before the interval was known
  unsettled,   // the simulated interval is not to be relied on
  refused,     // the combination cannot be mapped
  not_needed,  // a reload of weights that fit
  failed,      // mapped, but the run failed
};
inline constexpr std::array<std::string_view, 6> kCaseStates = {
    "compared", "stopped", "unsettled", "refused", "not-needed", "failed"};

inline constexpr std::size_t kTierCount = 4;
inline constexpr std::array<std::string_view, kTierCount> kTierNames = {"stage-max", "resource-max",
                                                                        "pipeline", "contention"};
constexpr std::size_t index(analytic::Tier tier) { return static_cast<std::size_t>(tier); }

struct TierCase {
  Seconds interval, latency;                            // estimated
  std::optional<double> interval_error, latency_error;  // none: not known in simulation
};

// Where the contention tier says the simulated value lies, as factors of its estimate less one.
struct BandCase {
  std::optional<analytic::Band> band;  // none: the tier offers none
  std::optional<bool> contains;        // the simulated value
};

// A stage of a layer that has work in both engines: busy time per image.
struct StageCase {
  Stage stage{};
  Seconds estimated, simulated;
  double error() const { return estimated / simulated - 1; }
};

struct LayerCase {
  std::string name;
  std::vector<StageCase> stages;
};

struct CaseResult {
  std::string network, machine;
  RunMode mode = RunMode::layer_pipeline;
  Overflow overflow = Overflow::error;  // the one that was used
  CaseState state = CaseState::compared;
  std::string said;  // refused, failed: why
  std::int64_t batch = 1, chips = 1, passes = 1;

  std::optional<Seconds> interval, latency;  // simulated
  sim::IntervalFrom from = sim::IntervalFrom::none;
  std::int64_t images = 0;  // of the longest run
  std::uint64_t events = 0;

  std::array<TierCase, kTierCount> tiers;
  BandCase interval_band, latency_band;
  std::string bound_broken;  // a bound above the simulated makespan; empty: none

  Stratum stratum = Stratum::dominant;
  LoadKind busiest_kind = LoadKind::crossbars;
  double second_share = 0;  // load of the second busiest kind of resource / busiest
  double busiest_link = 0;  // simulated share of the time it is busy
  BottleneckAgreement bottleneck;
  std::vector<LayerCase> layers;
  std::string interval_reason, latency_reason;  // what simulated time is made of

  // Processor time of this computer, in seconds. Not the same from run to run.
  double estimate_cpu = 0, simulation_cpu = 0;

  const TierCase& tier(analytic::Tier t) const { return tiers[index(t)]; }
};

// Whether its interval may be compared.
inline bool interval_counts(const CaseResult& c) {
  return c.state == CaseState::compared && c.tiers[0].interval_error.has_value();
}
inline bool latency_counts(const CaseResult& c) { return c.tiers[0].latency_error.has_value(); }

// Mean absolute error over the stages of all layers; none without stages.
std::optional<double> stage_mape(const CaseResult& c);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_CASE_RESULT_H_
