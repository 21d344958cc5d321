// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/loop_nest_chunks.h"

#include <algorithm>
#include <string>

namespace crossroof::oracle {

Chunks walk_chunks(std::int64_t positions, std::int64_t length, std::int64_t replicas) {
  Chunks chunks;
  std::size_t replica = 0;
  for (std::int64_t p = 0; p < positions; ++p) {
    if (chunks.position.empty() ||
        static_cast<std::int64_t>(chunks.position.back().size()) == length) {
      chunks.position.emplace_back();
      chunks.replica.push_back(replica);
      if (static_cast<std::int64_t>(++replica) == replicas) replica = 0;
    }
    chunks.position.back().push_back(p);
    chunks.chunk_of.push_back(chunks.position.size() - 1);
  }
  return chunks;
}

std::int64_t walk_default_length(std::int64_t positions, std::int64_t width,
                                 std::int64_t replicas) {
  std::int64_t rounds = 0;
  for (std::int64_t covered = 0; covered < positions; covered += replicas * width) ++rounds;
  std::int64_t length = 1;
  while (length * replicas * rounds < positions) ++length;
  return length;
}

std::vector<std::string> plan_faults(const ChunkPlan& plan, std::int64_t positions,
                                     std::int64_t width, std::int64_t replicas) {
  std::vector<std::string> faults;
  const auto expect = [&faults](const std::string& what, std::int64_t right, std::int64_t found) {
    if (right == found) return;
    faults.push_back("plan: " + what + " " + std::to_string(found) + ", should be " +
                     std::to_string(right));
  };
  expect("positions", positions, plan.positions);
  expect("width", width, plan.width);
  expect("replicas", replicas, plan.replicas);
  expect("run", 0, plan.run);
  std::int64_t length = walk_default_length(positions, width, replicas);
  while (length > plan.length && length > 1) length = (length + 1) / 2;
  expect("chunk length (default, halved)", length, plan.length);
  return faults;
}

std::vector<Tap> taps_at(const Layer& layer, std::int64_t position) {
  const Window& w = layer.window;
  const std::int64_t out_y = position / layer.out.width;
  const std::int64_t out_x = position % layer.out.width;
  std::vector<Tap> taps;
  for (std::int64_t ky = 0; ky < w.kernel_h; ++ky) {
    for (std::int64_t kx = 0; kx < w.kernel_w; ++kx) {
      Tap tap{out_y * w.stride_h + ky * w.dilation_h - w.pad_top,
              out_x * w.stride_w + kx * w.dilation_w - w.pad_left, false};
      tap.inside = tap.y >= 0 && tap.y < layer.in.height && tap.x >= 0 && tap.x < layer.in.width;
      taps.push_back(tap);
    }
  }
  return taps;
}

namespace {

std::vector<bool> touched_positions(const Layer& consumer, const Edge& edge,
                                    const std::vector<std::int64_t>& chunk) {
  std::vector<bool> touched(static_cast<std::size_t>(edge.from.positions()),
                            edge.need == Need::whole);
  for (const std::int64_t p : chunk) {
    if (edge.need == Need::same) touched[static_cast<std::size_t>(p)] = true;
    if (edge.need != Need::window) continue;
    for (const Tap& tap : taps_at(consumer, p)) {
      if (tap.inside) touched[static_cast<std::size_t>(tap.y * edge.from.width + tap.x)] = true;
    }
  }
  return touched;
}

}  // namespace

std::vector<bool> messages_needed(const Layer& consumer, const Edge& edge, const Chunks& consumers,
                                  std::size_t chunk, const Chunks& producers) {
  std::vector<bool> needed(producers.position.size());
  const std::vector<bool> touched = touched_positions(consumer, edge, consumers.position[chunk]);
  for (std::size_t p = 0; p < touched.size(); ++p) {
    if (touched[p]) needed[producers.chunk_of[p]] = true;
  }
  const auto first = std::find(needed.begin(), needed.end(), true);
  const auto last = std::find(needed.rbegin(), needed.rend(), true).base();
  if (first != needed.end()) std::fill(first, last, true);
  return needed;
}

}  // namespace crossroof::oracle
