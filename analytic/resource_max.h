// SPDX-License-Identifier: Apache-2.0
// The resource-max tier (docs/equations.md E63-E68): max(stage-max, the largest over resources of
// total work on it / its rate). Resources: the L1 port group of each core (S2, S4, S5, S7; with
// shared dma S1 and S8 too), crossbars of each task (of a core, with weight planes), SIMD unit of
// each core, each memory controller, each directed link by exact route load, injection and ejection
// port of each node, chip links. A lower bound on the makespan. Cost: O(tasks + flows * hops).
#ifndef CROSSROOF_ANALYTIC_RESOURCE_MAX_H_
#define CROSSROOF_ANALYTIC_RESOURCE_MAX_H_

#include <string>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof::analytic {

enum class ResourceKind {
  l1,
  l1_read,
  l1_write,
  crossbars,
  simd,
  controller,
  link,
  injection,
  ejection,
  chip_link,
  chip_link_in
};

struct ResourceLoad {
  ResourceKind kind{};
  std::int64_t chip = 0;
  std::size_t number = 0;                  // core, controller, link or node
  LayerId layer = LayerId::network_input;  // crossbars: whose
  Seconds per_image;                       // busy time for one image
  Seconds once;                            // busy time for the weight loads of the phase
};

// "core 3 L1", "link 12 (router 3 -> 4)", ...
std::string name(const RramChip& chip, const ResourceLoad& r);

// Whether a server takes amount / rate, or whole flits with headers, words and rounds of lanes.
enum class Pieces { any, whole };

// What a task keeps a server of its core busy for one image: its SIMD unit, or ports of its L1.
struct ServerShare {
  ResourceKind kind{};
  std::int64_t chip = 0;
  std::size_t core = 0;
  LayerId layer{};
  Seconds busy;
};

// Parts of the loads of a phase.
struct LoadDetails {
  std::vector<Seconds> stream_links;  // of each stream: all of an image at the busiest link
  std::vector<ServerShare> shares;    // by layer of the phase
};

// Loads of one phase: every resource that has work, in a fixed order.
std::vector<ResourceLoad> resource_loads(const Network& net, const RramChip& chip,
                                         const Mapping& mapping, std::int64_t phase,
                                         Pieces pieces = Pieces::any,
                                         LoadDetails* details = nullptr);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_RESOURCE_MAX_H_
