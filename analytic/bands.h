// SPDX-License-Identifier: Apache-2.0
// Error bands of the tiers: where simulated values were found, relative to the estimate
// (docs/validation.md says on how many cases, and how often unseen ones lie inside). Bounds have a
// band whose lower edge is zero.
#ifndef CROSSROOF_ANALYTIC_BANDS_H_
#define CROSSROOF_ANALYTIC_BANDS_H_

#include "analytic/estimate.h"

namespace crossroof::analytic {

// Fills the bands of all tiers. `streams`: images follow each other through all layers; `noc`: load
// of the busiest link or port, relative to the interval of the contention tier.
void add_bands(bool streams, double noc, Estimate& e);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_BANDS_H_
