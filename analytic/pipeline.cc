// SPDX-License-Identifier: Apache-2.0
#include "analytic/pipeline.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "analytic/chunk_samples.h"
#include "analytic/pipeline_layer.h"

namespace crossroof::analytic {
namespace {

struct Node {
  LayerId id{};
  PipelineLayer layer;
  std::vector<std::int64_t> samples;  // chunks, ascending
  std::vector<Seconds> leaves;        // by sample: when its messages may leave, at least
  std::vector<Seconds> finished;      // by stage: the end of the chunk looked at last
  // The same of the last chunk that every replica has, and when its messages may leave.
  std::vector<Seconds> common_finished;
  Seconds common_leaves;
};

Seconds images(const PipelineStage& s, std::int64_t images) {
  return s.per_image * static_cast<double>(images);
}

class PhaseRun {
 public:
  PhaseRun(const RramChip& chip, const Mapping& mapping, const PipelineStreams& streams,
           std::int64_t phase)
      : mapping_(mapping), streams_(streams), place_(mapping.layers.size(), kAbsent) {
    for (const LayerId l : mapping.phases[static_cast<std::size_t>(phase)].layers) {
      Node n;
      n.id = l;
      n.layer = PipelineLayer(chip, mapping, streams, l, phase);
      if (!n.layer.present()) continue;
      place_[index(l)] = nodes_.size();
      nodes_.push_back(std::move(n));
    }
  }

  // The first image, then the last: between them every stage serves what it has to.
  Seconds makespan(std::int64_t batch) {
    std::for_each(nodes_.rbegin(), nodes_.rend(), [this](Node& n) { ask(n); });
    Seconds end;
    for (Node& n : nodes_) end = std::max(end, run(n, 0));
    if (batch == 1) return end;
    for (Node& n : nodes_) end = std::max(end, run(n, batch - 1));
    return end;
  }

 private:
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

  // Null: its chunks are not of this phase.
  Node* producer(const PipelineStream& way) {
    if (way.stream->producer == LayerId::network_input) return nullptr;
    if (mapping_.layer(way.stream->producer).spread) return nullptr;
    const std::size_t place = place_[index(way.stream->producer)];
    return place == kAbsent ? nullptr : &nodes_[place];
  }

  // What chunk j of some replica of the consumer needs last, the least of all replicas: a chunk of
  // the producer or, of a network input, a message; -1: one of them needs nothing.
  std::int64_t needed(const Node& n, const PipelineStream& way, std::int64_t chunk) {
    const std::vector<Span>& needs = way.stream->needs;
    const Node* const from = producer(way);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    n.layer.each(chunk, [&](std::int64_t number) {
      const auto c = static_cast<std::size_t>(number);
      const std::int64_t m = c < needs.size() && !needs[c].empty() ? needs[c].end - 1 : -1;
      least = std::min(least, m >= 0 && from != nullptr ? from->layer.chunk_of(m) : m);
    });
    return least == std::numeric_limits<std::int64_t>::max() ? -1 : least;
  }

  // Settles the samples of a layer, whose consumers have been seen, and asks its producers.
  void ask(Node& n) {
    n.samples.push_back(0);
    n.samples.push_back(n.layer.chunks() - 1);
    thin(n.samples);
    n.samples.push_back(n.layer.common() - 1);
    sort_unique(n.samples);
    n.leaves.assign(n.samples.size(), Seconds());
    n.finished.assign(n.layer.stages().size(), Seconds());
    for (const PipelineStream& way : streams_.into(n.id)) {
      Node* const from = producer(way);
      if (from == nullptr) continue;
      for (const std::int64_t j : n.samples) {
        const std::int64_t chunk = needed(n, way, j);
        if (chunk >= 0) from->samples.push_back(chunk);
      }
    }
  }

