// SPDX-License-Identifier: Apache-2.0
// The pipeline tier (docs/equations.md E85-E89): the recurrence by which chunks stream through the
// stages of a task and through the layers of a phase, every stage private:
//   finish(i, s) >= max(finish(i, s-1), operands) + service(i, s)
//   finish(j, s) >= finish(i, s) + service of the chunks after i up to j
// Any choice of chunks gives a lower bound, so a few are enough: of every layer the first, the last
// and those that the first chunks of later layers wait for. Their number does not grow with the
// image. Slots, credits and sharing are left out, which can only make it faster.
// Cost: O(tasks + flows) once; a phase O(layers * samples * operands * log(samples)).
#ifndef CROSSROOF_ANALYTIC_PIPELINE_H_
#define CROSSROOF_ANALYTIC_PIPELINE_H_

#include <cstddef>

#include "analytic/pipeline_streams.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

class Pipeline {
 public:
  // All must outlive it.
  Pipeline(const Network& net, const RramChip& chip, const Mapping& mapping)
      : chip_(chip), mapping_(mapping), streams_(net, chip, mapping) {}

  // Lower bound on the makespan of one phase for `batch` images, at least one.
  Seconds makespan(std::int64_t phase, std::int64_t batch) const;

 private:
  const RramChip& chip_;
  const Mapping& mapping_;
  PipelineStreams streams_;
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_PIPELINE_H_
