// SPDX-License-Identifier: Apache-2.0
#include "analytic/contention.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analytic/chunk_samples.h"
#include "analytic/rates.h"
#include "analytic/resource_max.h"
#include "analytic/shared_servers.h"

namespace crossroof::analytic {
namespace {

// One layer on its way through an image. Times are by sample.
struct Node {
  ContentionLayer layer;
  Seconds weights;                    // until its arrays are written
  std::vector<std::int64_t> samples;  // chunks, ascending
  std::vector<Seconds> finished;      // by sample and stage
  std::vector<Seconds> shared;        // when the busiest shared server is done with the chunk
  std::vector<Seconds> left, sent;    // it and all before it have passed the stages, have been sent
  std::vector<Seconds> sent_alone;    // that of its own replica

  Seconds& done(std::size_t sample, std::size_t stage) {
    return finished[sample * layer.stages.size() + stage];
  }
};

// At a chunk, between two samples in proportion.
Seconds at(const Node& n, const std::vector<Seconds>& times, std::int64_t chunk) {
  const auto after = std::lower_bound(n.samples.begin(), n.samples.end(), chunk);
  if (after == n.samples.end()) return times.back();
  const auto k = static_cast<std::size_t>(after - n.samples.begin());
  if (*after == chunk || k == 0) return times[k];
  const double share = static_cast<double>(chunk - n.samples[k - 1]) /
                       static_cast<double>(n.samples[k] - n.samples[k - 1]);
  return times[k - 1] + (times[k] - times[k - 1]) * share;
}

// The latest sample of the replica of sample k before it; k: none.
std::size_t latest_before(const Node& n, std::size_t k) {
  const ContentionLayer& l = n.layer;
  if (l.plan.run > 0) return k > 0 && l.same_replica(n.samples[k - 1], n.samples[k]) ? k - 1 : k;
  const std::int64_t latest = n.samples[k] - l.plan.replicas;
  const auto after = std::upper_bound(n.samples.begin(), n.samples.end(), latest);
  return after == n.samples.begin() ? k : static_cast<std::size_t>(after - n.samples.begin()) - 1;
}

// The message that a chunk needs last; -1: none.
std::int64_t needed(const ContentionStream& way, std::int64_t chunk) {
  const std::vector<Span>& needs = way.stream->needs;
  const auto c = static_cast<std::size_t>(chunk);
  return c < needs.size() && !needs[c].empty() ? needs[c].end - 1 : -1;
}

// Messages that a replica needs of a stream from its first chunk on: of `count` chunks, up to the
// last of them.
std::int64_t needed_since(const std::vector<Span>& needs, std::int64_t first, std::int64_t last,
                          std::int64_t count) {
  const auto span = [&needs](std::int64_t chunk) {
    return needs[std::min(static_cast<std::size_t>(chunk), needs.size() - 1)];
  };
  // Windows that overlap or follow each other, or single ones.
  return std::min(span(last).end - span(first).begin, count * span(last).length());
}

// How much of all that a reader has from memory has to have come before a chunk. Readers are served
// side by side, packet by packet, one after the other; controllers send a message each at the same
// time, as far as credits go.
double share_read(const ContentionLayer& l, const ContentionStream& way, std::int64_t chunk) {
  const Stream& s = *way.stream;
  if (s.need == Need::whole || s.needs.empty()) return 1;
  const std::int64_t replicas = l.plan.run > 0 ? 1 : l.plan.replicas, place = chunk % replicas;
  const std::int64_t chunks = ceil_div(l.chunks - place, replicas);
  const std::int64_t all = needed_since(s.needs, place, place + (chunks - 1) * replicas, chunks);
  const std::int64_t upto = needed_since(s.needs, place, chunk, chunk / replicas + 1);
  if (all <= 0) return 1;
  const std::int64_t together = ceil_div(upto, way.places) * way.places;
  const std::int64_t come = std::min(together, std::max(upto, s.credits));
  const double behind = static_cast<double>(replicas - 1 - place) / static_cast<double>(replicas);
  const double share = static_cast<double>(come) / static_cast<double>(all) - behind / way.packets;
  return std::clamp(share, 0.0, 1.0);
}

class PhaseRun {
 public:
  PhaseRun(const RramChip& chip, const Mapping& mapping, const ContentionStreams& streams,
           const LoadDetails& details, std::int64_t phase)
      : mapping_(mapping),
        streams_(streams),
        details_(details),
        servers_(chip.cores.size(), mapping.chips, details.shares),
        place_(mapping.layers.size(), kAbsent) {
    for (const LayerId l : mapping.phases[static_cast<std::size_t>(phase)].layers) {
      Node n;
      n.layer = contention_layer(chip, mapping, streams, l, phase);
      if (n.layer.chunks == 0) continue;
      place_[index(l)] = nodes_.size();
      nodes_.push_back(std::move(n));
    }
    for (const Node& n : nodes_) {
      for (const ContentionStream& way : streams.into(n.layer.id)) {
        if (way.from_memory && producer(way) == kAbsent) read_ += way.per_image;
      }
    }
  }

