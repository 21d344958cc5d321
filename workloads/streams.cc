// SPDX-License-Identifier: Apache-2.0
#include "workloads/streams.h"

#include <algorithm>

#include "models/error.h"
#include "workloads/edges.h"

namespace crossroof {
void normalise_spans(std::vector<Span>& spans) {
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
  normalise_spans(spans);
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
  normalise_spans(received);
  return received;
}

namespace {

// The stream an edge belongs to, without its edges.
Stream stream_of(const Edge& e, std::size_t l, const std::vector<LayerMapping>& layers) {
  Stream s;
  s.producer = e.producer;
  s.input = e.input;
  s.consumer = layer_id(l);
  s.gate = layers[l].dynamic ? Gate::s2_operands : e.gate;
  s.need = e.need;
  s.recurrent = e.producer == s.consumer;
  const bool from_input = e.producer == LayerId::network_input;
  const bool skip = s.gate == Gate::s5_operands && layers[l].on_crossbars;
  s.kind = from_input ? StreamKind::input : skip ? StreamKind::skip : StreamKind::activation;
  s.via_memory = !from_input && (layers[index(e.producer)].phase != layers[l].phase ||
                                 layers[index(e.producer)].spread);
  return s;
}

void add_layer_streams(const Layer& layer, std::size_t l, const std::vector<LayerMapping>& layers,
                       std::vector<Stream>& streams) {
  const auto first = static_cast<std::ptrdiff_t>(streams.size());
  for (std::size_t i = 0; i < layer.in_edges.size(); ++i) {
    const Stream s = stream_of(layer.in_edges[i], l, layers);
    auto same = std::find_if(streams.begin() + first, streams.end(), [&](const Stream& o) {
      return o.producer == s.producer && o.input == s.input && o.gate == s.gate && o.need == s.need;
    });
    if (same == streams.end()) same = streams.insert(streams.end(), s);
    same->edges.push_back(i);
  }
}

bool has_partials(const LayerMapping& m) {
  return std::any_of(m.tasks.begin(), m.tasks.end(),
                     [](const Task& t) { return t.role == Role::partial; });
}

Stream own_stream(StreamKind kind, std::size_t l) {
  Stream s;
  s.kind = kind;
  s.producer = s.consumer = layer_id(l);
  return s;
}

}  // namespace

std::vector<Stream> make_streams(const Network& net, const std::vector<LayerMapping>& layers) {
  std::vector<Stream> streams;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    add_layer_streams(net.layers[l], l, layers, streams);
    if (has_partials(layers[l])) streams.push_back(own_stream(StreamKind::partial, l));
  }
  std::vector<bool> stored(net.layers.size(), false), output(net.layers.size(), false);
  for (const LayerId l : net.outputs) stored[index(l)] = output[index(l)] = true;
  for (const Stream& s : streams) {
    if (s.via_memory) stored[index(s.producer)] = true;
  }
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    if (!stored[l]) continue;
    streams.push_back(own_stream(StreamKind::store, l));
    streams.back().network_output = output[l];
  }
  return streams;
}

std::int64_t common_channels(const std::vector<Span>& spans, Span s) {
  std::int64_t n = 0;
  for (const Span& a : spans) {
    n += std::max<std::int64_t>(0, std::min(a.end, s.end) - std::max(a.begin, s.begin));
  }
  return n;
}

bool from_memory(const Stream& s) {
  return s.kind == StreamKind::input || s.via_memory || s.spilled || s.piecewise;
}

}  // namespace crossroof
