// SPDX-License-Identifier: Apache-2.0
// Bits that move between nodes for each stream (docs/equations.md E37-E43). Every movement has one
// source and one destination and is charged once; what stays on a core does not move, and a message
// no chunk needs is not sent.
// Cost of a stream: O(consumer chunks * window + consumer tasks * producer tasks).
#ifndef CROSSROOF_WORKLOADS_FLOWS_H_
#define CROSSROOF_WORKLOADS_FLOWS_H_

#include <vector>

#include "workloads/mapping.h"

namespace crossroof {

// What of a tensor goes to memory: messages and channels that some reader there needs, or all that
// a network output has.
struct StoredPart {
  std::vector<bool> messages;
  std::vector<Span> channels;
};
StoredPart stored_part(const Network& net, const Mapping& mapping, const Stream& store);

// Recomputes the flows of one stream from its needs and the tasks of its two ends.
void fill_flows(const Network& net, const RramChip& chip, const Mapping& mapping, Stream& stream);

// Sums the flows that reach and leave a layer into S1 and S8 of its tasks. `in` and `out` name its
// streams (workloads/credits.h, StreamIndex).
void fill_transfers(const RramChip& chip, LayerId layer, const std::vector<std::size_t>& in,
                    const std::vector<std::size_t>& out, Mapping& mapping);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_FLOWS_H_
