// SPDX-License-Identifier: Apache-2.0
#include "workloads/credits.h"

#include <algorithm>

#include "workloads/streams.h"

namespace crossroof {
namespace {

bool on_chip(const Stream& s) {
  return s.kind != StreamKind::partial && s.kind != StreamKind::store &&
         s.producer != LayerId::network_input && !s.recurrent && !s.via_memory;
}

// Follows what one layer sends until all of it has met again, or goes on through one layer alone.
class ForkWalk {
 public:
  ForkWalk(const Mapping& mapping, const StreamIndex& by_layer, std::size_t fork)
      : mapping_(mapping), by_layer_(by_layer), fork_(fork) {}

  Fork run() {
    needed_.emplace_back();
    depth_.push_back(0);
    Fork found;
    found.last = fork_;
    for (std::size_t l = fork_ + 1; l < mapping_.layers.size() && !closed(l); ++l) {
      const std::vector<std::size_t> entering = reaching(l);
      if (entering.size() > 1) meet(l, entering, found.meetings);
      pass(l, entering);
      found.last = l;
    }
    return found;
  }

 private:
  bool reaches(const Stream& s) const {
    if (!on_chip(s) || index(s.producer) < fork_) return false;
    return index(s.producer) == fork_ || !needed_[index(s.producer) - fork_].empty();
  }

  // Whether at most one layer below `l`, not the fork, still sends to `l` or later ones: where that
  // meets again it is a fork itself.
  bool closed(std::size_t l) {
    const auto done = [&](std::size_t q) { return last_user(q) < l; };
    open_.push_back(l - 1);
    open_.erase(std::remove_if(open_.begin(), open_.end(), done), open_.end());
    return open_.empty() || (open_.size() == 1 && open_.front() != fork_);
  }

  std::size_t last_user(std::size_t q) const {
    std::size_t last = 0;
    for (const std::size_t s : by_layer_.out[q]) {
      const Stream& stream = mapping_.streams[s];
      if (reaches(stream)) last = std::max(last, index(stream.consumer));
    }
    return last;
  }

  std::vector<std::size_t> reaching(std::size_t l) const {
    std::vector<std::size_t> entering;
    for (const std::size_t s : by_layer_.in[l]) {
      if (reaches(mapping_.streams[s])) entering.push_back(s);
    }
    return entering;
  }

  // Messages of the fork out before chunk `c` of the stream's consumer has what it needs of it.
  std::int64_t required(const Stream& s, std::size_t c) const {
    const Span needs = s.needs[c];
    if (needs.empty()) return 0;
    if (index(s.producer) == fork_) return needs.end;
    return needed_[index(s.producer) - fork_][static_cast<std::size_t>(needs.end - 1)];
  }

  // Messages the stream's producer can have made of that many messages of the fork.
  std::int64_t made_of(const Stream& s, std::int64_t messages) const {
    if (index(s.producer) == fork_) return messages;
    const std::vector<std::int64_t>& need = needed_[index(s.producer) - fork_];
    return std::upper_bound(need.begin(), need.end(), messages) - need.begin();
  }

  std::int64_t depth_of(const Stream& s) const { return depth_[index(s.producer) - fork_]; }

  // Each stream has to wait for the one that asks most of the fork, or for the next if it is that.
  void meet(std::size_t l, const std::vector<std::size_t>& entering,
            std::vector<Meeting>& meetings) const {
    const auto chunks = static_cast<std::size_t>(mapping_.layers[l].plan.count());
    std::vector<std::int64_t> delay(entering.size(), 0);
    for (std::size_t c = 0; c < chunks; ++c) {
      std::int64_t most = 0, second = 0;
      std::size_t of = entering.size();
      for (std::size_t i = 0; i < entering.size(); ++i) {
        const std::int64_t r = required(mapping_.streams[entering[i]], c);
        if (of == entering.size() || r > most) {
          second = most;
          most = r;
          of = i;
        } else {
          second = std::max(second, r);
        }
      }
      for (std::size_t i = 0; i < entering.size(); ++i) {
        const Stream& s = mapping_.streams[entering[i]];
        if (s.needs[c].empty()) continue;
        const std::int64_t made = made_of(s, i == of ? second : most);
        delay[i] = std::max(delay[i], made - s.needs[c].begin);
      }
    }
    for (std::size_t i = 0; i < entering.size(); ++i) {
      const Stream& s = mapping_.streams[entering[i]];
      const bool direct = index(s.producer) == fork_;
      if (direct || delay[i] > s.window) {
        meetings.push_back({entering[i], delay[i], layers_ahead(entering, i)});
      }
    }
  }

