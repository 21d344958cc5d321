// SPDX-License-Identifier: Apache-2.0
// Chunks of output positions, and which messages of a producer a chunk needs (docs/equations.md
// E25-E28). A chunk is a run of consecutive positions in raster order; its default length is p =
// ceil(N / (D * ceil(N / (D * Wout)))), one output row when D = 1. Chunk c of an image goes to
// replica c mod D. A message is one chunk of the producer (one row of a network input).
#ifndef CROSSROOF_WORKLOADS_CHUNKS_H_
#define CROSSROOF_WORKLOADS_CHUNKS_H_

#include <cstdint>
#include <vector>

#include "workloads/network.h"

namespace crossroof {

struct Span {
  std::int64_t begin = 0, end = 0;  // [begin, end)
  std::int64_t length() const { return end - begin; }
  bool empty() const { return end <= begin; }
};

// Chunks of one layer and image; more are refused, and no chunk is halved beyond.
inline constexpr std::int64_t kMaxChunks = std::int64_t{1} << 21;

struct ChunkPlan {
  std::int64_t positions = 1;  // N, of one image
  std::int64_t width = 1;      // Wout
  std::int64_t replicas = 1;   // D
  std::int64_t length = 1;     // p
  // 0: chunk c goes to replica c mod D. Otherwise replica r has the run of this many positions
  // from r times it (products of a batch: a replica holds whole products).
  std::int64_t run = 0;

  std::int64_t count() const { return ceil_div(positions, length); }
  Span chunk(std::int64_t c) const;
  std::int64_t replica_of(std::int64_t c) const {
    return run > 0 ? c * length / run : c % replicas;
  }
  std::int64_t replica_positions(std::int64_t replica) const;
  // Positions of the replica that has most; what stage-max charges.
  std::int64_t largest_share() const;
};

// The plan with the default chunk length.
ChunkPlan default_plan(std::int64_t positions, std::int64_t width, std::int64_t replicas);

// Hull, in raster order of the producer's map, of the positions that consumer positions
// [out.begin, out.end) touch (padding is not touched). Empty when only padding is touched.
// Recurrent edges (producer == consumer) need the positions one step before.
Span needed_positions(const Layer& consumer, const Edge& edge, bool recurrent, Span out);

// The same row by row, for tensors read from memory piece by piece: of each row of the producer's
// map that the window touches, the run from the first to the last position touched; without a
// window the hull. Ascending and disjoint.
void touched_runs(const Layer& consumer, const Edge& edge, Span out, std::vector<Span>& runs);

// The producer chunks that hold those positions.
inline Span needed_messages(const ChunkPlan& producer, Span positions) {
  if (positions.empty()) return {};
  return {positions.begin / producer.length, ceil_div(positions.end, producer.length)};
}

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_CHUNKS_H_
