// SPDX-License-Identifier: Apache-2.0
// From the raw description to the chip: clocks applied, topology built, cores laid out.
#ifndef CROSSROOF_MODELS_MACHINE_BUILD_H_
#define CROSSROOF_MODELS_MACHINE_BUILD_H_

#include "models/machine_raw.h"
#include "models/mistakes.h"

namespace crossroof {

// `raw` passed the checks of its fields. Mistakes that need the whole chip (cores without a router,
// nodes that cannot reach each other, ...) are noted at the values in `root`.
RramChip build_chip(const RawMachine& raw, const Node& root, Mistakes& mistakes);

// Cores and controllers on routers.
Topology build_topology(const RawMachine& raw, std::size_t cores, const Node& root,
                        Mistakes& mistakes);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_MACHINE_BUILD_H_
