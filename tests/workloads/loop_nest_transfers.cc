// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/loop_nest_transfers.h"

#include <algorithm>
#include <tuple>

namespace crossroof::oracle {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

void set_all(std::vector<bool>& flags) { std::fill(flags.begin(), flags.end(), true); }

// A result of a layer, or a network input.
using Tensor = std::pair<LayerId, std::int64_t>;

// All edges that bring one tensor to one consumer at one stage, alike in what they need.
struct Delivery {
  LayerId consumer{};
  std::vector<Edge> edges;
};

std::vector<Delivery> deliveries_of(const Network& net) {
  std::vector<Delivery> all;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    std::map<std::tuple<Tensor, Gate, Need>, std::vector<Edge>> alike;
    for (const Edge& e : net.layers[l].in_edges) {
      alike[{Tensor(e.producer, e.input), e.gate, e.need}].push_back(e);
    }
    for (auto& entry : alike) all.push_back({LayerId(static_cast<int>(l)), entry.second});
  }
  return all;
}

// The stream of a delivery says whether it was spilled; there must be exactly one.
const Stream* stream_of(const Mapping& mapping, const Delivery& d,
                        std::vector<std::string>& faults) {
  const Edge& e = d.edges[0];
  const Stream* found = nullptr;
  for (const Stream& s : mapping.streams) {
    const bool brings = s.kind == StreamKind::input || s.kind == StreamKind::activation ||
                        s.kind == StreamKind::skip;
    if (!brings || s.consumer != d.consumer || s.producer != e.producer || s.gate != e.gate ||
        s.need != e.need || (e.producer == LayerId::network_input && s.input != e.input)) {
      continue;
    }
    if (found != nullptr) faults.emplace_back("a tensor has two streams to one consumer and stage");
    found = &s;
  }
  if (found == nullptr) faults.emplace_back("a tensor has no stream to a consumer");
  return found;
}

class TransferCounter {
 public:
  TransferCounter(const Network& net, const RramChip& chip, const Mapping& mapping,
                  Recount& counted)
      : net_(net), chip_(chip), mapping_(mapping), counted_(counted) {
    for (std::size_t l = 0; l < net.layers.size(); ++l) {
      stored_messages_.emplace_back(counted.walks[l].chunks.position.size());
      stored_channels_.emplace_back(at(net.layers[l].out.channels));
      injected_.emplace_back(at(net.layers[l].out.elements()));
    }
  }

  void deliver(const Delivery& d) {
    const Stream* stream = stream_of(mapping_, d, counted_.faults);
    if (stream == nullptr) return;
    const Edge& edge = d.edges[0];
    const bool from_input = edge.producer == LayerId::network_input;
    const bool by_memory = from_input || stream->spilled || stream->piecewise ||
                           mapping_.layer(edge.producer).phase != mapping_.layer(d.consumer).phase;
    const Chunks producers =
        from_input ? input_chunks(edge.input) : counted_.walks[index(edge.producer)].chunks;
    const std::size_t tasks = mapping_.layer(d.consumer).tasks.size();
    for (std::size_t t = 0; t < tasks; ++t) {
      if (edge.gate == Gate::s5_operands && task(d.consumer, t).role != Role::root) continue;
      const std::vector<bool> channels = channels_of(d, t);
      if (stream->piecewise) {
        read_piecewise(d, t, producers, channels);
        continue;
      }
      for (const std::size_t m : messages_of(d, t, producers)) {
        if (by_memory) {
          read_message(d, t, m, producers, channels);
        } else {
          push_message(d, t, m, producers, channels);
        }
      }
    }
  }

  void store_results() {
    for (const LayerId output : net_.outputs) {
      set_all(stored_messages_[index(output)]);
      set_all(stored_channels_[index(output)]);
    }
    for (std::size_t l = 0; l < net_.layers.size(); ++l) {
      for (std::size_t m = 0; m < stored_messages_[l].size(); ++m) {
        if (stored_messages_[l][m]) store_message(l, m);
      }
    }
  }

  void send_partials() {
    for (std::size_t l = 0; l < net_.layers.size(); ++l) {
      const LayerWalk& walk = counted_.walks[l];
      const CoreKind& kind = chip_.kinds[static_cast<std::size_t>(mapping_.layers[l].kind)];
      for (std::size_t t = 0; t < counted_.tasks[l].size(); ++t) {
        if (mapping_.layers[l].tasks[t].role != Role::partial) continue;
        for (const std::size_t chunk : walk.chunks.chunk_of) {
          if (walk.chunks.replica[chunk] != at(mapping_.layers[l].tasks[t].replica)) continue;
          for (std::size_t c = 0; c < at(net_.layers[l].out.channels); ++c) {
            if (!walk.columns_held[t][c]) continue;
            const std::int64_t root = walk.root_of[walk.chunks.replica[chunk]][c];
            move(l, t, at(root), kind.accumulator_bits);
          }
        }
      }
    }
  }