  // When what is needed() of an image after `before` others is there, at least.
  Seconds landed(const PipelineStream& way, std::int64_t needed, std::int64_t before) {
    if (const Node* from = producer(way)) {
      const auto after = std::upper_bound(from->samples.begin(), from->samples.end(), needed);
      const auto k = static_cast<std::size_t>(after - from->samples.begin()) - 1;
      // Through memory it is written first.
      return from->leaves[k] + way.latency * (way.from_memory ? 2.0 : 1.0) +
             way.per_position * static_cast<double>(from->layer.positions(from->samples[k]));
    }
    if (!way.in_order) return way.latency;
    const ChunkPlan& plan = mapping_.input_plans[static_cast<std::size_t>(way.stream->input)];
    const std::int64_t upto = std::min((needed + 1) * plan.length, plan.positions);
    return way.latency + way.per_position * static_cast<double>(upto + before * plan.positions);
  }

  // When the operands of chunk j that pass `gate` are there, at least.
  Seconds operands(const Node& n, std::int64_t j, Gate gate, std::int64_t before) {
    Seconds there;
    for (const PipelineStream& way : streams_.into(n.id)) {
      if (way.stream->gate != gate) continue;
      const std::int64_t m = needed(n, way, j);
      if (m >= 0) there = std::max(there, landed(way, m, before));
    }
    return there;
  }

  // The sampled chunks of an image after `before` others; the end of the last, stored.
  Seconds run(Node& n, std::int64_t before) {
    for (std::size_t k = 0; k < n.samples.size(); ++k) {
      const std::int64_t j = n.samples[k];
      Seconds ready;
      for (std::size_t s = 0; s < n.layer.stages().size(); ++s) {
        const PipelineStage& stage = n.layer.stages()[s];
        if (stage.stage == Stage::l1_read_mac) ready = operands(n, j, Gate::s2_operands, before);
        if (stage.stage == Stage::l1_read_simd) {
          ready = std::max(ready, operands(n, j, Gate::s5_operands, before));
        }
        ready += n.layer.service(stage, j) + stage.lag;
        if (k > 0 || before > 0) {
          ready = std::max(
              ready, (k > 0 ? n.finished : n.common_finished)[s] + since_last(n, stage, k, before));
        }
        n.finished[s] = ready;
      }
      n.leaves[k] = std::max(ready, others_left(n, k, before));
      if (j + 1 != n.layer.common()) continue;
      n.common_finished = n.finished;
      n.common_leaves = n.leaves[k];
    }
    const PipelineStream& store = streams_.store(n.id);
    return n.leaves.back() + store.latency +
           store.per_position * static_cast<double>(n.layer.positions(n.layer.chunks() - 1));
  }

  // Service of a stage from the sample before up to sample k; before the first sample of the last
  // image, from the last chunk of the first image that every replica has.
  static Seconds since_last(const Node& n, const PipelineStage& s, std::size_t k,
                            std::int64_t before) {
    if (k > 0) return n.layer.between(s, n.samples[k - 1], n.samples[k]);
    return images(s, before - 1) + n.layer.between(s, -1, n.samples[0]);
  }

  // When the messages of all chunks before sample k have left.
  static Seconds others_left(const Node& n, std::size_t k, std::int64_t before) {
    const PipelineStage& sent = n.layer.emission();
    if (k > 0) {
      return n.leaves[k - 1] + n.layer.positions_time(sent, n.layer.begin(n.samples[k]) -
                                                                n.layer.begin(n.samples[k - 1]));
    }
    return before > 0 ? n.common_leaves + images(sent, before - 1) : Seconds();
  }

  const Mapping& mapping_;
  const PipelineStreams& streams_;
  std::vector<std::size_t> place_;  // by layer
  std::vector<Node> nodes_;
};

}  // namespace

Seconds Pipeline::makespan(std::int64_t phase, std::int64_t batch) const {
  return PhaseRun(chip_, mapping_, streams_, phase).makespan(batch);
}

}  // namespace crossroof::analytic
