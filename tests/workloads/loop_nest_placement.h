// SPDX-License-Identifier: Apache-2.0
// First-fit by hand (docs/mapping.md): each column set in turn goes to the first core
// in snake order with room for all its arrays. Only for chips of one core kind with L1 to spare,
// and only as long as every column set finds a core of its own: what is cut over cores is not
// retraced.
#ifndef CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_PLACEMENT_H_
#define CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_PLACEMENT_H_

#include <optional>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof::oracle {

using CoresOfSets = std::vector<std::vector<CoreId>>;  // by layer, then column set

// The cores of the first copies; nothing where this simple rule does not say.
std::optional<CoresOfSets> first_fit(const Network& net, const RramChip& chip,
                                     const MappingOptions& options);

// The fewest replicas above `present` with which the replica that has most positions has fewer than
// now; nothing when there are none up to one position each.
std::optional<std::int64_t> walk_next_useful(const ChunkPlan& present);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_PLACEMENT_H_