 private:
  const Task& task(LayerId layer, std::size_t t) const { return mapping_.layer(layer).tasks[t]; }

  Node core_of(std::size_t layer, std::size_t t) const {
    const Task& where = mapping_.layers[layer].tasks[t];
    return {where.chip, chip_.core_node(where.core)};
  }

  // Message m of a tensor lives on controller m mod n.
  Node controller_of(std::size_t message) const {
    std::size_t controller = 0;
    for (std::size_t m = 0; m < message; ++m) {
      if (++controller == chip_.memory.size()) controller = 0;
    }
    return {0, chip_.memory_node(controller)};
  }

  Chunks input_chunks(std::int64_t input) const {
    return walk_chunks(net_.inputs[at(input)].map.positions(),
                       mapping_.input_plans[at(input)].length, 1);
  }

  // The messages that come to a task, once each.
  std::vector<std::size_t> messages_of(const Delivery& d, std::size_t t,
                                       const Chunks& producers) const {
    const Chunks& chunks = counted_.walks[index(d.consumer)].chunks;
    std::vector<std::size_t> come;
    std::vector<bool> here(producers.position.size());
    for (std::size_t j = 0; j < chunks.position.size(); ++j) {
      if (chunks.replica[j] != at(task(d.consumer, t).replica)) continue;
      const std::vector<bool> needed =
          messages_needed(net_.layers[index(d.consumer)], d.edges[0], chunks, j, producers);
      for (std::size_t m = 0; m < needed.size(); ++m) {
        if (!needed[m] || here[m]) continue;
        come.push_back(m);
        here[m] = true;
      }
    }
    return come;
  }

  // By channel of the producer: does the task read it at this stage?
  std::vector<bool> channels_of(const Delivery& d, std::size_t t) const {
    const LayerWalk& walk = counted_.walks[index(d.consumer)];
    const std::vector<bool>& read =
        d.edges[0].gate == Gate::s5_operands ? walk.columns_held[t] : walk.channels_read[t];
    std::vector<bool> wanted(at(d.edges[0].from.channels));
    for (const Edge& e : d.edges) {
      for (std::int64_t c = 0; c < e.channels; ++c) {
        if (read[at(e.consumer_channel + c)]) wanted[at(e.producer_channel + c)] = true;
      }
    }
    return wanted;
  }

  std::int64_t bits_of(const Delivery& d) const {
    const LayerId producer = d.edges[0].producer;
    return producer == LayerId::network_input ? counted_.walks[index(d.consumer)].bits.input
                                              : counted_.walks[index(producer)].bits.output;
  }

  // Positions of the producer's map that chunk j touches, each row from its first to its last.
  std::vector<bool> touched(const Delivery& d, const Chunks& chunks, std::size_t j) const {
    const Layer& layer = net_.layers[index(d.consumer)];
    const Edge& edge = d.edges[0];
    std::vector<bool> reads(at(edge.from.positions()), edge.need == Need::whole);
    if (edge.need == Need::whole) return reads;
    for (const std::int64_t p : chunks.position[j]) {
      if (edge.need == Need::same) {
        reads[reads.size() == 1 ? 0 : at(p)] = true;
        continue;
      }
      const Window& w = layer.window;
      for (std::int64_t ky = 0; ky < w.kernel_h; ++ky) {
        for (std::int64_t kx = 0; kx < w.kernel_w; ++kx) {
          const std::int64_t y = p / layer.out.width * w.stride_h - w.pad_top + ky * w.dilation_h;
          const std::int64_t x = p % layer.out.width * w.stride_w - w.pad_left + kx * w.dilation_w;
          if (y < 0 || y >= edge.from.height || x < 0 || x >= edge.from.width) continue;
          reads[at(y * edge.from.width + x)] = true;
        }
      }
    }
    for (std::int64_t y = 0; y < edge.from.height; ++y) {  // what lies between is read with them
      std::int64_t first = -1, last = -1;
      for (std::int64_t x = 0; x < edge.from.width; ++x) {
        if (!reads[at(y * edge.from.width + x)]) continue;
        if (first < 0) first = x;
        last = x;
      }
      for (std::int64_t x = first; first >= 0 && x <= last; ++x) {
        reads[at(y * edge.from.width + x)] = true;
      }
    }
    return reads;
  }

