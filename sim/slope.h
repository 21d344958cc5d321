// SPDX-License-Identifier: Apache-2.0
// The interval between images of a run: least-squares slope of completion times over images B/4 to
// 3B/4, so that neither filling nor draining counts. Source: ordinary least squares.
#ifndef CROSSROOF_SIM_SLOPE_H_
#define CROSSROOF_SIM_SLOPE_H_

#include <vector>

#include "models/units.h"

namespace crossroof::sim {

// Zero when there are fewer than two images between the quarters.
Seconds slope(const std::vector<Seconds>& completions);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_SLOPE_H_
