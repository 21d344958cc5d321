// SPDX-License-Identifier: Apache-2.0
// What the stages of each layer did. The busy time of a stage is that of the resource that was
// busiest for the layer: the L1, SIMD unit or port of a core with all tasks of the layer there, the
// crossbars of one task, a memory controller or chip link with all messages of the layer. Waits are
// those of the busiest task there.
#ifndef CROSSROOF_SIM_COLLECT_LAYERS_H_
#define CROSSROOF_SIM_COLLECT_LAYERS_H_

#include "sim/chip.h"
#include "sim/simulate.h"

namespace crossroof::sim {

void collect_layers(const Program& program, const SimOptions& options, const RramChip& chip,
                    const Chip& run, SimResult& result);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_COLLECT_LAYERS_H_