  // A tensor read piecewise is not held in L1: every chunk reads what it touches.
  void read_piecewise(const Delivery& d, std::size_t t, const Chunks& producers,
                      const std::vector<bool>& channels) {
    const Chunks& chunks = counted_.walks[index(d.consumer)].chunks;
    TaskCounts& n = counted_.tasks[index(d.consumer)][t];
    for (const std::size_t m : messages_of(d, t, producers)) keep_in_memory(d, m, channels);
    for (std::size_t j = 0; j < chunks.position.size(); ++j) {
      if (chunks.replica[j] != at(task(d.consumer, t).replica)) continue;
      const std::vector<bool> reads = touched(d, chunks, j);
      for (std::size_t p = 0; p < reads.size(); ++p) {
        if (!reads[p]) continue;
        for (const bool wanted : channels) {
          if (!wanted) continue;
          n.noc_read += bits_of(d);
          n.memory_read += bits_of(d);
          n.received[controller_of(producers.chunk_of[p])] += bits_of(d);
        }
      }
    }
  }

  void read_message(const Delivery& d, std::size_t t, std::size_t message, const Chunks& producers,
                    const std::vector<bool>& channels) {
    TaskCounts& n = counted_.tasks[index(d.consumer)][t];
    for (std::size_t p = 0; p < producers.position[message].size(); ++p) {
      for (const bool wanted : channels) {
        if (!wanted) continue;
        n.noc_read += bits_of(d);
        n.memory_read += bits_of(d);
        n.received[controller_of(message)] += bits_of(d);
      }
    }
    keep_in_memory(d, message, channels);
  }

  void keep_in_memory(const Delivery& d, std::size_t message, const std::vector<bool>& channels) {
    if (d.edges[0].producer == LayerId::network_input) return;
    const std::size_t producer = index(d.edges[0].producer);
    stored_messages_[producer][message] = true;
    for (std::size_t c = 0; c < channels.size(); ++c) {
      if (channels[c]) stored_channels_[producer][c] = true;
    }
  }

  void push_message(const Delivery& d, std::size_t t, std::size_t message, const Chunks& producers,
                    const std::vector<bool>& channels) {
    const LayerId producer = d.edges[0].producer;
    const auto& roots = counted_.walks[index(producer)].root_of[producers.replica[message]];
    for (const std::int64_t position : producers.position[message]) {
      for (std::size_t c = 0; c < channels.size(); ++c) {
        if (!channels[c]) continue;
        const std::size_t from = at(roots[c]);
        const Node source = core_of(index(producer), from);
        const Node target = core_of(index(d.consumer), t);
        if (source == target) continue;
        TaskCounts& receiver = counted_.tasks[index(d.consumer)][t];
        receiver.noc_read += bits_of(d);
        receiver.received[source] += bits_of(d);
        TaskCounts& sender = counted_.tasks[index(producer)][from];
        sender.sent[target] += bits_of(d);
        inject(sender, index(producer), at(position) * channels.size() + c, bits_of(d));
      }
    }
  }

  // A value leaves its core once per receiver, or once for all where the network multicasts.
  void inject(TaskCounts& sender, std::size_t layer, std::size_t value, std::int64_t bits) {
    if (!chip_.noc.multicast || !injected_[layer][value]) sender.noc_write += bits;
    injected_[layer][value] = true;
  }

  void move(std::size_t layer, std::size_t from, std::size_t to, std::int64_t bits) {
    const Node source = core_of(layer, from);
    const Node target = core_of(layer, to);
    if (source == target) return;
    counted_.tasks[layer][from].noc_write += bits;
    counted_.tasks[layer][from].sent[target] += bits;
    counted_.tasks[layer][to].noc_read += bits;
    counted_.tasks[layer][to].received[source] += bits;
  }

  // Memory receives for all its readers: the messages any of them needs, of those the channels any
  // of them reads.
  void store_message(std::size_t layer, std::size_t message) {
    const LayerWalk& walk = counted_.walks[layer];
    const auto& roots = walk.root_of[walk.chunks.replica[message]];
    for (std::size_t p = 0; p < walk.chunks.position[message].size(); ++p) {
      for (std::size_t c = 0; c < roots.size(); ++c) {
        if (!stored_channels_[layer][c]) continue;
        TaskCounts& n = counted_.tasks[layer][at(roots[c])];
        n.noc_write += walk.bits.output;
        n.memory_write += walk.bits.output;
        n.sent[controller_of(message)] += walk.bits.output;
      }
    }
  }

  const Network& net_;
  const RramChip& chip_;
  const Mapping& mapping_;
  Recount& counted_;
  std::vector<std::vector<bool>> stored_messages_, stored_channels_;  // by layer
  std::vector<std::vector<bool>> injected_;                           // by layer, then value
};

}  // namespace

void count_transfers(const Network& net, const RramChip& chip, const Mapping& mapping,
                     Recount& counted) {
  TransferCounter counter(net, chip, mapping, counted);
  for (const Delivery& d : deliveries_of(net)) counter.deliver(d);
  counter.store_results();
  counter.send_partials();
}

}  // namespace crossroof::oracle
