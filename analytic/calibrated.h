// SPDX-License-Identifier: Apache-2.0
// A machine with the effective rates that calibration found instead of the stated ones
// (docs/equations.md E114): every tier then works on it as on any other.
//   memory: rate of the controllers; noc: its clock; l1, simd: their clocks; crossbars: times of an
//   MVM, 1 / factor.
// Latencies in cycles of a clock change with it. Array writing is not calibrated.
#ifndef CROSSROOF_ANALYTIC_CALIBRATED_H_
#define CROSSROOF_ANALYTIC_CALIBRATED_H_

#include "models/rram_chip.h"

namespace crossroof::analytic {

// The chip itself when it has no calibration; otherwise one that has none any more.
RramChip calibrated(RramChip chip);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_CALIBRATED_H_
