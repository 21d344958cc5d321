// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "cli/report/csv.h"
#include "cli/report/validate_report.h"
#include "validation/words.h"

namespace crossroof::cli {
namespace {

using validation::CaseResult;

void number(Csv& csv, const std::optional<double>& value) {
  if (value) {
    csv.field(*value);
  } else {
    csv.field("");
  }
}

void time(Csv& csv, const std::optional<Seconds>& value) {
  number(csv, value ? std::optional(value->value()) : std::nullopt);
}

}  // namespace

std::string validate_csv(const Validation& v) {
  Csv csv;
  for (const char* heading :
       {"network", "machine", "mode", "overflow", "state", "stratum", "busiest_link",
        "simulated_interval_s", "simulated_latency_s", "interval_from", "tier", "interval_s",
        "latency_s", "interval_error", "latency_error"}) {
    csv.field(heading);
  }
  csv.end_record();
  for (const CaseResult& c : v.cases) {
    if (!simulated(c)) continue;
    for (std::size_t t = 0; t < validation::kTierCount; ++t) {
      csv.field(c.network).field(c.machine);
      csv.field(validation::kModeWords[static_cast<std::size_t>(c.mode)]);
      csv.field(validation::kOverflowWords[static_cast<std::size_t>(c.overflow)]);
      csv.field(validation::kCaseStates[static_cast<std::size_t>(c.state)]);
      csv.field(validation::kStrata[static_cast<std::size_t>(c.stratum)]).field(c.busiest_link);
      time(csv, c.interval);
      time(csv, c.latency);
      csv.field(validation::kIntervalFromWords[static_cast<std::size_t>(c.from)]);
      csv.field(validation::kTierNames[t]);
      csv.field(c.tiers[t].interval.value()).field(c.tiers[t].latency.value());
      number(csv, c.tiers[t].interval_error);
      number(csv, c.tiers[t].latency_error);
      csv.end_record();
    }
  }
  return csv.text();
}

}  // namespace crossroof::cli
