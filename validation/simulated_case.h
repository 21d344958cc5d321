// SPDX-License-Identifier: Apache-2.0
// What simulation says of a case. It is dear, and no estimate has a part in it but the one that
// chose the mapping, so it is kept (journal_json.h) and compared anew with whatever is estimated.
#ifndef CROSSROOF_VALIDATION_SIMULATED_CASE_H_
#define CROSSROOF_VALIDATION_SIMULATED_CASE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/measure.h"
#include "validation/loads.h"

namespace crossroof::validation {

struct WholeRun {
  std::int64_t images = 1;
  Seconds makespan;
};

struct SimulatedCase {
  std::string mapping;                       // digest of what was simulated
  std::string failed;                        // why there is no result; empty: there is one
  std::optional<Seconds> interval, latency;  // none: a limit came first
  sim::IntervalFrom from = sim::IntervalFrom::none;
  sim::SimEnd end = sim::SimEnd::finished;  // of the last run
  std::int64_t images = 0;                  // of the run the rest is of
  std::uint64_t events = 0;                 // of all runs
  std::vector<WholeRun> runs;               // that came to their end

  // Of a run that came to its end:
  bool whole = false;       // there is one
  double busiest_link = 0;  // share of the time it is busy
  std::optional<ResourceKey> busiest;
  std::vector<PerStage<Seconds>> layers;  // busy time of each stage per image
  std::string interval_reason, latency_reason;

  double cpu = 0;  // processor time of this computer, in seconds
};

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_SIMULATED_CASE_H_
