// SPDX-License-Identifier: Apache-2.0
#include "workloads/streams.h"

#include <algorithm>

#include "models/error.h"
#include "workloads/edges.h"

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

std::int64_t common(const std::vector<Span>& spans, Span s) {
  std::int64_t n = 0;
  for (const Span& a : spans) {
    n += std::max<std::int64_t>(0, std::min(a.end, s.end) - std::max(a.begin, s.begin));
  }
  return n;
}

void normalise(std::vector<Span>& spans) {
  std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.begin < b.begin; });
  std::vector<Span> out;
  for (const Span& s : spans) {
    if (s.empty()) continue;
    if (!out.empty() && s.begin <= out.back().end) {
      out.back().end = std::max(out.back().end, s.end);
    } else {
      out.push_back(s);
    }
  }
  spans = std::move(out);
}

ChipNode node_of(const RramChip& chip, const Task& t) { return {t.chip, chip.core_node(t.core)}; }

bool from_memory(const Stream& s) {
  return s.kind == StreamKind::input || s.via_memory || s.spilled || s.piecewise;
}

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

// Network outputs send every message, other stores those some later reader needs.
void fill_store(const Network& net, const RramChip& chip, const Mapping& mapping, Stream& stream) {
  const LayerMapping& producer = mapping.layer(stream.producer);
  const std::size_t controllers = chip.memory.size();
  std::vector<Span> channels;
  if (stream.network_output) channels = {{0, net.layers[index(stream.producer)].out.channels}};
  std::vector<bool> wanted(static_cast<std::size_t>(producer.plan.count()), stream.network_output);
  for (const Stream& s : mapping.streams) {
    if (s.kind == StreamKind::store || s.kind == StreamKind::partial || !from_memory(s) ||
        s.producer != stream.producer) {
      continue;
    }
    const Layer& consumer = net.layers[index(s.consumer)];
    bool reads = false;
    Span filled;
    for (const Span& messages : s.needs) {
      if (messages.empty()) continue;
      reads = true;
      if (messages.begin >= filled.begin && messages.end <= filled.end) continue;
      std::fill(wanted.begin() + messages.begin, wanted.begin() + messages.end, true);
      filled = messages;
    }
    for (const std::size_t e : s.edges) {
      const Edge& edge = consumer.in_edges[e];
      if (reads) channels.push_back({edge.producer_channel, edge.producer_channel + edge.channels});
    }
  }
  normalise(channels);
  const std::size_t replicas = static_cast<std::size_t>(producer.plan.replicas);
  std::vector<std::int64_t> positions(replicas * controllers, 0);
  for (std::int64_t c = 0; c < producer.plan.count(); ++c) {
    if (!wanted[static_cast<std::size_t>(c)]) continue;
    positions[static_cast<std::size_t>(producer.plan.replica_of(c)) * controllers +
              static_cast<std::size_t>(c) % controllers] += producer.plan.chunk(c).length();
  }
  for (std::size_t i = 0; i < producer.tasks.size(); ++i) {
    const Task& t = producer.tasks[i];
    if (t.role == Role::partial) continue;
    const std::int64_t width = common(channels, t.channels);
    for (std::size_t m = 0; m < controllers; ++m) {
      const std::int64_t n =
          checked_mul(positions[static_cast<std::size_t>(t.replica) * controllers + m], width);
      if (n == 0) continue;
      stream.flows.push_back({node_of(chip, t),
                              {t.chip, chip.memory_node(m)},
                              static_cast<std::int64_t>(i),
                              -1,
                              Bits(n) * producer.bits.output,
                              width == 0 ? 0 : n / width,
                              width});
    }
  }
}

}  // namespace

const ChunkPlan& producer_plan(const Mapping& mapping, const Stream& s) {
  if (s.producer == LayerId::network_input) {
    return mapping.input_plans[static_cast<std::size_t>(s.input)];
  }
  return mapping.layer(s.producer).plan;
}

std::int64_t stream_bits(const Mapping& mapping, const Stream& s) {
  if (s.producer == LayerId::network_input) return mapping.layer(s.consumer).bits.input;
  return mapping.layer(s.producer).bits.output;
}

