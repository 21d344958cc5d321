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

// Who receives the tensor of one layer, and which messages.
class Receivers {
 public:
  explicit Receivers(const ChunkPlan& plan) : plan_(plan) {}

  void add(const Network& net, const LayerMapping& to, const Stream& s) {
    const std::size_t first = sets_.size();
    sets_.resize(first + static_cast<std::size_t>(to.plan.replicas),
                 std::vector<bool>(static_cast<std::size_t>(plan_.count())));
    for (std::int64_t c = 0; c < to.plan.count(); ++c) {
      std::vector<bool>& set = sets_[first + static_cast<std::size_t>(to.plan.replica_of(c))];
      const Span needs = s.needs[static_cast<std::size_t>(c)];
      if (needs.empty()) continue;
      std::fill(set.begin() + needs.begin, set.begin() + needs.end, true);
    }
    for (const Task& t : to.tasks) {
      if (s.gate == Gate::s5_operands && t.role == Role::partial) continue;
      all_.push_back({&t, first + static_cast<std::size_t>(t.replica),
                      channels_received(net.layers[index(s.consumer)], to, t, s)});
    }
  }

  bool none() const { return all_.empty(); }

  // Positions of messages by who needs them: those that the same receivers need are alike.
  using Alike = std::map<std::pair<std::int64_t, std::vector<bool>>, std::int64_t>;
  Alike alike() const {
    Alike positions;
    for (std::int64_t m = 0; m < plan_.count(); ++m) {
      std::vector<bool> who(sets_.size());
      for (std::size_t s = 0; s < sets_.size(); ++s) who[s] = sets_[s][static_cast<std::size_t>(m)];
      positions[{plan_.replica_of(m), std::move(who)}] += plan_.chunk(m).length();
    }
    return positions;
  }

  // Values that leave the task's core for others of its chip, each once.
  std::int64_t values_from(const Task& t, const Alike& alike) const {
    std::int64_t values = 0;
    for (const auto& [key, positions] : alike) {
      if (key.first != t.replica) continue;
      std::vector<Span> channels;
      for (const Receiver& r : all_) {
        if (!key.second[r.set] || r.task->chip != t.chip || r.task->core == t.core) continue;
        channels.insert(channels.end(), r.channels.begin(), r.channels.end());
      }
      values =
          checked_add(values, checked_mul(positions, covered(std::move(channels), t.channels)));
    }
    return values;
  }

 private:
  const ChunkPlan& plan_;
  std::vector<std::vector<bool>> sets_;  // needed messages of each (stream, replica)
  std::vector<Receiver> all_;
};

}  // namespace

void fill_multicast(const Network& net, const RramChip& chip, LayerId producer,
                    const std::vector<std::size_t>& out, Mapping& mapping) {
  if (!chip.noc.multicast) return;
  LayerMapping& from = mapping.layers[index(producer)];
  Receivers receivers(from.plan);
  for (const std::size_t i : out) {
    const Stream& s = mapping.streams[i];
    if (shared_message(s)) receivers.add(net, mapping.layer(s.consumer), s);
  }
  if (receivers.none()) return;
  const Receivers::Alike alike = receivers.alike();
  for (Task& t : from.tasks) {
    if (t.role == Role::partial) continue;
    t.work.noc_write =
        t.work.memory_write + Bits(receivers.values_from(t, alike)) * from.bits.output;
  }
  // Other chips are reached one by one.
  for (const std::size_t i : out) {
    if (!shared_message(mapping.streams[i])) continue;
    for (const Flow& f : mapping.streams[i].flows) {
      if (f.from.chip == f.to.chip) continue;
      from.tasks[static_cast<std::size_t>(f.producer_task)].work.noc_write += f.bits;
    }
  }
}

}  // namespace crossroof
