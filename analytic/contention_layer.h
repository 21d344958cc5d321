// SPDX-License-Identifier: Apache-2.0
// One layer as the contention tier sees it: what a chunk takes at each stage, and how fast the
// servers that its tasks share let chunks follow each other. Chunks are those of the layer, in
// raster order, replicas taking turns.
#ifndef CROSSROOF_ANALYTIC_CONTENTION_LAYER_H_
#define CROSSROOF_ANALYTIC_CONTENTION_LAYER_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analytic/contention_streams.h"
#include "models/stages.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

struct ContentionStage {
  Stage stage{};
  Seconds service;  // of a whole chunk
  Seconds lag;      // on top, of a chunk alone: converters behind the last array read
  Seconds wait;     // on top, of each chunk: for others at a shared server
};

struct L1Group {
  std::vector<Stage> stages;
  Seconds load;      // per chunk of the layer, at the busiest core, over its ports
  double ports = 1;  // that work at a time
};

struct ContentionLayer {
  LayerId id{};
  ChunkPlan plan;
  std::int64_t chunks = 0;
  std::vector<ContentionStage> stages;
  Seconds partial;   // from the end of S4 until partial sums of other cores are there
  Seconds emission;  // of a whole chunk at the injection port of its task
  // Groups of L1 ports that serve the stages: one, or one for reads and one for writes.
  std::vector<L1Group> l1;
  // Per chunk of the layer, at the busiest core: reads of operands, and what follows the MVMs at
  // the busier of L1, SIMD unit and injection port. Replicas of a core take turns there.
  Seconds operand_turn, result_turn;
  Seconds shared;  // per chunk of the layer, at the busiest server its tasks share
  Seconds loop;    // recurrent: from a step's operands to those of the next; else zero
  Seconds period;  // between chunks of one replica, at least: stages and slots
  Seconds turn;    // the same for lack of credits, but for the first `ahead`
  double ahead = 0;
  Seconds image;  // between images, for lack of credits where all of an image is needed

  // Of which each takes a chunk in turn.
  double replicas_taking_turns() const {
    return plan.run > 0 ? 1 : static_cast<double>(plan.replicas);
  }
  // Chunks of the replica that has most.
  std::int64_t of_replica() const {
    return plan.run > 0 ? ceil_div(plan.run, plan.length) : ceil_div(chunks, plan.replicas);
  }
  // Of a chunk, relative to a whole one: the last may be shorter.
  double size(std::int64_t chunk) const {
    return static_cast<double>(plan.chunk(chunk).length()) /
           static_cast<double>(std::min(plan.length, plan.positions));
  }
  bool same_replica(std::int64_t a, std::int64_t b) const {
    return plan.replica_of(a) == plan.replica_of(b);
  }
};

// Tasks of the layer in a phase; no chunks: none.
ContentionLayer contention_layer(const RramChip& chip, const Mapping& mapping,
                                 const ContentionStreams& streams, LayerId layer,
                                 std::int64_t phase);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_CONTENTION_LAYER_H_
