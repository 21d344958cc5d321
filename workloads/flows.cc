// SPDX-License-Identifier: Apache-2.0
#include "workloads/flows.h"

#include <algorithm>

#include "workloads/streams.h"

namespace crossroof {
namespace {

// Positions that come to a consumer, summed by where they come from (replica or controller).
class Arrivals {
 public:
  Arrivals(const ChunkPlan& plan, std::size_t sources, bool by_controller)
      : plan_(&plan), by_controller_(by_controller), positions_(sources, 0) {}

  // Messages a chunk needs; those that came for an earlier chunk are there already.
  void keep(Span messages) {
    if (messages.empty()) return;
    if (here_.empty()) here_.resize(static_cast<std::size_t>(plan_->count()), false);
    // Mostly a chunk needs no message before those of the last one (dilated windows may).
    std::int64_t c = messages.begin;
    if (c >= last_.begin) c = std::max(c, std::min(last_.end, messages.end));
    for (; c < messages.end; ++c) {
      if (here_[static_cast<std::size_t>(c)]) continue;
      here_[static_cast<std::size_t>(c)] = true;
      add(c, plan_->chunk(c).length());
    }
    last_ = messages;
  }

  // Positions read for one chunk and not kept.
  void read(Span positions) {
    const std::int64_t p = plan_->length;
    std::int64_t c = positions.begin / p;
    const std::int64_t last = (positions.end - 1) / p;
    if (c == last) return add(c, positions.length());
    add(c, (c + 1) * p - positions.begin);
    add(last, positions.end - last * p);
    // Whole messages between: equal shares, and one more for the first few.
    const auto n = static_cast<std::int64_t>(positions_.size());
    const std::int64_t whole = last - c - 1, rounds = by_controller_ ? whole / n : 0;
    for (std::int64_t s = 0; s < n && rounds > 0; ++s) {
      positions_[static_cast<std::size_t>(s)] += rounds * p;
    }
    for (c += 1 + rounds * n; c < last; ++c) add(c, p);
  }

  const std::vector<std::int64_t>& positions() const { return positions_; }

 private:
  void add(std::int64_t message, std::int64_t positions) {
    const std::int64_t source = by_controller_
                                    ? message % static_cast<std::int64_t>(positions_.size())
                                    : plan_->replica_of(message);
    positions_[static_cast<std::size_t>(source)] += positions;
  }

