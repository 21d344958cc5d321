// SPDX-License-Identifier: Apache-2.0
// One row of a measured load curve (validation/noc_rows.h) against both engines.
//   estimate   analytic::noc_latency: within its band (measured / estimate - 1), or without a band
//   simulated  the event engine at flit granularity: latency of stable rows within 7 % up to 60 %
//              of the ideal rate and 12 % up to 72 %; accepted rate of others within 10 % for
//              uniform traffic and 5 % for the rest. Above 72 % a measured latency is one short run
//              near saturation and not judged.
// Error = ours / measured - 1.
#ifndef CROSSROOF_VALIDATION_NOC_CHECK_H_
#define CROSSROOF_VALIDATION_NOC_CHECK_H_

#include <atomic>
#include <optional>

#include "analytic/noc_latency.h"
#include "sim/noc_run.h"
#include "validation/noc_rows.h"

namespace crossroof::validation {

enum class RowVerdict { agrees, differs, not_judged };

struct SimulatedRow {
  sim::NocResult result;
  std::optional<double> error;      // of the latency, or of the accepted rate of an unstable row
  std::optional<double> tolerance;  // none: not judged
  RowVerdict verdict = RowVerdict::not_judged;
};

struct NocCheck {
  NocRow row;
  analytic::NocEstimate estimate;
  std::optional<double> error;  // of the estimate
  RowVerdict verdict = RowVerdict::not_judged;
  std::optional<SimulatedRow> simulated;
};

NocCheck check_estimate(const NocRow& row);

// 20 000 measured cycles, from 60 to 72 % of the ideal rate up to 100 000. Nothing when the flag is
// set before it is done.
std::optional<SimulatedRow> check_simulation(const NocRow& row,
                                             const std::atomic<bool>* interrupted = nullptr);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_NOC_CHECK_H_
