// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/small_programs.h"

#include <stdexcept>
#include <utility>

#include "models/machine_json.h"
#include "tests/workloads/program_cases.h"
#include "tests/workloads/random_cases.h"
#include "workloads/mapper.h"
#include "workloads/networks.h"

namespace crossroof::oracle {
namespace {

Window window3x3() {
  Window w;
  w.kernel_h = w.kernel_w = 3;
  w.pad_top = w.pad_left = w.pad_bottom = w.pad_right = 1;
  return w;
}

// 1x1 layers of 4 channels on a square map.
Network pointwise(std::int64_t size, std::int64_t layers, std::int64_t inputs = 4) {
  Network net = one_layer(conv_layer({inputs, size, size}, 4, Window{}));
  for (std::int64_t l = 1; l < layers; ++l) {
    append_layer(net, conv_layer({4, size, size}, 4, Window{}));
  }
  return net;
}

// On one core of two arrays, two controllers, in as many passes as it takes.
SmallProgram reloaded(const Network& net) {
  RramChip chip = plain_chip(1, 2, 16, 16);
  chip.memory.push_back(chip.memory[0]);
  chip.noc.topology = make_mesh(1, 1, {RouterId(0), RouterId(0), RouterId(0)});
  chip.kinds[0].crossbar.write.emplace().pulse = Seconds(1e-6);
  MappingOptions options;
  options.overflow = Overflow::reload;
  return {net, chip, options};
}

}  // namespace

SmallProgram::SmallProgram(Network n, RramChip c, Mapping m)
    : net(std::move(n)),
      chip(std::move(c)),
      mapping(std::move(m)),
      program(expand(net, chip, mapping)) {}

SmallProgram::SmallProgram(const Network& n, const RramChip& c, const MappingOptions& options)
    : SmallProgram(n, c, map_network(n, c, options)) {}

Inlet& SmallProgram::inlet(LayerId from, LayerId to, Gate gate) {
  for (Inlet& i : program.inlets) {
    const Stream& s = mapping.streams[i.stream];
    if (s.producer == from && s.consumer == to && i.gate == gate) return i;
  }
  throw std::logic_error("no such inlet");
}

std::vector<Feed> SmallProgram::feeds(StreamKind kind) const {
  std::vector<Feed> found;
  for (const Feed& f : program.feeds) {
    if (f.kind == kind) found.push_back(f);
  }
  return found;
}

Feed& SmallProgram::feed(StreamKind kind) {
  for (Feed& f : program.feeds) {
    if (f.kind == kind) return f;
  }
  throw std::logic_error("no such feed");
}

SmallProgram worked_example() {
  return {load_network("worked-example"), load_machine("teaching").chip, MappingOptions{}};
}

SmallProgram every_third_row() {
  Network net = one_layer(conv_layer({2, 5, 4}, 2, Window{}));
  Window third;
  third.stride_h = third.stride_w = 3;
  append_layer(net, conv_layer({2, 5, 4}, 2, third));
  return {std::move(net), plain_chip(2, 1, 8, 32), MappingOptions{}};
}

SmallProgram one_skip() {
  Network net = one_layer(conv_layer({4, 8, 8}, 4, window3x3()));
  append_layer(net, conv_layer({4, 8, 8}, 4, window3x3()));
  Layer& sum = net.layers[1];
  Edge skip = sum.in_edges[0];
  skip.need = Need::same;
  skip.gate = Gate::s5_operands;
  sum.in_edges.push_back(skip);
  sum.fused.push_back({SimdKind::add, sum.out.elements()});
  return {std::move(net), plain_chip(2, 2, 32, 32), MappingOptions{}};
}

SmallProgram split_column() {
  return {one_layer(conv_layer({4, 4, 4}, 4, window3x3())), plain_chip(2, 2, 16, 16),
          MappingOptions{}};
}

SmallProgram two_replicas() {
  const Network net = pointwise(4, 2);
  const RramChip chip = plain_chip(3, 1, 8, 16);
  Mapper mapper(net, chip, {});
  std::vector<LayerId> affected;
  if (!mapper.replicate(LayerId(0), 2, affected)) throw std::logic_error("no room");
  return {net, chip, std::move(mapper).finish()};
}

SmallProgram two_phases() {
  MappingOptions options;
  options.mode = RunMode::layer_serial;
  return {pointwise(4, 2), plain_chip(2, 1, 8, 16), options};
}

SmallProgram spilled_skip() {
  ProgramCase c = twelve_layer_concat(RunMode::layer_pipeline, 1);
  c.chip.kinds[0].l1.capacity = Bits(std::int64_t{8} * 1100);
  return {std::move(c.net), std::move(c.chip), MappingOptions{}};
}

SmallProgram two_passes() { return reloaded(pointwise(2, 4, 16)); }

SmallProgram layer_over_passes() {
  Network net = one_layer(conv_layer({16, 2, 2}, 12, Window{}));
  append_layer(net, conv_layer({12, 2, 2}, 4, Window{}));
  return reloaded(net);
}

SmallProgram two_chips() {
  RramChip chip = plain_chip(1, 2, 16, 16);
  chip.chip_link = ChipLink{BytesPerSecond(1e9), Seconds(1e-9), 1};
  chip.chips = 2;
  MappingOptions options;
  options.overflow = Overflow::multi_chip;
  return {pointwise(2, 4, 16), std::move(chip), options};
}

SmallProgram multicast_pair() {
  Network net = pointwise(2, 1);
  append_layer(net, conv_layer({4, 2, 2}, 8, Window{}));
  RramChip chip = plain_chip(3, 1, 8, 16);
  chip.noc.multicast = true;
  return {std::move(net), std::move(chip), MappingOptions{}};
}

}  // namespace crossroof::oracle
