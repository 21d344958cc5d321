// SPDX-License-Identifier: Apache-2.0
// What the resources of a mapped network carry for one image, as the analytic engine counts it
// (links and ports with the headers of full packets), and which stratum that puts a case into:
//   contended: a NoC resource, or an L1 port group that several stages or tasks use, carries at
//              least 70 % of what the busiest resource carries (or is the busiest);
//   balanced:  not so, but the second busiest kind of resource carries at least 70 %;
//   dominant:  not so, one kind of resource stands alone.
// Kinds: crossbars, L1, SIMD units, NoC (links, ports, chip links), memory controllers. The load of
// a kind is that of its busiest resource, added over the phases of a run.
#ifndef CROSSROOF_VALIDATION_LOADS_H_
#define CROSSROOF_VALIDATION_LOADS_H_

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "analytic/resource_max.h"
#include "sim/simulate.h"

namespace crossroof::validation {

enum class LoadKind { crossbars, l1, simd, noc, memory };
inline constexpr std::size_t kLoadKinds = 5;
extern const std::array<std::string_view, kLoadKinds> kLoadKindNames;

enum class Stratum { dominant, balanced, contended };
inline constexpr std::array<std::string_view, 3> kStrata = {"dominant", "balanced", "contended"};
inline constexpr double kBalanced = 0.7;  // of the busiest

// A resource of either engine. Ports of one L1 are one resource, as are the links leaving a chip.
using ResourceKey = std::tuple<sim::SimResourceKind, std::int64_t, std::size_t, LayerId>;
ResourceKey key_of(const sim::SimResource& resource);

struct ResourceLoads {
  std::array<Seconds, kLoadKinds> kinds{};
  Seconds shared_l1;                    // busiest L1 with several users, added over the phases
  std::map<ResourceKey, Seconds> each;  // per image, over all phases
  LoadKind busiest() const;
  double second() const;  // load of the second busiest kind / busiest
  Stratum stratum() const;
};

ResourceLoads loads_of(const Network& net, const RramChip& chip, const Mapping& mapping);

struct BottleneckAgreement {
  std::string simulated, estimated;  // names of the busiest resources
  // The same resource, or the simulated one has an estimated load within 5 % of the estimated one.
  bool agree = false;
};

// `busiest`: in simulation.
BottleneckAgreement compare_bottlenecks(const Network& net, const RramChip& chip,
                                        const ResourceLoads& loads,
                                        const ResourceKey& busiest);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_LOADS_H_
