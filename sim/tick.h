// SPDX-License-Identifier: Apache-2.0
// Simulated time: whole ticks of one femtosecond. Times of a machine become ticks once, rounding
// up, so no duration is ever shorter than the machine says; a value within one part in 10^9 of a
// whole tick is that tick (a decimal fraction in binary is not a longer time).
#ifndef CROSSROOF_SIM_TICK_H_
#define CROSSROOF_SIM_TICK_H_

#include <cstdint>
#include <limits>

#include "models/units.h"

namespace crossroof::sim {

using Tick = std::uint64_t;
inline constexpr Tick kNever = std::numeric_limits<Tick>::max();
inline constexpr double kTicksPerSecond = 1e15;

// Throws Error when the time is negative or beyond 2^63 ticks (2.5 hours).
Tick ticks(Seconds t);
// One period of a clock; a whole number of cycles takes that many periods.
Tick period(Hertz clock);
inline Seconds seconds(Tick t) { return Seconds(static_cast<double>(t) / kTicksPerSecond); }

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_TICK_H_
