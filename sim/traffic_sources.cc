// SPDX-License-Identifier: Apache-2.0
#include "sim/traffic_sources.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "models/error.h"

namespace crossroof::sim {
namespace {

// A well mixed seed per node (the finaliser of SplitMix64, Steele et al., OOPSLA 2014).
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t node) {
  std::uint64_t z = seed * 0x9e3779b97f4a7c15U + node + 1;
  for (int round = 0; round < 2; ++round) {
    z += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    z ^= z >> 31;
  }
  return z;
}

// In (0, 1], 53 bits.
double unit(std::mt19937_64& random) { return static_cast<double>((random() >> 11) + 1) * 0x1p-53; }

}  // namespace

TrafficSources::TrafficSources(const TrafficPattern& pattern, double rate, std::uint32_t flits,
                               std::uint64_t seed)
    : pattern_(pattern) {
  assert(rate >= 0 && flits > 0);
  for (std::uint32_t source = 0; source < pattern.nodes(); ++source) {
    const double chance = rate * pattern.load[source] / flits;
    if (chance > 1) {
      throw Error("node " + std::to_string(source) + " would begin " + std::to_string(chance) +
                  " packets per cycle at this rate, expected at most 1");
    }
    random_.emplace_back(seed_of(seed, source));
    log_silent_.push_back(std::log1p(-chance));
    if (chance > 0) plan(source, 0);
  }
}

// The gap to the next packet: k cycles with probability (1-p)^k p, drawn by inversion.
void TrafficSources::plan(std::uint32_t source, Cycle after) {
  const double gap = std::floor(std::log(unit(random_[source])) / log_silent_[source]);
  constexpr double kFar = 1e18;
  if (!(gap < kFar)) return;  // not within any run
  due_.push({after + static_cast<Cycle>(gap), source});
}

std::uint32_t TrafficSources::draw_destination(std::uint32_t source) {
  const Destinations& to = pattern_.of(source);
  if (to.nodes.size() == 1) return to.nodes.front();
  if (to.up_to.empty()) {
    return to.nodes[((random_[source]() >> 32) * to.nodes.size()) >> 32];
  }
  const double u = unit(random_[source]);
  const auto found = std::lower_bound(to.up_to.begin(), to.up_to.end() - 1, u);
  return to.nodes[static_cast<std::size_t>(found - to.up_to.begin())];
}

TrafficSources::Creation TrafficSources::take() {
  const Due due = due_.top();
  due_.pop();
  const Creation creation = {due.cycle, due.source, draw_destination(due.source)};
  plan(due.source, due.cycle + 1);
  return creation;
}

}  // namespace crossroof::sim
