// SPDX-License-Identifier: Apache-2.0
// The contention tier (docs/equations.md E94-E105): an estimate of what an image takes, no bound.
// Chunks stream through layers by the same recurrence as in the pipeline tier, but every term is
// what is to be expected instead of the least:
// - servers work in whole flits, words and rounds of lanes (analytic/grain.h);
// - the tasks of a layer on one core share its L1, SIMD unit and ports, and so do the stages;
// - a message waits for all that its sender emits and for its receiver's port, and passes the
//   routers on its way; memory serves all its readers at once;
// - a step of a recurrent layer waits for the step before;
// - a partial sum reaches the root before its addition.
// Cost: O(tasks + flows) once; a phase O(layers * samples * operands * log(samples)).
#ifndef CROSSROOF_ANALYTIC_CONTENTION_H_
#define CROSSROOF_ANALYTIC_CONTENTION_H_

#include <cstdint>
#include <vector>

#include "analytic/contention_layer.h"
#include "analytic/contention_streams.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

// What sets the pace of images that stream: a layer itself (its crossbars, slots or credits), a
// server (L1, SIMD unit, memory controller, links between chips), or a link or port of the NoC.
enum class Pace { layers, servers, noc };

struct PhaseEstimate {
  Seconds latency;   // of one image
  Seconds interval;  // between images that follow each other through the phase
  // Of the NoC's busiest link or port, as far as it is known, relative to the interval.
  double noc = 0;
  Pace pace = Pace::layers;
};

class Contention {
 public:
  // All must outlive it.
  Contention(const Network& net, const RramChip& chip, const Mapping& mapping)
      : net_(net), chip_(chip), mapping_(mapping), streams_(net, chip, mapping) {}

  PhaseEstimate phase(std::int64_t phase) const;

 private:
  const Network& net_;
  const RramChip& chip_;
  const Mapping& mapping_;
  ContentionStreams streams_;
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_CONTENTION_H_
