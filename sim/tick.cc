// SPDX-License-Identifier: Apache-2.0
#include "sim/tick.h"

#include <cmath>

#include "models/error.h"

namespace crossroof::sim {

Tick ticks(Seconds t) {
  const double exact = t.value() * kTicksPerSecond;
  if (!(exact >= 0) || exact >= 9.2e18) {
    throw Error("a time of " + std::to_string(t.value()) +
                " s cannot be simulated; expected 0 to 9200 s");
  }
  const double nearest = std::round(exact);
  constexpr double kNoise = 1e-9;
  if (std::abs(exact - nearest) <= kNoise * nearest) return static_cast<Tick>(nearest);
  return static_cast<Tick>(std::ceil(exact));
}

Tick period(Hertz clock) { return ticks(Cycles(1) / clock); }

}  // namespace crossroof::sim
