// SPDX-License-Identifier: Apache-2.0
// The analytic answer for one network on one machine: per layer the stage times, per network
// interval, latency, throughput and what limits them (docs/equations.md E69-E77).
//   makespan(B) of a phase >= max over resources of (B * time per image + time once), for pipeline
//   the recurrence of analytic/pipeline.h too; phases add.
//   interval = makespan(B) / B (one phase: the largest time per image); latency = makespan(1).
// stage-max, resource-max and pipeline are lower bounds on what the event engine will measure;
// contention is an estimate of it (analytic/contention.h). Bands say how far each can be trusted.
#ifndef CROSSROOF_ANALYTIC_ESTIMATE_H_
#define CROSSROOF_ANALYTIC_ESTIMATE_H_

#include <optional>
#include <string>
#include <vector>

#include "analytic/band.h"
#include "analytic/resource_max.h"
#include "analytic/stage_max.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

enum class Tier { stage_max, resource_max, pipeline, contention };

struct LayerEstimate {
  LayerId layer{};
  LayerTimes times;
  std::int64_t replicas = 1, cores = 0, arrays = 0, chunk = 1, phase = 0;
  double utilisation = 0;  // cells of its arrays that hold weights (mvm)
  OpsPerSecond as_mapped;  // 2 * MACs / S3: what its own crossbars reach
};

// Something that limits the network: a stage of a layer or a shared resource.
struct Limit {
  std::string what;  // "layer4.0.conv1 mac", "NoC link 3 -> 4"
  LayerId layer{};   // network_input: a resource
  Seconds time;      // per image
};

// Actions per image, exact.
struct Counts {
  std::int64_t macs = 0, mvms = 0, conversions = 0, simd_operations = 0;
  Bits noc, memory_read, memory_write, l1_read, l1_write;
  Bits weight_load;  // weights that are reloaded, once for the batch
};

struct TierResult {
  Tier tier = Tier::stage_max;
  Seconds interval, latency, makespan;  // makespan of the whole batch
  Limit first, second;                  // of the longest phase
  // Interval / interval if all of the kind that comes first (crossbars, L1, NoC, memory, ...) took
  // no time; 0: nothing else takes any.
  double gain = 0;
  std::optional<Band> interval_band, latency_band;  // none: near saturation, simulate
};

struct Estimate {
  RunMode mode = RunMode::layer_pipeline;
  std::int64_t batch = 1;
  std::vector<LayerEstimate> layers;
  TierResult stage_max, resource_max, pipeline, contention;
  std::vector<ResourceLoad> resources;  // all phases, busiest first
  OpsPerSecond peak, achieved;          // achieved: at the interval of resource-max
  Counts counts;
  // Until the cells written most wear out at this pace: endurance * makespan / writes of a run.
  // Zero: no cell is written, or the machine states no endurance.
  Seconds lifetime;
};

Estimate estimate(const Network& net, const RramChip& chip, const Mapping& mapping,
                  Sharing sharing);

// Lower bound of a tier on the makespan of `batch` images, each described by the mapping.
Seconds makespan(const Network& net, const RramChip& chip, const Mapping& mapping, Tier tier,
                 std::int64_t batch, Sharing sharing = Sharing::max_min);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_ESTIMATE_H_
