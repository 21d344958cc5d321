// SPDX-License-Identifier: Apache-2.0
// Why nothing moves: who waits for what, and the cycle in it.
#ifndef CROSSROOF_SIM_DEADLOCK_H_
#define CROSSROOF_SIM_DEADLOCK_H_

#include <string>

#include "sim/chip.h"

namespace crossroof::sim {

// One line for each task that waits, those of the cycle first.
std::string explain_deadlock(const Program& program, const Chip& run);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_DEADLOCK_H_