  // Compute layers that the longest other path has more.
  std::int64_t layers_ahead(const std::vector<std::size_t>& entering, std::size_t i) const {
    const Stream& s = mapping_.streams[entering[i]];
    std::int64_t depth = 0;
    for (std::size_t o = 0; o < entering.size(); ++o) {
      if (o != i) depth = std::max(depth, depth_of(mapping_.streams[entering[o]]));
    }
    const bool through_consumer =
        s.gate == Gate::s5_operands && mapping_.layer(s.consumer).on_crossbars;
    return std::max<std::int64_t>(0, depth - depth_of(s)) + (through_consumer ? 1 : 0);
  }

  // What each chunk of the layer asks of the fork. Chunks leave in order.
  void pass(std::size_t l, const std::vector<std::size_t>& entering) {
    std::vector<std::int64_t> need;
    std::int64_t depth = 0;
    if (!entering.empty()) need.resize(static_cast<std::size_t>(mapping_.layers[l].plan.count()));
    for (const std::size_t s : entering) {
      const Stream& stream = mapping_.streams[s];
      depth = std::max(depth, depth_of(stream));
      for (std::size_t c = 0; c < need.size(); ++c) {
        need[c] = std::max(need[c], required(stream, c));
      }
    }
    for (std::size_t c = 1; c < need.size(); ++c) need[c] = std::max(need[c], need[c - 1]);
    needed_.push_back(std::move(need));
    depth_.push_back(depth + (mapping_.layers[l].on_crossbars ? 1 : 0));
  }

  const Mapping& mapping_;
  const StreamIndex& by_layer_;
  std::size_t fork_;
  std::vector<std::vector<std::int64_t>> needed_;  // by layer from the fork on, then chunk
  std::vector<std::int64_t> depth_;
  std::vector<std::size_t> open_;  // layers reached that still send
};

}  // namespace

StreamIndex index_streams(const Mapping& mapping) {
  StreamIndex by_layer;
  by_layer.in.resize(mapping.layers.size());
  by_layer.out.resize(mapping.layers.size());
  for (std::size_t s = 0; s < mapping.streams.size(); ++s) {
    const Stream& stream = mapping.streams[s];
    if (stream.kind != StreamKind::store) by_layer.in[index(stream.consumer)].push_back(s);
    if (stream.producer != LayerId::network_input) {
      by_layer.out[index(stream.producer)].push_back(s);
    }
  }
  return by_layer;
}

void fill_window(Stream& stream) {
  stream.window = 1;
  // At the edges of a map a later chunk may need older messages than an earlier one did, and less
  // new ones: what is held grows at both ends only.
  std::vector<std::int64_t> newest;
  newest.reserve(stream.needs.size());
  std::int64_t end = 0;
  for (const Span& needs : stream.needs) newest.push_back(end = std::max(end, needs.end));
  std::int64_t oldest = end;
  for (std::size_t c = stream.needs.size(); c-- > 0;) {
    const Span& needs = stream.needs[c];
    if (!needs.empty()) oldest = std::min(oldest, needs.begin);
    stream.window = std::max(stream.window, newest[c] - oldest);
  }
}

Fork find_meetings(const StreamIndex& by_layer, LayerId layer, const Mapping& mapping) {
  const std::vector<std::size_t>& leaving = by_layer.out[index(layer)];
  const auto direct = std::count_if(leaving.begin(), leaving.end(),
                                    [&](std::size_t s) { return on_chip(mapping.streams[s]); });
  if (direct < 2) return {{}, index(layer)};  // a single stream meets no other path
  return ForkWalk(mapping, by_layer, index(layer)).run();
}

void fill_delays(const std::vector<Fork>& forks, Mapping& mapping) {
  for (Stream& s : mapping.streams) {
    s.reconvergent = false;
    s.delay = s.slack = 0;
  }
  for (const Fork& fork : forks) {
    for (const Meeting& m : fork.meetings) {
      Stream& s = mapping.streams[m.stream];
      s.reconvergent = true;
      s.delay = std::max(s.delay, m.delay);
      if (!s.skip_limited) s.slack = std::max(s.slack, 3 * m.layers);
    }
  }
}

void fill_credits(std::int64_t stage_slots, Stream& s) {
  if (s.kind == StreamKind::store) return;
  if (s.kind == StreamKind::partial) {
    s.credits = 1 + stage_slots;
  } else if (s.piecewise) {
    s.credits = stage_slots;
  } else if (s.reconvergent && !s.spilled) {
    s.credits = std::max(s.window, s.delay) + stage_slots + s.slack;
  } else {
    s.credits = s.window + stage_slots;
  }
}

}  // namespace crossroof
