// SPDX-License-Identifier: Apache-2.0
// What the two recurrences over chunks share (pipeline, contention): the stages a chunk passes in
// its core, and the chunks of a layer that are looked at.
#ifndef CROSSROOF_ANALYTIC_CHUNK_SAMPLES_H_
#define CROSSROOF_ANALYTIC_CHUNK_SAMPLES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/stages.h"

namespace crossroof::analytic {

inline constexpr std::array<Stage, 6> kInsideCore = {Stage::l1_read_mac,  Stage::mac,
                                                     Stage::l1_write_mac, Stage::l1_read_simd,
                                                     Stage::simd,         Stage::l1_write_simd};

// Chunks looked at per layer.
inline constexpr std::size_t kChunkSamples = 48;

inline void sort_unique(std::vector<std::int64_t>& chunks) {
  std::sort(chunks.begin(), chunks.end());
  chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
}

// At most kChunkSamples, spread over those there were; the first and the last stay.
inline void thin(std::vector<std::int64_t>& chunks) {
  sort_unique(chunks);
  if (chunks.size() <= kChunkSamples) return;
  std::vector<std::int64_t> kept;
  kept.reserve(kChunkSamples);
  for (std::size_t i = 0; i < kChunkSamples; ++i) {
    kept.push_back(chunks[i * (chunks.size() - 1) / (kChunkSamples - 1)]);
  }
  sort_unique(kept);
  chunks = std::move(kept);
}

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_CHUNK_SAMPLES_H_
