// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/random_cases.h"

#include <algorithm>

#include "workloads/mapper.h"

namespace crossroof::oracle {
namespace {

void random_crossbar(Dice& dice, Crossbar& x) {
  x.rows = dice.between(4, 40);
  x.columns = dice.chance(70) ? dice.between(12, 40) : dice.between(4, 40);
  x.cell_bits = dice.between(1, 4);
  x.slices = dice.chance(60) ? Slices::columns : Slices::arrays;
  x.sign = dice.pick<Sign>(
      {Sign::offset, Sign::offset, Sign::diff_columns, Sign::diff_rows, Sign::diff_arrays});
  x.input = dice.chance(80) ? InputCoding::bit_serial : InputCoding::pulse_count;
  x.dac_bits = dice.between(1, 4);
  x.active_rows = dice.chance(50) ? x.rows : dice.between(1, x.rows);
  x.planes = dice.chance(90) ? 1 : dice.between(2, 3);
  x.adc.per_column = dice.chance(20);
  x.adc.count = dice.between(1, 5);
  x.adc.crossbars = dice.chance(80) ? 1 : 2;
  x.double_sample_hold = dice.chance(50);
  x.pulse_count.pulse = Seconds(1e-9);
  x.pulse_count.adc_step = Seconds(1e-9);
  x.pulse_count.two_phase = dice.chance(50);
}

CoreKind random_kind(Dice& dice) {
  CoreKind kind = plain_chip(1, 1, 8, 8).kinds[0];
  kind.crossbars = dice.between(1, 6);
  random_crossbar(dice, kind.crossbar);
  if (dice.chance(35))
    kind.l1.capacity = Bits(dice.between(64, std::int64_t{1} << dice.between(7, 15)));
  kind.partial_sums = dice.chance(60) ? PartialSums::simd : PartialSums::adder_tree;
  kind.accumulator_bits = dice.pick<std::int64_t>({16, 24, 32, 32});
  kind.input_broadcast = dice.chance(65);
  return kind;
}

Topology random_topology(Dice& dice, std::size_t nodes) {
  const std::int64_t shape = dice.between(0, 5);
  if (shape == 3) return make_bus(nodes);
  if (shape == 4) return make_star(nodes);
  if (shape == 5) return make_full(nodes);
  const std::int64_t width = dice.between(1, 4);
  const std::int64_t height = dice.between(1, 4);
  std::vector<RouterId> router_of;
  for (std::size_t n = 0; n < nodes; ++n) {
    const std::int64_t routers = width * height;
    const auto number = static_cast<std::int64_t>(n);
    router_of.push_back(RouterId(static_cast<std::size_t>(
        number < routers && shape != 1 ? number : dice.between(0, routers - 1))));
  }
  Topology t =
      shape == 2 ? make_torus(width, height, router_of) : make_mesh(width, height, router_of);
  if (shape == 1) t.kind = TopologyKind::concentrated_mesh;
  return t;
}

// A window whose kernel fits into the padded map.
std::optional<Window> random_window(Dice& dice, const MapShape& in) {
  Window w;
  if (dice.chance(15)) {  // the whole map at once: fully connected
    w.kernel_h = in.height;
    w.kernel_w = in.width;
    return w;
  }
  w.kernel_h = dice.between(1, 3);
  w.kernel_w = dice.between(1, 3);
  w.stride_h = dice.chance(60) ? 1 : dice.between(2, 4);
  w.stride_w = dice.chance(60) ? 1 : dice.between(2, 4);
  w.dilation_h = dice.chance(70) ? 1 : dice.between(2, 3);
  w.dilation_w = dice.chance(70) ? 1 : dice.between(2, 3);
  if (dice.chance(60)) {
    for (std::int64_t* pad : {&w.pad_top, &w.pad_left, &w.pad_bottom, &w.pad_right}) {
      *pad = dice.between(0, 2);
    }
  }
  const bool fits = (w.kernel_h - 1) * w.dilation_h < in.height + w.pad_top + w.pad_bottom &&
                    (w.kernel_w - 1) * w.dilation_w < in.width + w.pad_left + w.pad_right;
  if (!fits) return std::nullopt;
  return w;
}

// Stride 1 and padding such that the output map has the size of the input map.
Window same_size_window(Dice& dice) {
  Window w;
  if (dice.chance(50)) return w;
  w.kernel_h = 3;
  w.kernel_w = dice.chance(70) ? 3 : 1;
  w.dilation_h = dice.between(1, 2);
  w.pad_top = dice.between(0, 2 * w.dilation_h);
  w.pad_bottom = 2 * w.dilation_h - w.pad_top;
  w.pad_left = w.kernel_w == 3 ? dice.between(0, 2) : 0;
  w.pad_right = w.kernel_w - 1 - w.pad_left;
  return w;
}

Layer random_layer(Dice& dice, const MapShape& in) {
  std::optional<Window> window;
  if (dice.chance(45)) window = same_size_window(dice);
  while (!window) window = random_window(dice, in);
  std::int64_t groups = 1;
  std::int64_t columns = dice.between(1, 12);
  if (dice.chance(20)) groups = in.channels;  // depthwise
  if (dice.chance(20)) groups = dice.between(1, in.channels);
  while (in.channels % groups != 0) --groups;
  if (groups > 1) columns = dice.between(1, 3);
  if (dice.chance(30) && in.channels % groups == 0) columns = in.channels / groups;
  Layer layer = conv_layer(in, groups * columns, *window, groups);
  if (dice.chance(50)) {
    layer.bits = {dice.between(1, 16), dice.chance(60) ? dice.between(1, 8) : dice.between(1, 16),
                  dice.between(1, 16)};
  }
  if (dice.chance(40)) layer.fused.push_back({SimdKind::add, layer.out.elements()});
  if (dice.chance(15)) layer.fused.push_back({SimdKind::exp, 2 * layer.out.elements()});
  return layer;
}

// A map that an earlier layer or the network input offers.
struct Source {
  LayerId producer{};
  MapShape map;
};

std::vector<Source> sources_before_last(const Network& net) {
  std::vector<Source> all = {{LayerId::network_input, net.inputs[0].map}};
  for (std::size_t l = 0; l + 1 < net.layers.size(); ++l) {
    all.push_back({LayerId(static_cast<int>(l)), net.layers[l].out});
  }
  return all;
}

// Adds, element by element, an earlier map of the same shape to the last layer's result.
void maybe_fuse_skip(Dice& dice, Network& net) {
  Layer& last = net.layers.back();
  for (const Source& s : sources_before_last(net)) {
    const bool fits = s.map.channels >= last.out.channels && s.map.height == last.out.height &&
                      s.map.width == last.out.width;
    if (!fits || !dice.chance(50)) continue;
    Edge skip;
    skip.producer = s.producer;
    skip.from = s.map;
    skip.channels = last.out.channels;
    skip.producer_channel = dice.between(0, s.map.channels - last.out.channels);
    skip.gate = Gate::s5_operands;
    last.in_edges.push_back(skip);
    last.fused.push_back({SimdKind::add, last.out.elements()});
    return;
  }
}

// The input map of the next layer: the last result, alone or joined with an earlier map.
Layer next_layer(Dice& dice, Network& net) {
  const MapShape last = net.layers.back().out;
  for (const Source& s : sources_before_last(net)) {
    if (s.map.height != last.height || s.map.width != last.width || !dice.chance(25)) continue;
    MapShape joined = last;
    joined.channels += s.map.channels;
    Layer layer = random_layer(dice, joined);
    Edge second;
    second.producer = s.producer;
    second.from = s.map;
    second.channels = s.map.channels;
    second.consumer_channel = last.channels;
    second.need = Need::window;
    layer.in_edges.push_back(second);
    return layer;
  }
  return random_layer(dice, last);
}

}  // namespace

RramChip random_chip(Dice& dice) {
  RramChip chip = plain_chip(1, 1, 8, 8);
  const std::int64_t cores = dice.between(1, 9);
  chip.kinds = {random_kind(dice)};
  if (dice.chance(10)) chip.kinds.push_back(random_kind(dice));
  chip.cores.clear();
  for (std::int64_t core = 0; core < cores; ++core) {
    const auto last = static_cast<std::int64_t>(chip.kinds.size()) - 1;
    chip.cores.push_back(KindId(static_cast<std::size_t>(dice.between(0, last))));
  }
  chip.precision = {dice.between(1, 16), dice.between(1, 8), dice.between(1, 16)};
  chip.stage_slots = dice.between(1, 3);
  while (chip.memory.size() < static_cast<std::size_t>(dice.between(1, 3))) {
    chip.memory.push_back(chip.memory[0]);
  }
  chip.noc.topology = random_topology(dice, chip.cores.size() + chip.memory.size());
  chip.noc.multicast = dice.chance(10);
  return chip;
}

Network random_network(Dice& dice) {
  MapShape map{dice.between(1, 6), dice.between(1, 7), dice.between(1, 7)};
  if (dice.chance(10)) map.width = 1;                      // a token sequence
  if (dice.chance(15)) map = {dice.between(1, 40), 1, 1};  // a vector
  if (dice.chance(10)) map.height = map.width = 2;
  Network net = one_layer(random_layer(dice, map));
  maybe_fuse_skip(dice, net);
  const std::int64_t layers = dice.between(1, 3);
  while (static_cast<std::int64_t>(net.layers.size()) < layers) {
    append_layer(net, next_layer(dice, net));
    if (net.layers.back().in_edges.size() == 1 && dice.chance(15)) {
      net.layers.back().in_edges[0].need = Need::whole;
    }
    maybe_fuse_skip(dice, net);
  }
  if (dice.chance(15)) net.outputs.insert(net.outputs.begin(), LayerId(0));
  std::sort(net.outputs.begin(), net.outputs.end());
  net.outputs.erase(std::unique(net.outputs.begin(), net.outputs.end()), net.outputs.end());
  return net;
}

Case random_case(std::uint64_t seed) {
  Dice dice(seed);
  Case c;
  c.seed = seed;
  c.chip = random_chip(dice);
  c.net = random_network(dice);
  c.options.mode = dice.chance(65) ? RunMode::layer_pipeline : RunMode::layer_serial;
  c.options.reuse = dice.chance(60) ? Reuse::im2col : Reuse::line_buffer;
  if (dice.chance(30))
    c.options.bits = {dice.between(0, 8), dice.between(0, 8), dice.between(0, 8)};
  c.options.batch = dice.chance(70) ? 1 : dice.between(2, 5);
  for (std::int64_t wishes = dice.between(0, 6); wishes > 0; --wishes) {
    const auto last = static_cast<std::int64_t>(c.net.layers.size()) - 1;
    c.replicas.emplace_back(LayerId(static_cast<int>(dice.between(0, last))),
                            dice.chance(70) ? 0 : dice.between(1, 3));
  }
  return c;
}

Mapping map_case(const Case& c) {
  Mapper mapper(c.net, c.chip, c.options);
  for (const auto& [layer, more] : c.replicas) {
    std::optional<std::int64_t> wish = mapper.draft().layer(layer).plan.replicas + more;
    if (more == 0) wish = mapper.next_useful_replicas(layer);
    std::vector<LayerId> affected;
    if (wish) mapper.replicate(layer, *wish, affected);
  }
  return std::move(mapper).finish();
}

}  // namespace crossroof::oracle
