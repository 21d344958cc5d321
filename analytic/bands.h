// SPDX-License-Identifier: Apache-2.0
// Error bands of the tiers: where simulated values were found, relative to the estimate
// (docs/validation.md says on how many cases, and how often unseen ones lie inside). Bounds have a
// band whose lower edge is zero.
#ifndef CROSSROOF_ANALYTIC_BANDS_H_
#define CROSSROOF_ANALYTIC_BANDS_H_

#include "analytic/contention.h"
#include "analytic/estimate.h"

namespace crossroof::analytic {

// What the bands depend on, besides how far the estimates are apart.
struct BandFacts {
  bool streams = true;      // images follow each other through all layers
  bool shared_dma = false;  // packets of the NoC pass the ports of an L1
  Pace pace = Pace::layers;
  double noc = 0;  // load of the busiest link or port, relative to the interval
};

// Fills the bands of all tiers.
void add_bands(const BandFacts& facts, Estimate& e);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_BANDS_H_
