// SPDX-License-Identifier: Apache-2.0
// The parts of the loop nest that stay on a core: operands read, MVMs, conversions, results
// (docs/equations.md E31-E36).
#ifndef CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_TASKS_H_
#define CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_TASKS_H_

#include "tests/workloads/loop_nest.h"

namespace crossroof::oracle {

// One matrix layer of a mapping, all that its loops may look at.
struct LayerView {
  const Layer& layer;
  const CoreKind& kind;
  const std::vector<Task>& tasks;
  const LayerWalk& walk;
};

// What each task holds: rows, columns, arrays, weights, row blocks, remote cores.
void count_held(const LayerView& view, std::vector<TaskCounts>& counts);

// S2 and S3 of all positions.
void count_operands(const LayerView& view, Reuse reuse, std::vector<TaskCounts>& counts);

// S4 to S7 of all positions. `operand_bits`: bits of each fused operand of an output channel.
void count_results(const LayerView& view,
                   const std::vector<std::vector<std::int64_t>>& operand_bits,
                   std::vector<TaskCounts>& counts);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_TASKS_H_
