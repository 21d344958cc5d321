// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

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

namespace {

// Bits of one channel of a feed.
std::int64_t channel_bits(const Feed& feed, const std::vector<Span>& channels) {
  std::int64_t n = 0;
  for (const Span& s : channels) n += s.length();
  return n > 0 ? feed.position_bits.count() / n : 0;
}

// Feeds of a task by what may be sent to several receivers at once, and the rest.
void divide(const CoreTask& task, const Program& program, std::vector<FeedId>& shared,
            std::vector<FeedId>& rest) {
  for (const FeedId id : task.out) {
    const Feed& f = program.feeds[index(id)];
    const bool one_of_many =
        !f.to.memory && f.kind != StreamKind::partial && !f.local && f.from.chip == f.to.chip;
    (one_of_many ? shared : rest).push_back(id);
  }
}

}  // namespace

void group_multicast(const std::vector<std::vector<Span>>& channels, Program& program) {
  std::int32_t group = 0;
  for (CoreTask& task : program.tasks) {
    std::vector<FeedId> shared, out;
    divide(task, program, shared, out);
    if (shared.size() < 2) continue;
    std::map<FeedId, std::int64_t> width;
    for (const FeedId id : shared) {
      width[id] = channel_bits(program.feeds[index(id)], channels[index(id)]);
    }
    std::set<FeedId> used;
    for (const auto& [set, count] : by_receivers(shared, channels)) {
      for (const FeedId id : set) {
        Feed part = program.feeds[index(id)];
        part.position_bits = Bits(count) * width[id];
        part.group = set.size() > 1 ? group : -1;
        const bool first = used.insert(id).second;
        const FeedId number = first ? id : FeedId(static_cast<std::uint32_t>(program.feeds.size()));
        if (first) {
          program.feeds[index(id)] = part;
        } else {
          program.feeds.push_back(part);
        }
        out.push_back(number);
      }
      if (set.size() > 1) ++group;
    }
    task.out = std::move(out);
  }
}

}  // namespace crossroof