  const ChunkPlan* plan_;
  bool by_controller_;
  std::vector<std::int64_t> positions_;
  std::vector<bool> here_;
  Span last_;
};

ChipNode node_of(const RramChip& chip, const Task& t) { return {t.chip, chip.core_node(t.core)}; }

template <class Visit>
void for_each_chunk(const ChunkPlan& plan, std::int64_t replica, Visit visit) {
  if (plan.run > 0) {
    const std::int64_t end = std::min((replica + 1) * plan.run, plan.positions);
    for (std::int64_t c = replica * plan.run / plan.length; c * plan.length < end; ++c) visit(c);
    return;
  }
  for (std::int64_t c = replica; c < plan.count(); c += plan.replicas) visit(c);
}

void fill_partials(const RramChip& chip, const Mapping& mapping, Stream& stream) {
  const std::vector<Task>& tasks = mapping.layer(stream.producer).tasks;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (tasks[i].role != Role::partial) continue;
    const Task& root = tasks[tasks[i].root];
    const std::int64_t values = checked_mul(tasks[i].held.columns, tasks[i].work.mac.count);
    stream.flows.push_back({node_of(chip, tasks[i]), node_of(chip, root),
                            static_cast<std::int64_t>(i), static_cast<std::int64_t>(tasks[i].root),
                            Bits(values) * chip.kind(root.core).accumulator_bits,
                            tasks[i].work.mac.count, tasks[i].held.columns});
  }
}

void add_reader(const Network& net, const Stream& reader, StoredPart& part) {
  bool reads = false;
  Span filled;
  for (const Span& needs : reader.needs) {
    if (needs.empty()) continue;
    reads = true;
    if (needs.begin >= filled.begin && needs.end <= filled.end) continue;
    std::fill(part.messages.begin() + needs.begin, part.messages.begin() + needs.end, true);
    filled = needs;
  }
  if (!reads) return;
  for (const std::size_t e : reader.edges) {
    const Edge& edge = net.layers[index(reader.consumer)].in_edges[e];
    part.channels.push_back({edge.producer_channel, edge.producer_channel + edge.channels});
  }
}

// A tensor lives in the memory of the chip that holds its first columns.
void fill_store(const Network& net, const RramChip& chip, const Mapping& mapping, Stream& stream) {
  const LayerMapping& producer = mapping.layer(stream.producer);
  const StoredPart wanted = stored_part(net, mapping, stream);
  const std::size_t controllers = chip.memory.size();
  std::vector<std::int64_t> positions(
      static_cast<std::size_t>(producer.plan.replicas) * controllers, 0);
  for (std::int64_t c = 0; c < producer.plan.count(); ++c) {
    if (!wanted.messages[static_cast<std::size_t>(c)]) continue;
    positions[static_cast<std::size_t>(producer.plan.replica_of(c)) * controllers +
              static_cast<std::size_t>(c) % controllers] += producer.plan.chunk(c).length();
  }
  for (std::size_t i = 0; i < producer.tasks.size(); ++i) {
    const Task& t = producer.tasks[i];
    if (t.role == Role::partial) continue;
    const std::int64_t channels = common_channels(wanted.channels, t.channels);
    for (std::size_t m = 0; m < controllers; ++m) {
      const std::int64_t n = positions[static_cast<std::size_t>(t.replica) * controllers + m];
      if (n == 0 || channels == 0) continue;
      stream.flows.push_back({node_of(chip, t),
                              {producer.tasks.front().chip, chip.memory_node(m)},
                              static_cast<std::int64_t>(i),
                              -1,
                              Bits(checked_mul(n, channels)) * producer.bits.output,
                              n,
                              channels});
    }
  }
}

// Fills the flows of a stream of operands.
class OperandFlows {
 public:
  OperandFlows(const Network& net, const RramChip& chip, const Mapping& mapping, Stream& stream)
      : chip_(chip),
        stream_(stream),
        layer_(net.layers[index(stream.consumer)]),
        consumer_(mapping.layer(stream.consumer)),
        source_(producer_plan(mapping, stream)),
        memory_(from_memory(stream)),
        width_(stream_bits(mapping, stream)) {
    if (stream.producer != LayerId::network_input) {
      producers_ = &mapping.layer(stream.producer).tasks;
    }
  }

  void fill() {
    for (std::int64_t replica = 0; replica < consumer_.plan.replicas; ++replica) {
      const std::vector<std::int64_t> positions = arriving(replica);
      for (std::size_t t = 0; t < consumer_.tasks.size(); ++t) {
        const Task& task = consumer_.tasks[t];
        if (task.replica != replica) continue;
        if (stream_.gate == Gate::s5_operands && task.role == Role::partial) continue;
        add_task(t, positions);
      }
    }
  }

 private:
  // Positions that come to a replica, by controller or by replica of the producer.
  std::vector<std::int64_t> arriving(std::int64_t replica) const {
    const std::size_t sources =
        memory_ ? chip_.memory.size() : static_cast<std::size_t>(source_.replicas);
    Arrivals needed(source_, sources, memory_);
    if (consumer_.dynamic) {
      needed.keep({0, source_.count()});
      return needed.positions();
    }
    const bool repeat = stream_.piecewise && layer_.kind != LayerKind::move;
    std::vector<Span> runs;
    for_each_chunk(consumer_.plan, replica, [&](std::int64_t c) {
      if (!repeat) return needed.keep(stream_.needs[static_cast<std::size_t>(c)]);
      touched_runs(layer_, layer_.in_edges[stream_.edges.front()], consumer_.plan.chunk(c), runs);
      for (const Span& run : runs) needed.read(run);
    });
    return needed.positions();
  }