  // Arrays that are written once `arrived` weights are there, or anew for every image.
  void write_arrays(const RramChip& chip, const Mapping& mapping,
                    const std::vector<WeightLoad>& loads, Seconds arrived) {
    for (const WeightLoad& load : loads) {
      if (place_[index(load.layer)] == kAbsent) continue;
      const Task& task = mapping.layer(load.layer).tasks[load.task];
      const Seconds write = array_write_time(chip.kind(task.core).crossbar, load.rows);
      Seconds& weights = nodes_[place_[index(load.layer)]].weights;
      weights = std::max(weights, load.per_image ? write : arrived + write);
    }
  }

  Seconds latency() {
    std::for_each(nodes_.rbegin(), nodes_.rend(), [this](Node& n) { ask(n); });
    Seconds end;
    for (Node& n : nodes_) {
      run(n);
      wait_for_servers(n);
      end = std::max(end, stored(n));
    }
    return end;
  }

  // Between images, as each layer alone would let them follow.
  Seconds interval() const {
    Seconds longest;
    for (const Node& n : nodes_) {
      const ContentionLayer& l = n.layer;
      longest =
          std::max({longest, l.loop * static_cast<double>(l.chunks),
                    std::max(l.period, l.turn) * static_cast<double>(l.of_replica()), l.image});
    }
    return longest;
  }

 private:
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

  // kAbsent: its chunks are not of this phase.
  std::size_t producer(const ContentionStream& way) const {
    if (way.stream->producer == LayerId::network_input) return kAbsent;
    return place_[index(way.stream->producer)];
  }

  // Settles the samples of a layer, whose consumers have been seen, and asks its producers.
  void ask(Node& n) {
    n.samples.push_back(0);
    n.samples.push_back(n.layer.chunks - 1);
    // The last replica's chunk before: what it waits for from memory may be there no later.
    n.samples.push_back(std::max<std::int64_t>(0, n.layer.chunks - 1 - n.layer.plan.replicas));
    thin(n.samples);
    for (const ContentionStream& way : streams_.into(n.layer.id)) {
      const std::size_t from = producer(way);
      if (from == kAbsent || way.stream->recurrent) continue;
      for (const std::int64_t j : n.samples) {
        const std::int64_t m = needed(way, j);
        if (m >= 0) nodes_[from].samples.push_back(m);
      }
    }
  }

  // All of an image at the busiest link on the way.
  Seconds links(const ContentionStream& way) const {
    return details_.stream_links[static_cast<std::size_t>(way.stream - mapping_.streams.data())];
  }

