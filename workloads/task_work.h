// SPDX-License-Identifier: Apache-2.0
// Stage amounts S2..S7 of the tasks of one layer, for one image (docs/equations.md
// E31-E36). With m MVMs, |K| rows, |M| columns, q row blocks added by the SIMD unit and `remote`
// other cores of the column set:
//   S2 = m |K| b_in (im2col), or the distinct inputs times b_in (line buffer)
//   S3 = m MVMs in lock step on all blocks
//   root:    S4 = m |M| b_acc q;  S5 = m |M| b_acc (q + remote) + fused operands;
//            S6 = m |M| (q - 1 + remote) additions + fused operations;  S7 = results * b_out
//            q + remote = 1 and nothing fused: S4 = m |M| b_out, S5 = S6 = S7 = 0
//   partial: S4 = m |M| b_acc q; when q > 1 also S5 = S4, S6 = m |M| (q - 1), S7 = m |M| b_acc
//   SIMD-only: S5 = operand bits, S6 = operations, S7 = results * b_out
// S1 and S8 follow from the streams (workloads/streams.h).
#ifndef CROSSROOF_WORKLOADS_TASK_WORK_H_
#define CROSSROOF_WORKLOADS_TASK_WORK_H_

#include "workloads/mapping.h"

namespace crossroof {

// Fills `work` (S2..S7) of every task of `layer` from its rectangles, positions and channels.
void fill_task_work(const Network& net, const RramChip& chip, const MappingOptions& options,
                    LayerId layer, std::vector<LayerMapping>& layers);

// What a task reads of one S5 operand: `channels` of it, each `each` times.
struct OperandReads {
  std::int64_t channels = 0, each = 0;
};
OperandReads operand_reads(const Layer& layer, const LayerMapping& mapping, const Edge& edge,
                           const Task& task, Reuse reuse);

// MVMs of one replica: one per position, or its part of Layer::vectors; the parts sum to the whole.
std::int64_t mvm_count(const Layer& layer, const ChunkPlan& plan, std::int64_t replica);

// Distinct inputs (channel, y, x) that the rows of `task` touch over all its positions.
std::int64_t distinct_inputs(const Layer& layer, const LayerMapping& mapping, const Task& task);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_TASK_WORK_H_
