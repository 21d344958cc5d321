// SPDX-License-Identifier: Apache-2.0
// A trace shows what the result reports: on the track of every resource the services add up to its
// busy time, and those of a resource that serves one at a time do not overlap.
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/simulated_cases.h"

namespace crossroof::sim {
namespace {

std::string node(const RramChip& chip, std::size_t number) {
  const std::size_t cores = chip.cores.size(), controllers = chip.memory.size();
  if (number < cores) return "core " + std::to_string(number);
  if (number < cores + controllers) return "memory controller " + std::to_string(number - cores);
  return "chip link " + std::to_string(number - cores - controllers);
}

// None: a resource whose track shows more than its service (crossbars: fronts; an ejection port: a
// packet as long as it takes to come; several ports of an L1: their mean).
std::optional<std::string> track_of(const PreparedRun& c, const SimResource& r) {
  const std::string group = c.program.chips > 1 ? "chip " + std::to_string(r.chip) + " " : "";
  const auto router = [](RouterId id) { return std::to_string(static_cast<std::size_t>(id)); };
  switch (r.kind) {
    case SimResourceKind::simd:
      return group + "core " + std::to_string(r.number) + " SIMD unit";
    case SimResourceKind::controller:
      return group + "memory memory controller " + std::to_string(r.number);
    case SimResourceKind::injection:
      return group + "NoC injection port of " + node(c.chip, r.number);
    case SimResourceKind::link: {
      const Link& link = c.chip.noc.topology.links[r.number];
      return group + "NoC link " + router(link.from) + " -> " + router(link.to);
    }
    case SimResourceKind::chip_link:
      return group + "NoC link " + std::to_string(r.number) + " leaving the chip";
    case SimResourceKind::l1:
      if (c.chip.kinds[0].l1.ports.read_write != 1) return std::nullopt;
      return group + "core " + std::to_string(r.number) + " L1";
    default:
      return std::nullopt;
  }
}

TEST(Trace, AddsUpToTheBusyTimeOfEveryResource) {
  std::map<SimResourceKind, int> seen;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    PreparedRun c = random_run(seed);
    Recorder recorder;
    c.options.trace = &recorder;
    const SimResult result = c.run();
    for (const SimResource& r : result.resources) {
      const std::optional<std::string> track = track_of(c, r);
      if (!track) continue;
      ++seen[r.kind];
      Tick busy = 0, end = 0;
      for (const Service& s : recorder.of(*track)) {
        ASSERT_GE(s.start, end) << "seed " << seed << ", " << *track << ": one at a time";
        busy += s.end - s.start;
        end = s.end;
      }
      ASSERT_EQ(seconds(busy).value(), r.busy.value()) << "seed " << seed << ", " << *track;
    }
  }
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [kind, times] : seen) EXPECT_GT(times, 30) << static_cast<int>(kind);
}

}  // namespace
}  // namespace crossroof::sim
