// SPDX-License-Identifier: Apache-2.0
#include "workloads/multicast.h"

#include <algorithm>
#include <map>

#include "workloads/streams.h"

namespace crossroof {
namespace {

// One task that receives the tensor: which messages, which channels.
struct Receiver {
  const Task* task = nullptr;
  std::size_t set = 0;  // of needed messages
  std::vector<Span> channels;
};

// Length of the union of the spans inside `slice`.
std::int64_t covered(std::vector<Span> spans, Span slice) {
  std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.begin < b.begin; });
  std::int64_t total = 0, done = slice.begin;
  for (const Span& s : spans) {
    const std::int64_t begin = std::max(s.begin, done), end = std::min(s.end, slice.end);
    if (end <= begin) continue;
    total += end - begin;
    done = end;
  }
  return total;
}

bool shared_message(const Stream& s) {
  return (s.kind == StreamKind::activation || s.kind == StreamKind::skip) && !s.via_memory &&
         !s.spilled && !s.piecewise;
}

}  // namespace

void fill_multicast(const Network& net, const RramChip& chip, LayerId producer,
                    const std::vector<std::size_t>& out, Mapping& mapping) {
  if (!chip.noc.multicast) return;
  LayerMapping& from = mapping.layers[index(producer)];
  const auto messages = static_cast<std::size_t>(from.plan.count());
  std::vector<std::vector<bool>> sets;  // needed messages of each (stream, replica)
  std::vector<Receiver> receivers;
  for (const std::size_t i : out) {
    const Stream& s = mapping.streams[i];
    if (!shared_message(s)) continue;
    const LayerMapping& to = mapping.layer(s.consumer);
    const std::size_t first = sets.size();
    sets.resize(first + static_cast<std::size_t>(to.plan.replicas), std::vector<bool>(messages));
    for (std::int64_t c = 0; c < to.plan.count(); ++c) {
      std::vector<bool>& set = sets[first + static_cast<std::size_t>(to.plan.replica_of(c))];
      const Span needs = s.needs[static_cast<std::size_t>(c)];
      for (std::int64_t m = needs.begin; m < needs.end; ++m)
        set[static_cast<std::size_t>(m)] = true;
    }
    for (const Task& t : to.tasks) {
      if (s.gate == Gate::s5_operands && t.role == Role::partial) continue;
      receivers.push_back({&t, first + static_cast<std::size_t>(t.replica),
                           channels_received(net.layers[index(s.consumer)], to, t, s)});
    }
  }
  if (receivers.empty()) return;
  // Messages that the same receivers need are alike: positions by (replica, who needs it).
  std::map<std::pair<std::int64_t, std::vector<bool>>, std::int64_t> alike;
  for (std::size_t m = 0; m < messages; ++m) {
    std::vector<bool> who(sets.size());
    for (std::size_t s = 0; s < sets.size(); ++s) who[s] = sets[s][m];
    const auto c = static_cast<std::int64_t>(m);
    alike[{from.plan.replica_of(c), std::move(who)}] += from.plan.chunk(c).length();
  }
  for (Task& t : from.tasks) {
    if (t.role == Role::partial) continue;
    std::int64_t values = 0;
    for (const auto& [key, positions] : alike) {
      if (key.first != t.replica) continue;
      std::vector<Span> channels;
      for (const Receiver& r : receivers) {
        if (!key.second[r.set] || (r.task->chip == t.chip && r.task->core == t.core)) continue;
        channels.insert(channels.end(), r.channels.begin(), r.channels.end());
      }
      values =
          checked_add(values, checked_mul(positions, covered(std::move(channels), t.channels)));
    }
    t.work.noc_write = t.work.memory_write + Bits(values) * from.bits.output;
    if (t.work.chip_write > t.work.noc_write) t.work.chip_write = t.work.noc_write;
  }
}

}  // namespace crossroof
