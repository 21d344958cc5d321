// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/program_cases.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/error.h"
#include "tests/workloads/loop_nest_check.h"
#include "tests/workloads/random_cases.h"
#include "workloads/mapper.h"

namespace crossroof::oracle {
namespace {

// Four cores in a square; the memory controller beside one of them.
RramChip square_chip(Dice& dice) {
  const std::int64_t rows = dice.between(6, 24), columns = dice.between(8, 32);
  RramChip chip = plain_chip(4, dice.between(2, 8), rows, columns);
  std::vector<RouterId> router_of;
  for (std::size_t core = 0; core < 4; ++core) router_of.push_back(RouterId(core));
  router_of.push_back(RouterId(static_cast<std::size_t>(dice.between(0, 3))));
  chip.noc.topology = make_mesh(2, 2, router_of);
  chip.noc.multicast = dice.chance(25);
  chip.stage_slots = dice.between(1, 3);
  chip.chip_link = ChipLink{BytesPerSecond(1e9), Seconds(1e-9), 1};
  chip.chips = 3;
  CoreKind& kind = chip.kinds[0];
  kind.partial_sums = dice.chance(50) ? PartialSums::simd : PartialSums::adder_tree;
  if (dice.chance(60)) kind.l1.capacity = Bits(dice.between(4, 31) << dice.between(8, 10));
  return chip;
}

Window random_window(Dice& dice) {
  Window w;
  w.kernel_h = w.kernel_w = dice.between(1, 3);
  w.stride_h = w.stride_w = dice.chance(65) ? 1 : dice.between(2, 4);
  if (w.kernel_h > 1 && dice.chance(70)) {
    w.pad_top = w.pad_left = w.pad_bottom = w.pad_right = w.kernel_h / 2;
  }
  return w;
}

// A map made before the last layer.
struct Source {
  LayerId producer{};
  MapShape map;
};

std::vector<Source> earlier_maps(const Network& net) {
  std::vector<Source> all = {{LayerId::network_input, net.inputs[0].map}};
  for (std::size_t l = 0; l + 1 < net.layers.size(); ++l) {
    all.push_back({layer_id(l), net.layers[l].out});
  }
  return all;
}

Edge edge_from(const Source& s, Need need, Gate gate) {
  Edge e;
  e.producer = s.producer;
  e.from = s.map;
  e.channels = s.map.channels;
  e.need = need;
  e.gate = gate;
  return e;
}

Layer random_convolution(Dice& dice, const MapShape& in) {
  Window w = random_window(dice);
  if (in.height + 2 * w.pad_top < w.kernel_h || in.width + 2 * w.pad_left < w.kernel_w) w = {};
  const bool keep_channels = dice.chance(40);  // so that skips fit
  Layer layer = conv_layer(in, keep_channels ? in.channels : dice.between(1, 10), w);
  if (dice.chance(50)) layer.fused.push_back({SimdKind::add, layer.out.elements()});
  return layer;
}

// Pooling: each channel alone, on the SIMD units.
Layer pooling(const MapShape& in) {
  Window w;
  w.kernel_h = std::min<std::int64_t>(2, in.height);
  w.kernel_w = std::min<std::int64_t>(2, in.width);
  w.stride_h = w.stride_w = 2;
  Layer layer = conv_layer(in, in.channels, w, in.channels);
  layer.kind = LayerKind::simd;
  layer.op = "MaxPool";
  layer.K = layer.M = layer.weight_elements = layer.macs = 0;
  layer.groups = 1;
  layer.work.push_back({SimdKind::add, layer.out.elements() * w.taps()});
  return layer;
}

// The next layer reads the last result joined with an earlier map of its size, if there is one.
void append_joined(Dice& dice, Network& net) {
  const MapShape last = net.layers.back().out;
  MapShape joined = last;
  std::vector<Edge> others;
  for (const Source& s : earlier_maps(net)) {
    if (s.map.height != last.height || s.map.width != last.width || !dice.chance(75)) continue;
    others.push_back(edge_from(s, Need::window, Gate::s2_operands));
    others.back().consumer_channel = joined.channels;
    joined.channels += s.map.channels;
  }
  Layer layer = random_convolution(dice, joined);
  layer.in_edges = std::move(others);
  append_layer(net, std::move(layer));
}

// A second path from where the last layer reads, to a map of the same size.
void append_branch(Dice& dice, Network& net) {
  const Edge beside = net.layers.back().in_edges[0];
  Window w = net.layers.back().window;
  if (net.layers.back().out.height == beside.from.height &&
      net.layers.back().out.width == beside.from.width) {
    w = {};
    w.kernel_h = dice.pick<std::int64_t>({1, 3, 5});
    w.pad_top = w.pad_bottom = w.kernel_h / 2;
  }
  append_layer(net, conv_layer(beside.from, dice.between(1, 6), w));
  Edge& edge = net.layers.back().in_edges[0];
  edge.producer = beside.producer;
  edge.from = beside.from;
  edge.channels = beside.channels;
}

void maybe_add_skip(Dice& dice, Network& net) {
  Layer& last = net.layers.back();
  if (last.kind != LayerKind::mvm) return;
  for (const Source& s : earlier_maps(net)) {
    const bool fits = s.map.channels == last.out.channels && s.map.height == last.out.height &&
                      s.map.width == last.out.width;
    if (!fits || !dice.chance(80)) continue;
    last.in_edges.push_back(edge_from(s, Need::same, Gate::s5_operands));
    last.fused.push_back({SimdKind::add, last.out.elements()});
    return;
  }
}

Network random_chain(Dice& dice) {
  const MapShape in{dice.between(1, 8), dice.between(1, 14), dice.between(1, 14)};
  Network net = one_layer(random_convolution(dice, in));
  const std::int64_t layers = dice.chance(60) ? 4 : dice.between(1, 3);
  while (static_cast<std::int64_t>(net.layers.size()) < layers) {
    const bool last_alone = net.layers.back().in_edges.size() == 1;
    if (net.layers.size() > 1 && last_alone && dice.chance(30)) {
      append_branch(dice, net);
      append_joined(dice, net);
    } else if (dice.chance(15)) {
      Layer pool = pooling(net.layers.back().out);
      append_layer(net, std::move(pool));
      net.layers.back().in_edges[0].gate = Gate::s5_operands;
    } else if (dice.chance(45)) {
      append_joined(dice, net);
    } else {
      append_layer(net, random_convolution(dice, net.layers.back().out));
      maybe_add_skip(dice, net);
    }
    // Fully connected in positions.
    Layer& last = net.layers.back();
    if (last.kind == LayerKind::mvm && last.in_edges.size() == 1 && dice.chance(20)) {
      last.in_edges[0].need = Need::whole;
    }
  }
  return net;
}

ProgramCase draw(Dice& dice) {
  ProgramCase c;
  c.chip = square_chip(dice);
  c.net = random_chain(dice);
  c.options.mode = dice.chance(60) ? RunMode::layer_pipeline : RunMode::layer_serial;
  c.options.overflow = dice.pick<Overflow>(
      {Overflow::error, Overflow::error, Overflow::reload, Overflow::multi_chip});
  c.options.batch = dice.between(1, 4);
  return c;
}

// Replicas as far as they find room.
Mapping map_drawn(const ProgramCase& c, Dice& dice) {
  Mapper mapper(c.net, c.chip, c.options);
  for (std::int64_t wishes = dice.between(0, 4); wishes > 0; --wishes) {
    const auto last = static_cast<std::int64_t>(c.net.layers.size()) - 1;
    const LayerId layer = layer_id(static_cast<std::size_t>(dice.between(0, last)));
    if (!mapper.draft().layer(layer).on_crossbars) continue;
    const auto wish = mapper.next_useful_replicas(layer);
    std::vector<LayerId> affected;
    if (wish) mapper.replicate(layer, *wish, affected);
  }
  return std::move(mapper).finish();
}

}  // namespace

ProgramCase random_program_case(std::uint64_t seed) {
  Dice dice(seed);
  for (;;) {  // until one fits its machine
    ProgramCase c = draw(dice);
    try {
      c.mapping = map_drawn(c, dice);
    } catch (const Error&) {
      continue;
    }
    c.seed = seed;
    return c;
  }
}

ProgramCase twelve_layer_concat(RunMode mode, std::int64_t images) {
  Window w;
  w.kernel_h = w.kernel_w = 3;
  w.pad_top = w.pad_left = w.pad_bottom = w.pad_right = 1;
  const MapShape map{4, 16, 16};
  ProgramCase c;
  c.chip = plain_chip(14, 2, 40, 32);
  c.net = one_layer(conv_layer(map, 4, Window{}));
  for (int l = 0; l < 12; ++l) append_layer(c.net, conv_layer(map, 4, w));
  Layer join = conv_layer({8, 16, 16}, 4, Window{});
  join.in_edges = {edge_from({LayerId(0), map}, Need::window, Gate::s2_operands)};
  join.in_edges[0].consumer_channel = 4;
  append_layer(c.net, std::move(join));
  c.options.mode = mode;
  c.options.batch = images;
  c.mapping = map_network(c.net, c.chip, c.options);
  return c;
}

ProgramCase attention(std::int64_t images) {
  const MapShape sequence{8, 24, 1};
  ProgramCase c;
  c.chip = plain_chip(4, 2, 32, 32);
  c.net = one_layer(conv_layer(sequence, 8, Window{}));
  append_layer(c.net, conv_layer(sequence, 8, Window{}));  // queries
  Layer keys = conv_layer(sequence, 8, Window{});
  append_layer(c.net, std::move(keys));
  Edge& of_keys = c.net.layers[2].in_edges[0];
  of_keys.producer = LayerId(0);
  Layer product;
  product.name = "product";
  product.kind = LayerKind::simd;
  product.in = sequence;
  product.out = {24, 24, 1};
  product.product_batch = 1;
  product.product_m = product.product_n = 24;
  product.product_k = 8;
  product.work = {{SimdKind::add, std::int64_t{2} * 24 * 24 * 8}};
  product.in_edges = {edge_from({LayerId(1), sequence}, Need::same, Gate::s5_operands),
                      edge_from({LayerId(2), sequence}, Need::whole, Gate::s5_operands)};
  c.net.layers.push_back(product);
  c.net.outputs = {LayerId(3)};
  c.options.batch = images;
  c.mapping = map_network(c.net, c.chip, c.options);
  return c;
}

std::string describe(const ProgramCase& c) {
  Case plain;
  plain.seed = c.seed;
  plain.chip = c.chip;
  plain.net = c.net;
  plain.options = c.options;
  return describe(plain) + describe(c.mapping);
}

}  // namespace crossroof::oracle
