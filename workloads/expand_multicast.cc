// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "workloads/expand.h"

namespace crossroof {
namespace {

// Channels between two neighbouring bounds go to the same feeds: cuts the channels of one core's
// feeds there and adds up what goes to the same set.
std::map<std::vector<FeedId>, std::int64_t> by_receivers(
    const std::vector<FeedId>& feeds, const std::vector<std::vector<Span>>& channels) {
  std::vector<std::int64_t> bounds;
  for (const FeedId f : feeds) {
    for (const Span& s : channels[index(f)]) bounds.insert(bounds.end(), {s.begin, s.end});
  }
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  std::map<std::vector<FeedId>, std::int64_t> sets;
  for (std::size_t b = 0; b + 1 < bounds.size(); ++b) {
    std::vector<FeedId> set;
    for (const FeedId f : feeds) {
      for (const Span& s : channels[index(f)]) {
        if (s.begin <= bounds[b] && bounds[b] < s.end) set.push_back(f);
      }
    }
    if (!set.empty()) sets[set] += bounds[b + 1] - bounds[b];
  }
  return sets;
}

}  // namespace

void group_multicast(const std::vector<std::vector<Span>>& channels, Program& program) {
  std::int32_t group = 0;
  for (CoreTask& task : program.tasks) {
    std::vector<FeedId> shared, out;
    for (const FeedId id : task.out) {
      const Feed& f = program.feeds[index(id)];
      const bool one_of_many =
          !f.to.memory && f.kind != StreamKind::partial && !f.local && f.from.chip == f.to.chip;
      (one_of_many ? shared : out).push_back(id);
    }
    if (shared.size() < 2) continue;
    std::vector<bool> used(shared.size(), false);
    std::map<FeedId, std::int64_t> width;  // bits of a channel
    for (const FeedId id : shared) {
      std::int64_t n = 0;
      for (const Span& s : channels[index(id)]) n += s.length();
      width[id] = program.feeds[index(id)].position_bits.count() / n;
    }
    for (const auto& [set, count] : by_receivers(shared, channels)) {
      for (const FeedId id : set) {
        const auto at =
            static_cast<std::size_t>(std::find(shared.begin(), shared.end(), id) - shared.begin());
        Feed part = program.feeds[index(id)];
        part.position_bits = Bits(count) * width[id];
        part.group = set.size() > 1 ? group : -1;
        FeedId number = id;
        if (used[at]) {
          number = FeedId(static_cast<std::uint32_t>(program.feeds.size()));
          program.feeds.push_back(part);
        } else {
          program.feeds[index(id)] = part;
          used[at] = true;
        }
        out.push_back(number);
      }
      if (set.size() > 1) ++group;
    }
    task.out = std::move(out);
  }
}

}  // namespace crossroof
