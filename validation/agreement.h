// SPDX-License-Identifier: Apache-2.0
// Do the two engines agree? error = estimate / simulated - 1, as everywhere in the project: above
// zero the estimate is too slow, below zero too fast.
#ifndef CROSSROOF_VALIDATION_AGREEMENT_H_
#define CROSSROOF_VALIDATION_AGREEMENT_H_

#include "analytic/estimate.h"
#include "sim/measure.h"

namespace crossroof::validation {

// What a tier says.
const analytic::TierResult& result_of(const analytic::Estimate& estimate, analytic::Tier tier);

struct Agreement {
  Seconds estimated, simulated;

  double error() const { return estimated / simulated - 1; }
  // Whether |error| <= tolerance.
  bool within(double tolerance) const;
};

// Time from image to image, and that of one image alone. Throw Error when the simulation was
// stopped before it knew.
Agreement interval_agreement(const analytic::TierResult& estimated,
                             const sim::Measurement& simulated);
Agreement latency_agreement(const analytic::TierResult& estimated,
                            const sim::Measurement& simulated);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_AGREEMENT_H_
