// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/loop_nest_placement.h"

#include <algorithm>

#include "tests/workloads/loop_nest.h"

namespace crossroof::oracle {
namespace {

constexpr std::int64_t kAmpleL1Bits = std::int64_t{1} << 30;

struct FreeCore {
  CoreId core{};
  std::int64_t arrays = 0;
};

std::vector<FreeCore> empty_cores(const RramChip& chip) {
  std::vector<FreeCore> cores;
  for (const NodeId node : snake_order(chip.noc.topology)) {
    const auto number = static_cast<std::size_t>(node);
    if (number >= chip.cores.size()) continue;
    cores.push_back({CoreId(number), chip.kinds[0].crossbars * chip.kinds[0].crossbar.planes});
  }
  return cores;
}

std::int64_t walk_largest_share(const ChunkPlan& plan, std::int64_t replicas) {
  const std::int64_t length = walk_default_length(plan.positions, plan.width, replicas);
  const Chunks chunks = walk_chunks(plan.positions, length, replicas);
  std::vector<std::int64_t> share(static_cast<std::size_t>(replicas));
  for (const std::size_t chunk : chunks.chunk_of) ++share[chunks.replica[chunk]];
  return *std::max_element(share.begin(), share.end());
}

}  // namespace

std::optional<CoresOfSets> first_fit(const Network& net, const RramChip& chip,
                                     const MappingOptions& options) {
  if (chip.kinds.size() > 1 || chip.kinds[0].l1.capacity.count() < kAmpleL1Bits) {
    return std::nullopt;
  }
  std::vector<FreeCore> cores = empty_cores(chip);
  CoresOfSets cores_of_sets;
  for (const Layer& layer : net.layers) {
    const OperandBits bits = resolve_bits(layer.bits, options.bits, chip.precision);
    cores_of_sets.emplace_back();
    const WeightWalk walk = walk_weights(layer, bits.weight, chip.kinds[0].crossbar);
    for (const auto& set : walk.blocks) {
      std::int64_t arrays = 0;
      for (std::size_t b = 0; b < set.size(); ++b) arrays += walk.arrays_per_block;
      const auto home = std::find_if(cores.begin(), cores.end(), [arrays](const FreeCore& core) {
        return core.arrays >= arrays;
      });
      if (home == cores.end()) return std::nullopt;
      home->arrays -= arrays;
      cores_of_sets.back().push_back(home->core);
    }
  }
  return cores_of_sets;
}

std::optional<std::int64_t> walk_next_useful(const ChunkPlan& present) {
  const std::int64_t now = walk_largest_share(present, present.replicas);
  for (std::int64_t d = present.replicas + 1; d <= present.positions; ++d) {
    if (walk_largest_share(present, d) < now) return d;
  }
  return std::nullopt;
}

}  // namespace crossroof::oracle
