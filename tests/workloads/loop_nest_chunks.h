// SPDX-License-Identifier: Apache-2.0
// Chunks and the messages they need, found by walking positions (docs/equations.md E25-E28).
// A chunk is a run of consecutive positions; chunk c belongs to replica c mod D; a message is a
// chunk of its producer. A chunk needs every message from the first to the last that its receptive
// fields touch; padding is not touched.
#ifndef CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_CHUNKS_H_
#define CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_CHUNKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof::oracle {

struct Chunks {
  std::vector<std::size_t> replica;                 // by chunk
  std::vector<std::vector<std::int64_t>> position;  // by chunk: its positions
  std::vector<std::size_t> chunk_of;                // by position
};

Chunks walk_chunks(std::int64_t positions, std::int64_t length, std::int64_t replicas);

// p = ceil(N / (D * ceil(N / (D * Wout)))): the fewest rounds of one output row per replica that
// cover the map, then the shortest chunk with which that many rounds cover it.
std::int64_t walk_default_length(std::int64_t positions, std::int64_t width, std::int64_t replicas);

// What is wrong with a plan: its shape, or a length that is not the default halved (rounded up) any
// number of times. Empty when nothing is.
std::vector<std::string> plan_faults(const ChunkPlan& plan, std::int64_t positions,
                                     std::int64_t width, std::int64_t replicas);

// The input coordinate (y, x) of each kernel tap at an output position, in order (ky, kx).
struct Tap {
  std::int64_t y = 0, x = 0;
  bool inside = false;  // not padding
};
std::vector<Tap> taps_at(const Layer& layer, std::int64_t position);

// By message of the producer: does chunk `chunk` of `consumer` need it?
std::vector<bool> messages_needed(const Layer& consumer, const Edge& edge, const Chunks& consumers,
                                  std::size_t chunk, const Chunks& producers);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_CHUNKS_H_