  void add_task(std::size_t t, const std::vector<std::int64_t>& positions) {
    const std::vector<Span> channels =
        channels_received(layer_, consumer_, consumer_.tasks[t], stream_);
    if (memory_) {
      std::int64_t count = 0;
      for (const Span& s : channels) count += s.length();
      const std::int64_t home =
          producers_ == nullptr ? consumer_.tasks[t].chip : producers_->front().chip;
      for (std::size_t m = 0; m < positions.size(); ++m) {
        add_flow({home, chip_.memory_node(m)}, -1, t, positions[m], count);
      }
      return;
    }
    for (std::size_t p = 0; producers_ != nullptr && p < producers_->size(); ++p) {
      const Task& from = (*producers_)[p];
      if (from.role == Role::partial) continue;
      add_flow(node_of(chip_, from), static_cast<std::int64_t>(p), t,
               positions[static_cast<std::size_t>(from.replica)],
               common_channels(channels, from.channels));
    }
  }

  void add_flow(ChipNode from, std::int64_t producer_task, std::size_t t, std::int64_t positions,
                std::int64_t channels) {
    const ChipNode to = node_of(chip_, consumer_.tasks[t]);
    if (positions == 0 || channels == 0 || from == to) return;
    stream_.flows.push_back({from, to, producer_task, static_cast<std::int64_t>(t),
                             Bits(checked_mul(positions, channels)) * width_, positions, channels});
  }

  const RramChip& chip_;
  Stream& stream_;
  const Layer& layer_;
  const LayerMapping& consumer_;
  const ChunkPlan& source_;
  bool memory_;
  std::int64_t width_;
  const std::vector<Task>* producers_ = nullptr;
};

}  // namespace

StoredPart stored_part(const Network& net, const Mapping& mapping, const Stream& store) {
  const ChunkPlan& plan = mapping.layer(store.producer).plan;
  StoredPart part{std::vector<bool>(static_cast<std::size_t>(plan.count()), store.network_output),
                  {}};
  if (store.network_output) part.channels = {{0, net.layers[index(store.producer)].out.channels}};
  for (const Stream& s : mapping.streams) {
    const bool reader = s.kind != StreamKind::store && s.kind != StreamKind::partial;
    if (reader && s.producer == store.producer && from_memory(s)) add_reader(net, s, part);
  }
  normalise_spans(part.channels);
  return part;
}

void fill_flows(const Network& net, const RramChip& chip, const Mapping& mapping, Stream& stream) {
  stream.flows.clear();
  if (stream.kind == StreamKind::partial) return fill_partials(chip, mapping, stream);
  if (stream.kind == StreamKind::store) return fill_store(net, chip, mapping, stream);
  OperandFlows(net, chip, mapping, stream).fill();
}

void fill_transfers(const RramChip& chip, LayerId layer, const std::vector<std::size_t>& in,
                    const std::vector<std::size_t>& out, Mapping& mapping) {
  std::vector<Task>& tasks = mapping.layers[index(layer)].tasks;
  for (Task& t : tasks) {
    t.work.noc_read = t.work.memory_read = t.work.chip_read = Bits();
    t.work.noc_write = t.work.memory_write = t.work.chip_write = Bits();
  }
  const auto is_memory = [&](ChipNode n) {
    return static_cast<std::size_t>(n.node) >= chip.cores.size();
  };
  for (const std::size_t s : in) {
    for (const Flow& f : mapping.streams[s].flows) {
      TaskWork& w = tasks[static_cast<std::size_t>(f.consumer_task)].work;
      w.noc_read += f.bits;
      if (is_memory(f.from)) w.memory_read += f.bits;
      if (f.from.chip != f.to.chip) w.chip_read += f.bits;
    }
  }
  for (const std::size_t s : out) {
    for (const Flow& f : mapping.streams[s].flows) {
      if (f.producer_task < 0) continue;
      TaskWork& w = tasks[static_cast<std::size_t>(f.producer_task)].work;
      w.noc_write += f.bits;
      if (is_memory(f.to)) w.memory_write += f.bits;
      if (f.from.chip != f.to.chip) w.chip_write += f.bits;
    }
  }
}

}  // namespace crossroof
