// SPDX-License-Identifier: Apache-2.0
// S8 on a NoC with multicast (docs/equations.md E39): a message leaves its core once, with the
// channels any receiver on other cores of the chip needs, whatever their number; those on other
// chips are reached one by one. S1 stays per receiver.
// Cost: O(chunks * receivers) per producing layer.
#ifndef CROSSROOF_WORKLOADS_MULTICAST_H_
#define CROSSROOF_WORKLOADS_MULTICAST_H_

#include <vector>

#include "workloads/mapping.h"

namespace crossroof {

// Replaces noc_write of the tasks of `producer`; `out` names the streams that leave it. Flows to
// memory and partial sums have one receiver each and count as they are.
void fill_multicast(const Network& net, const RramChip& chip, LayerId producer,
                    const std::vector<std::size_t>& out, Mapping& mapping);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_MULTICAST_H_
