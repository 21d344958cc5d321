// SPDX-License-Identifier: Apache-2.0
#include "analytic/duplicate.h"

#include <algorithm>
#include <string>

namespace crossroof::analytic {
namespace {

// Replicates until the slowest layer cannot be helped; returns why it stopped.
std::string balance(const Network& net, const RramChip& chip, Mapper& mapper, Sharing sharing) {
  std::vector<LayerTimes> times;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    times.push_back(stage_times(net, chip, mapper.draft(), layer_id(l), kAllPhases, sharing));
  }
  if (times.empty()) return "the network has no layers";
  std::vector<LayerId> affected;
  for (;;) {
    const auto slowest = std::max_element(
        times.begin(), times.end(),
        [](const LayerTimes& a, const LayerTimes& b) { return a.largest < b.largest; });
    const LayerId id{static_cast<std::int32_t>(slowest - times.begin())};
    const std::string layer = "the slowest layer '" + net.layers[index(id)].name + "'";
    if (slowest->bottleneck != Stage::mac) {
      return layer + " is limited by " + std::string(kStages[index(slowest->bottleneck)].key) +
             ", not by its crossbars";
    }
    if (net.layers[index(id)].recurrent())
      return layer + " is recurrent: its steps cannot be shared out";
    const std::optional<std::int64_t> replicas = mapper.next_useful_replicas(id);
    if (!replicas) return layer + " has a replica for every position";
    if (!mapper.replicate(id, *replicas, affected)) {
      return mapper.can_replicate(id)
                 ? "no room for another replica of " + layer
                 : layer + " is spread over several chips or passes, or rewritten for every image";
    }
    for (const LayerId l : affected) {
      times[index(l)] = stage_times(net, chip, mapper.draft(), l, kAllPhases, sharing);
    }
  }
}

}  // namespace

Mapping map_with_replicas(const Network& net, const RramChip& chip, const MappingOptions& options,
                          Duplication duplication, Sharing sharing) {
  Mapper mapper(net, chip, options);
  mapper.set_duplication_note(duplication == Duplication::none
                                  ? "duplication is switched off"
                                  : balance(net, chip, mapper, sharing));
  return std::move(mapper).finish();
}

}  // namespace crossroof::analytic
