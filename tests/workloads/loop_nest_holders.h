// SPDX-License-Identifier: Apache-2.0
// Who holds which weight: the task of every row block, the root of every channel, and the weights
// that a mapping places twice, never or outside the matrix.
#ifndef CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_HOLDERS_H_
#define CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_HOLDERS_H_

#include <string>
#include <vector>

#include "tests/workloads/loop_nest.h"

namespace crossroof::oracle {

// Fills task_of, root_of, columns_held and channels_read; adds to `faults`.
void find_holders(const Layer& layer, const std::vector<Task>& tasks, std::size_t replicas,
                  LayerWalk& walk, std::vector<std::string>& faults);

// The column set of an output channel, numbered over all groups.
std::int64_t set_of_channel(const Layer& layer, const WeightWalk& weights, std::int64_t channel);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_HOLDERS_H_
