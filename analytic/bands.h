// SPDX-License-Identifier: Apache-2.0
// Error bands of the tiers: where simulated values were found, relative to the estimate
// (docs/validation.md says on how many cases, and how often unseen ones lie inside). Bounds have a
// band whose lower edge is zero.
#ifndef CROSSROOF_ANALYTIC_BANDS_H_
#define CROSSROOF_ANALYTIC_BANDS_H_

#include <cstdint>

#include "analytic/estimate.h"

namespace crossroof::analytic {

// Fills the bands of all tiers. `interval`: of the contention tier, between images that stream
// through a phase, summed over phases; `noc`: load of its busiest link, relative to that.
void add_bands(Seconds interval, double noc, Estimate& e);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_BANDS_H_