void fill_needs(const Network& net, const Mapping& mapping, Stream& s) {
  s.needs.clear();
  if (s.edges.empty()) return;  // partial sums and stores
  const Layer& consumer = net.layers[index(s.consumer)];
  const Edge& edge = consumer.in_edges[s.edges.front()];
  const ChunkPlan& plan = mapping.layer(s.consumer).plan;
  const ChunkPlan& producer = producer_plan(mapping, s);
  const std::int64_t chunks = plan.count();
  if (chunks > kMaxChunks) {
    throw Error("layer '" + consumer.name + "' makes " + std::to_string(chunks) +
                " chunks; expected at most " + std::to_string(kMaxChunks) +
                ": smaller inputs, or a larger L1 for longer chunks");
  }
  if (s.need == Need::whole && position_blocks(consumer) == 1) {  // alike for every chunk
    s.needs.assign(static_cast<std::size_t>(chunks),
                   needed_messages(producer, needed_positions(consumer, edge, false, {0, 1})));
    return;
  }
  s.needs.reserve(static_cast<std::size_t>(chunks));
  for (std::int64_t c = 0; c < chunks; ++c) {
    s.needs.push_back(
        needed_messages(producer, needed_positions(consumer, edge, s.recurrent, plan.chunk(c))));
  }
}

std::vector<Span> channels_read(const Layer& layer, const LayerMapping& m, const Task& task,
                                Gate gate) {
  if (!m.on_crossbars) {
    if (m.all_channels) return {{0, layer.in.channels}};
    return {task.channels};
  }
  if (m.dynamic) return {{0, layer.in.channels}};
  if (gate == Gate::s5_operands) return {task.channels};
  const ArrayGeometry& g = m.geometry;
  const std::int64_t taps = std::max<std::int64_t>(1, layer.window.taps());
  const std::int64_t per_group = layer.K / taps;
  const Rectangle& r = task.rectangle;
  if (g.packed_groups > 0) {
    return {{r.set_begin * g.packed_groups * per_group,
             std::min(r.set_end * g.packed_groups, g.matrix.groups) * per_group}};
  }
  const std::int64_t first = r.block_begin * g.weight_rows / taps;
  const std::int64_t end = ceil_div(std::min(r.block_end * g.weight_rows, layer.K), taps);
  std::vector<Span> spans;
  for (std::int64_t group = r.set_begin / g.column_blocks;
       group <= (r.set_end - 1) / g.column_blocks; ++group) {
    spans.push_back({group * per_group + first, group * per_group + end});
  }
  normalise(spans);
  return spans;
}

std::vector<Span> channels_received(const Layer& layer, const LayerMapping& m, const Task& task,
                                    const Stream& stream) {
  std::vector<Span> received;
  const std::vector<Span> read = channels_read(layer, m, task, stream.gate);
  for (const std::size_t i : stream.edges) {
    const Edge& e = layer.in_edges[i];
    if (stream.gate == (m.dynamic ? Gate::s2_operands : Gate::s5_operands) &&
        layer.channel_groups > 1 && (m.dynamic || !m.on_crossbars)) {
      const Span s = grouped_channels(layer, e, task.channels);
      received.push_back({e.producer_channel + s.begin, e.producer_channel + s.end});
      continue;
    }
    if (broadcasts_channel(layer, e)) {
      received.push_back({e.producer_channel, e.producer_channel + 1});
      continue;
    }
    const std::int64_t shift = e.producer_channel - e.consumer_channel;
    for (const Span& s : read) {
      received.push_back({std::max(s.begin, e.consumer_channel) + shift,
                          std::min(s.end, e.consumer_channel + e.channels) + shift});
    }
  }
  normalise(received);
  return received;
}

