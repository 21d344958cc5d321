// SPDX-License-Identifier: Apache-2.0
// Gathers the result of a run from its modules.
#ifndef CROSSROOF_SIM_COLLECT_H_
#define CROSSROOF_SIM_COLLECT_H_

#include "sim/chip.h"
#include "sim/simulate.h"

namespace crossroof::sim {

SimResult collect(const RramChip& chip, const Program& program, const SimOptions& options,
                  const Chip& run, const Supervisor& supervisor, Tick stopped);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_COLLECT_H_
