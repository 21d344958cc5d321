// SPDX-License-Identifier: Apache-2.0
// Duplication (docs/equations.md E78): one replica at a time goes to the layer with the largest
// stage-max, if its bottleneck is the crossbars (S3) and a whole replica can be placed; a number of
// replicas that does not lower the largest share of positions is skipped. Stops otherwise, and says
// why. Cost: O(steps * (layers + flows of the changed layer)).
#ifndef CROSSROOF_ANALYTIC_DUPLICATE_H_
#define CROSSROOF_ANALYTIC_DUPLICATE_H_

#include "analytic/stage_max.h"
#include "workloads/mapper.h"

namespace crossroof::analytic {

enum class Duplication { none, greedy };

// The finished mapping of a network with replicas chosen by `duplication`.
Mapping map_with_replicas(const Network& net, const RramChip& chip, const MappingOptions& options,
                          Duplication duplication, Sharing sharing);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_DUPLICATE_H_