  // When the messages that a chunk needs of a stream have landed.
  Seconds landed(const Node& n, const ContentionStream& way, std::int64_t chunk) const {
    const std::int64_t m = needed(way, chunk);
    if (m < 0) return Seconds();
    const std::size_t place = producer(way);
    if (place == kAbsent) {
      return way.moves ? way.latency + read_ * share_read(n.layer, way, chunk) : Seconds();
    }
    const Node& from = nodes_[place];
    if (!way.moves) return at(from, from.left, m);
    // The receiver's port may take longer than the sender's.
    const Seconds late = std::max(Seconds(), way.arrival - from.layer.emission);
    // So may the links on the way, which have carried a share of the image since its first message;
    // of a stream that is read piece by piece, the pieces of one chunk do not hold up the others'.
    const double share = static_cast<double>(m + 1) / static_cast<double>(from.layer.chunks);
    const Seconds carried =
        way.stream->piecewise ? Seconds() : from.sent.front() + links(way) * share;
    return std::max(at(from, from.sent, m), carried) + way.latency * (way.from_memory ? 2.0 : 1.0) +
           late;
  }

  Seconds operands(const Node& n, std::int64_t chunk, Gate gate) const {
    Seconds there;
    for (const ContentionStream& way : streams_.into(n.layer.id)) {
      if (way.stream->gate != gate || way.stream->recurrent) continue;
      there = std::max(there, landed(n, way, chunk));
    }
    return there;
  }

  void run(Node& n) const {
    const std::size_t samples = n.samples.size();
    n.finished.assign(n.layer.stages.size() * samples, Seconds());
    for (std::vector<Seconds>* times : {&n.shared, &n.left, &n.sent, &n.sent_alone}) {
      times->assign(samples, Seconds());
    }
    for (std::size_t k = 0; k < samples; ++k) pass(n, k);
  }

  // One sample through all stages of its layer.
  void pass(Node& n, std::size_t k) const {
    const ContentionLayer& l = n.layer;
    const std::int64_t c = n.samples[k];
    const double size = l.size(c);
    const double apart = k > 0 ? static_cast<double>(c - n.samples[k - 1]) : 0;
    const std::size_t before = latest_before(n, k);
    const bool follows = before != k;
    // Whole chunks of its replica since then, and this one.
    const double since = follows
                             ? std::max(1.0, std::floor(static_cast<double>(c - n.samples[before]) /
                                                        l.replicas_taking_turns())) -
                                   1 + size
                             : 0;
    Seconds ready = operands(n, c, Gate::s2_operands);
    if (l.stages.empty() || l.stages.front().stage >= Stage::l1_read_simd) {
      ready = std::max(ready, operands(n, c, Gate::s5_operands));
    }
    n.shared[k] = ready + l.shared * size;
    bool added = false;
    for (std::size_t s = 0; s < l.stages.size(); ++s) {
      const ContentionStage& stage = l.stages[s];
      if (stage.stage == Stage::mac) ready = std::max(ready, n.weights);
      if (stage.stage >= Stage::l1_read_simd && !added) {
        added = true;
        ready = std::max(ready + l.partial * size, operands(n, c, Gate::s5_operands));
      }
      ready += stage.service * size + stage.lag + stage.wait;
      if (follows) ready = std::max(ready, n.done(before, s) + stage.service * since);
      if (k > 0 && stage.stage == Stage::l1_read_mac) {
        ready = std::max(ready, n.done(k - 1, s) + l.operand_turn * apart);
      }
      n.done(k, s) = ready;
    }
    Seconds left = ready;
    if (k > 0) {
      n.shared[k] = std::max(n.shared[k], n.shared[k - 1] + l.shared * apart);
      left = std::max({left, n.left[k - 1] + std::max(l.result_turn, l.loop) * apart});
    }
    left = std::max(left, n.shared[k]);
    if (follows) left = std::max(left, n.left[before] + l.period * since);
    const double behind = std::floor(static_cast<double>(c) / l.replicas_taking_turns()) - l.ahead;
    if (k > 0 && behind > 0) left = std::max(left, n.left[0] + l.turn * behind);
    n.sent_alone[k] = left + l.emission * size;
    if (follows) {
      n.sent_alone[k] = std::max(n.sent_alone[k], n.sent_alone[before] + l.emission * since);
    }
    n.left[k] = k > 0 ? std::max(left, n.left[k - 1]) : left;
    n.sent[k] = k > 0 ? std::max(n.sent_alone[k], n.sent[k - 1]) : n.sent_alone[k];
  }

