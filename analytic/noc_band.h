// SPDX-License-Identifier: Apache-2.0
// How far simulated latencies lie from the estimate of analytic/noc_latency.h (docs/equations.md
// E113). Measured against the flit engine on random meshes, tori, traffic, packets and buffers;
// then checked against BookSim2, whose rows had no part in it.
#ifndef CROSSROOF_ANALYTIC_NOC_BAND_H_
#define CROSSROOF_ANALYTIC_NOC_BAND_H_

#include <optional>

#include "analytic/band.h"

namespace crossroof::analytic {

// How hard a NoC works, as fractions.
struct NocStrain {
  double load = 0;      // of the busiest port or link
  double channels = 0;  // of the time the busiest virtual channel holds a packet in front
  bool fits = true;     // a packet fits a buffer, and credits come back before it is full
  double capacity = 1;  // of a link, for want of buffers or channels
};

// Above either, the estimate is near saturation.
inline constexpr double kMostLoad = 0.7, kMostChannels = 0.8;

// None above a load of 70 %, nor where buffers are too small for a link to be busy.
std::optional<Band> noc_band(const NocStrain& strain);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_NOC_BAND_H_
