// SPDX-License-Identifier: Apache-2.0
// The parts of expand() (workloads/program.h): chunks of one task, and the feeds of all streams.
#ifndef CROSSROOF_WORKLOADS_EXPAND_H_
#define CROSSROOF_WORKLOADS_EXPAND_H_

#include <cstdint>
#include <vector>

#include "workloads/program.h"

namespace crossroof {

// Chunks of one image that a replica processes, in order.
std::vector<std::int32_t> chunks_of(const ChunkPlan& plan, std::int64_t replica);

// A task with its chunks; without inlets and feeds. Amounts of a chunk are its share, by positions,
// of those of the task; the shares add up.
CoreTask expand_task(const Network& net, const RramChip& chip, const Mapping& mapping, LayerId id,
                     const Task& from);

// First TaskId of each layer; tasks keep the order of the mapping.
using FirstTasks = std::vector<std::uint32_t>;

// Adds inlets, demands, lists, feeds and tensors of every stream.
void expand_streams(const Network& net, const RramChip& chip, const Mapping& mapping,
                    const FirstTasks& first, Program& program);

// Splits the feeds that leave each core into groups a NoC with multicast sends once. `channels`: of
// each feed.
void group_multicast(const std::vector<std::vector<Span>>& channels, Program& program);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_EXPAND_H_
