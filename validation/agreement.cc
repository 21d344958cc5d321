// SPDX-License-Identifier: Apache-2.0
#include "validation/agreement.h"

#include <cmath>
#include <string>

#include "models/error.h"

namespace crossroof::validation {
namespace {

Agreement agreement(Seconds estimated, const std::optional<Seconds>& simulated, const char* what) {
  if (!simulated || *simulated <= Seconds()) {
    throw Error(std::string("the simulation has no ") + what + ", expected one that took time");
  }
  return {estimated, *simulated};
}

}  // namespace

const analytic::TierResult& result_of(const analytic::Estimate& estimate, analytic::Tier tier) {
  switch (tier) {
    case analytic::Tier::stage_max:
      return estimate.stage_max;
    case analytic::Tier::resource_max:
      return estimate.resource_max;
    case analytic::Tier::pipeline:
      return estimate.pipeline;
    case analytic::Tier::contention:
      break;
  }
  return estimate.contention;
}

bool Agreement::within(double tolerance) const { return std::abs(error()) <= tolerance; }

Agreement interval_agreement(const analytic::TierResult& estimated,
                             const sim::Measurement& simulated) {
  return agreement(estimated.interval, simulated.interval, "interval");
}

Agreement latency_agreement(const analytic::TierResult& estimated,
                            const sim::Measurement& simulated) {
  return agreement(estimated.latency, simulated.latency, "latency");
}

}  // namespace crossroof::validation
