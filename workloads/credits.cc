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

// Messages of one producer that must be out before each chunk of each later layer can leave.
class Requirements {
 public:
  Requirements(const Mapping& mapping, const StreamIndex& by_layer, LayerId producer)
      : mapping_(mapping), by_layer_(by_layer), producer_(producer) {
    for (const std::size_t s : by_layer.out[index(producer)]) {
      const Stream& stream = mapping.streams[s];
      if (on_chip(stream)) last_ = std::max(last_, index(stream.consumer));
    }
    first_ = index(producer);
    if (last_ <= first_) return;
    needed_.resize(last_ - first_ + 1);
    depth_.resize(last_ - first_ + 1, 0);
  }

  // Looks at layers up to the farthest direct consumer; calls back for each on the way.
  template <class AtConsumer>
  void walk(AtConsumer at_consumer) {
    for (std::size_t l = first_ + 1; l <= last_; ++l) {
      at_consumer(l);
      const ChunkPlan& plan = mapping_.layers[l].plan;
      std::vector<std::int64_t> need;
      std::int64_t depth = 0;
      for (const std::size_t s : by_layer_.in[l]) {
        const Stream& stream = mapping_.streams[s];
        if (!reaches(stream)) continue;
        if (need.empty()) need.resize(static_cast<std::size_t>(plan.count()), 0);
        depth = std::max(depth, depth_of(stream));
        for (std::int64_t c = 0; c < plan.count(); ++c) {
          std::int64_t& n = need[static_cast<std::size_t>(c)];
          n = std::max(n, required(stream, c));
        }
      }
      // Chunks leave in order.
      for (std::size_t c = 1; c < need.size(); ++c) need[c] = std::max(need[c], need[c - 1]);
      needed_[l - first_] = std::move(need);
      depth_[l - first_] = depth + (mapping_.layers[l].on_crossbars ? 1 : 0);
    }
  }

  bool reaches(const Stream& s) const {
    if (!on_chip(s)) return false;
    if (s.producer == producer_) return true;
    const std::size_t p = index(s.producer);
    return p > first_ && p <= last_ && !needed_[p - first_].empty();
  }

  // Messages of the producer out before chunk `c` of the stream's consumer has what it needs of it.
  std::int64_t required(const Stream& s, std::int64_t c) const {
    const Span needs = s.needs[static_cast<std::size_t>(c)];
    if (needs.empty()) return 0;
    if (s.producer == producer_) return needs.end;
    const std::vector<std::int64_t>& need = needed_[index(s.producer) - first_];
    return need[static_cast<std::size_t>(needs.end - 1)];
  }

  std::int64_t depth_of(const Stream& s) const {
    return s.producer == producer_ ? 0 : depth_[index(s.producer) - first_];
  }

 private:
  const Mapping& mapping_;
  const StreamIndex& by_layer_;
  LayerId producer_;
  std::size_t first_ = 0, last_ = 0;
  std::vector<std::vector<std::int64_t>> needed_;
  std::vector<std::int64_t> depth_;
};

// What the other ways from the producer to the consumer of `stream` ask of it.
struct OtherPaths {
  bool any = false;
  std::int64_t delay = 0, depth = 0;
};

OtherPaths other_paths(const Requirements& requirements, const Mapping& mapping,
                       const std::vector<std::size_t>& entering, std::size_t stream) {
  OtherPaths paths;
  const std::vector<Span>& needs = mapping.streams[stream].needs;
  for (const std::size_t o : entering) {
    const Stream& other = mapping.streams[o];
    if (o == stream || !requirements.reaches(other)) continue;
    paths.any = true;
    paths.depth = std::max(paths.depth, requirements.depth_of(other));
    for (std::size_t c = 0; c < needs.size(); ++c) {
      if (needs[c].empty()) continue;
      const std::int64_t required = requirements.required(other, static_cast<std::int64_t>(c));
      paths.delay = std::max(paths.delay, required - needs[c].begin);
    }
  }
  return paths;
}

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
  for (const Span& needs : stream.needs) stream.window = std::max(stream.window, needs.length());
}

void fill_delays(const StreamIndex& by_layer, LayerId producer, Mapping& mapping) {
  const std::vector<std::size_t>& leaving = by_layer.out[index(producer)];
  const auto direct = std::count_if(leaving.begin(), leaving.end(),
                                    [&](std::size_t s) { return on_chip(mapping.streams[s]); });
  if (direct < 2) return;  // a single stream meets no other path
  Requirements requirements(mapping, by_layer, producer);
  requirements.walk([&](std::size_t l) {
    for (const std::size_t s : by_layer.in[l]) {
      Stream& stream = mapping.streams[s];
      if (stream.producer != producer || !on_chip(stream)) continue;
      const OtherPaths others = other_paths(requirements, mapping, by_layer.in[l], s);
      if (!others.any) continue;
      stream.reconvergent = true;
      stream.delay = others.delay;
      const bool through_consumer =
          stream.gate == Gate::s5_operands && mapping.layers[l].on_crossbars;
      stream.slack = stream.skip_limited ? 0 : 3 * (others.depth + (through_consumer ? 1 : 0));
    }
  });
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