  // A core's SIMD unit and L1 serve the layers before as well.
  void wait_for_servers(Node& n) {
    const std::vector<ServerShare>& all = details_.shares;
    while (next_share_ < all.size() && all[next_share_].layer < n.layer.id) ++next_share_;
    Seconds end;
    for (; next_share_ < all.size() && all[next_share_].layer == n.layer.id; ++next_share_) {
      const ServerShare& share = all[next_share_];
      end = std::max(end, servers_.serve(share, first_served(n, share.kind)));
    }
    if (end > n.left.back()) stretch(n, end);
  }

  // When the server gets the first chunk.
  static Seconds first_served(Node& n, ResourceKind kind) {
    const std::vector<ContentionStage>& stages = n.layer.stages;
    for (std::size_t s = 0; s < stages.size(); ++s) {
      if (kind != ResourceKind::simd || stages[s].stage == Stage::simd) {
        return n.done(0, s) - stages[s].service;
      }
    }
    return Seconds();
  }

  // The layer takes until `end`, all its chunks the longer the later.
  static void stretch(Node& n, Seconds end) {
    const Seconds begin = n.done(0, 0);
    const double longer = (end - begin) / (n.left.back() - begin);
    for (std::vector<Seconds>* times : {&n.finished, &n.shared, &n.left, &n.sent, &n.sent_alone}) {
      for (Seconds& t : *times) {
        if (t > begin) t = begin + (t - begin) * longer;
      }
    }
  }

  // When the last result of a layer is where it belongs.
  Seconds stored(const Node& n) const {
    Seconds end = n.left.back();
    for (const ContentionStream& store : streams_.stores(n.layer.id)) {
      if (!store.moves) continue;
      end = std::max(
          {end, n.sent.back() + store.latency, n.sent.front() + store.latency + store.per_image});
    }
    return end;
  }

  const Mapping& mapping_;
  const ContentionStreams& streams_;
  const LoadDetails& details_;
  SharedServers servers_;
  std::size_t next_share_ = 0;
  std::vector<std::size_t> place_;  // by layer
  std::vector<Node> nodes_;
  Seconds read_;  // all that is read from memory for one image
};

Pace pace_of(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::crossbars:
      return Pace::layers;
    case ResourceKind::link:
    case ResourceKind::injection:
    case ResourceKind::ejection:
      return Pace::noc;
    case ResourceKind::l1:
    case ResourceKind::l1_read:
    case ResourceKind::l1_write:
    case ResourceKind::simd:
    case ResourceKind::controller:
    case ResourceKind::chip_link:
    case ResourceKind::chip_link_in:
      break;
  }
  return Pace::servers;
}

// Until the weights of a phase are at their arrays.
Seconds arrival(const std::vector<ResourceLoad>& loads) {
  Seconds longest;
  for (const ResourceLoad& r : loads) {
    if (r.kind != ResourceKind::crossbars) longest = std::max(longest, r.once);
  }
  return longest;
}

}  // namespace

PhaseEstimate Contention::phase(std::int64_t phase) const {
  LoadDetails details;
  const std::vector<ResourceLoad> loads =
      resource_loads(net_, chip_, mapping_, phase, Pieces::whole, &details);
  PhaseRun run(chip_, mapping_, streams_, details, phase);
  run.write_arrays(chip_, mapping_, mapping_.phases[static_cast<std::size_t>(phase)].loads,
                   arrival(loads));
  PhaseEstimate e;
  e.latency = run.latency();
  e.interval = run.interval();
  Seconds noc;
  for (const ResourceLoad& r : loads) {
    const Pace pace = pace_of(r.kind);
    if (r.per_image > e.interval) {
      e.interval = r.per_image;
      e.pace = pace;
    }
    e.latency = std::max(e.latency, r.per_image + r.once);
    if (pace == Pace::noc) noc = std::max(noc, r.per_image);
  }
  if (e.interval > Seconds()) e.noc = noc / e.interval;
  return e;
}

}  // namespace crossroof::analytic
