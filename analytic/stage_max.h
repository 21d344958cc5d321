// SPDX-License-Identifier: Apache-2.0
// The stage-max tier (docs/equations.md E55-E62): each stage as if alone, work / rate; tasks stream
// through, so the steady time of a task is the largest of its stages. A lower bound on the
// makespan.
//   S1, S8   max(bytes through memory / sum of controller rates, bytes of a node / its port rate)
//   S2 S4 S5 S7   bytes on an L1 / min(rate of its ports, rate of one port)
//   S3       MVMs of the fullest replica * interval of one MVM (recurrent: mac_time in mvm.h)
//   S6       lane-operations / SIMD rate
//   W        array writing, amortised over the batch (weights that are reloaded)
// The work of a layer on a core is that of all its tasks there; the slowest core decides.
#ifndef CROSSROOF_ANALYTIC_STAGE_MAX_H_
#define CROSSROOF_ANALYTIC_STAGE_MAX_H_

#include <vector>

#include "models/stages.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

enum class Sharing {
  max_min,  // nodes share memory as they need it: bytes of all / rate of all
  equal,    // each of the n nodes gets 1/n of the memory rate (the source text's rule; no bound)
};

// Where a stage's time comes from: the task that sets it.
struct StageCause {
  std::size_t task = 0;  // of the layer
  bool memory = false;   // S1, S8: controllers rather than the node's port
  Bits amount;           // bytes behind it (not S3, S6)
};

struct LayerTimes {
  PerStage<Seconds> time{};  // per image
  PerStage<StageCause> cause{};
  Stage bottleneck = Stage::noc_read, second = Stage::noc_read;
  Seconds largest, next;  // times of the two
  // MVMs and array writing of one task that may not overlap; zero when nothing is written.
  Seconds mac_and_write;
  std::size_t mac_and_write_task = 0;
  // What an image takes in steady state: the largest stage, or MVMs and array writing together.
  Seconds interval;
};

// All phases of a layer at once.
inline constexpr std::int64_t kAllPhases = -1;

// Stage times of a layer over its tasks in one phase, per image; what is paid once (weight loads)
// is shared by `batch` images (0: the batch of the mapping).
LayerTimes stage_times(const Network& net, const RramChip& chip, const Mapping& mapping,
                       LayerId layer, std::int64_t phase, Sharing sharing, std::int64_t batch = 0);

// Interval of a layer in each phase it has tasks in: one, but for layers spread over passes, whose
// intervals add.
std::vector<Seconds> phase_intervals(const Network& net, const RramChip& chip,
                                     const Mapping& mapping, LayerId layer, Sharing sharing);

// Lane-operations of a list of SIMD work on a unit.
Ops lane_operations(const SimdUnit& unit, const std::vector<SimdWork>& work);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_STAGE_MAX_H_