std::vector<Stream> make_streams(const Network& net, const std::vector<LayerMapping>& layers) {
  std::vector<Stream> streams;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    const Layer& layer = net.layers[l];
    const std::size_t first = streams.size();
    for (std::size_t i = 0; i < layer.in_edges.size(); ++i) {
      const Edge& e = layer.in_edges[i];
      Stream s;
      s.producer = e.producer;
      s.input = e.input;
      s.consumer = layer_id(l);
      s.gate = layers[l].dynamic ? Gate::s2_operands : e.gate;
      s.need = e.need;
      s.recurrent = e.producer == s.consumer;
      const bool from_input = e.producer == LayerId::network_input;
      s.kind = from_input                                              ? StreamKind::input
               : s.gate == Gate::s5_operands && layers[l].on_crossbars ? StreamKind::skip
                                                                       : StreamKind::activation;
      s.via_memory = !from_input && (layers[index(e.producer)].phase != layers[l].phase ||
                                     layers[index(e.producer)].spread);
      const auto same = std::find_if(streams.begin() + static_cast<std::ptrdiff_t>(first),
                                     streams.end(), [&](const Stream& o) {
                                       return o.producer == s.producer && o.input == s.input &&
                                              o.gate == s.gate && o.need == s.need;
                                     });
      if (same != streams.end()) {
        same->edges.push_back(i);
        continue;
      }
      s.edges.push_back(i);
      streams.push_back(s);
    }
    const bool partials = std::any_of(layers[l].tasks.begin(), layers[l].tasks.end(),
                                      [](const Task& t) { return t.role == Role::partial; });
    if (partials) {
      Stream s;
      s.kind = StreamKind::partial;
      s.producer = s.consumer = layer_id(l);
      streams.push_back(s);
    }
  }
  std::vector<bool> stored(net.layers.size(), false), output(net.layers.size(), false);
  for (const LayerId l : net.outputs) stored[index(l)] = output[index(l)] = true;
  for (const Stream& s : streams) {
    if (s.via_memory) stored[index(s.producer)] = true;
  }
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    if (!stored[l]) continue;
    Stream s;
    s.kind = StreamKind::store;
    s.producer = s.consumer = layer_id(l);
    s.network_output = output[l];
    streams.push_back(s);
  }
  return streams;
}

void fill_flows(const Network& net, const RramChip& chip, const Mapping& mapping, Stream& stream) {
  stream.flows.clear();
  if (stream.kind == StreamKind::partial) return fill_partials(chip, mapping, stream);
  if (stream.kind == StreamKind::store) return fill_store(net, chip, mapping, stream);
  const Layer& layer = net.layers[index(stream.consumer)];
  const LayerMapping& consumer = mapping.layer(stream.consumer);
  const bool memory = from_memory(stream);
  const ChunkPlan& source = producer_plan(mapping, stream);
  const std::size_t sources =
      memory ? chip.memory.size() : static_cast<std::size_t>(source.replicas);
  const std::vector<Task> none;
  const std::vector<Task>& producers =
      stream.producer == LayerId::network_input ? none : mapping.layer(stream.producer).tasks;
  const std::int64_t width = stream_bits(mapping, stream);
  const bool repeat = stream.piecewise && layer.kind != LayerKind::move;
  std::vector<Span> runs;
  for (std::int64_t replica = 0; replica < consumer.plan.replicas; ++replica) {
    Arrivals needed(source, sources, memory);
    if (!consumer.dynamic) {
      for_each_chunk(consumer.plan, replica, [&](std::int64_t c) {
        if (!repeat) return needed.keep(stream.needs[static_cast<std::size_t>(c)]);
        touched_runs(layer, layer.in_edges[stream.edges.front()], consumer.plan.chunk(c), runs);
        for (const Span& run : runs) needed.read(run);
      });
    }
    for (std::size_t t = 0; t < consumer.tasks.size(); ++t) {
      const Task& task = consumer.tasks[t];
      if (task.replica != replica) continue;
      if (consumer.dynamic) {
        needed = Arrivals(source, sources, memory);
        needed.keep({0, source.count()});
      }
      if (stream.gate == Gate::s5_operands && task.role == Role::partial) continue;
      const std::vector<Span> channels = channels_received(layer, consumer, task, stream);
      const auto flow = [&](ChipNode from, std::int64_t producer_task, std::int64_t positions,
                            std::int64_t count) {
        const ChipNode to = node_of(chip, task);
        if (positions == 0 || count == 0 || from == to) return;
        stream.flows.push_back({from, to, producer_task, static_cast<std::int64_t>(t),
                                Bits(checked_mul(positions, count)) * width, positions, count});
      };
      if (memory) {
        std::int64_t count = 0;
        for (const Span& s : channels) count += s.length();
        const std::int64_t home = producers.empty() ? task.chip : producers.front().chip;
        for (std::size_t m = 0; m < sources; ++m) {
          flow({home, chip.memory_node(m)}, -1, needed.positions()[m], count);
        }
        continue;
      }
      for (std::size_t p = 0; p < producers.size(); ++p) {
        if (producers[p].role == Role::partial) continue;
        flow(node_of(chip, producers[p]), static_cast<std::int64_t>(p),
             needed.positions()[static_cast<std::size_t>(producers[p].replica)],
             common(channels, producers[p].channels));
      }
    }
  }
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
