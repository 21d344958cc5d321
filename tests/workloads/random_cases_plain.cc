// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/workloads/random_cases.h"

namespace crossroof::oracle {
namespace {

// Places the kernel fits at: counted, not computed, so that this file is no second formula.
std::int64_t steps(std::int64_t size, std::int64_t before, std::int64_t after, std::int64_t kernel,
                   std::int64_t stride, std::int64_t dilation) {
  std::int64_t count = 0;
  for (std::int64_t at = -before; at + (kernel - 1) * dilation < size + after; at += stride) {
    ++count;
  }
  return count;
}

CoreKind plain_kind(std::int64_t crossbars, std::int64_t rows, std::int64_t columns) {
  CoreKind kind;
  kind.name = "plain";
  kind.crossbars = crossbars;
  kind.crossbar.rows = rows;
  kind.crossbar.columns = columns;
  kind.crossbar.cell_bits = 2;
  kind.crossbar.active_rows = rows;
  kind.crossbar.adc.count = 4;
  kind.crossbar.adc.conversion = Seconds(1e-9);
  kind.crossbar.array_read = Seconds(4e-9);
  kind.crossbar.double_sample_hold = true;
  kind.l1.capacity = Bits(std::int64_t{1} << 30);
  kind.l1.word = Bits(16);
  kind.l1.clock = Hertz(1e9);
  kind.simd.lanes = 2;
  for (const SimdKindInfo& info : kSimdKinds) {
    kind.simd.lane_ops[index(info.kind)] = static_cast<double>(info.lane_ops);
  }
  kind.simd.clock = Hertz(1e9);
  return kind;
}

}  // namespace

RramChip plain_chip(std::int64_t cores, std::int64_t crossbars, std::int64_t rows,
                    std::int64_t columns) {
  RramChip chip;
  chip.name = "plain";
  chip.clock = Hertz(1e9);
  chip.kinds.push_back(plain_kind(crossbars, rows, columns));
  chip.cores.assign(static_cast<std::size_t>(cores), KindId(0));
  std::vector<RouterId> router_of;
  for (std::int64_t core = 0; core < cores; ++core) {
    router_of.push_back(RouterId(static_cast<std::size_t>(core)));
  }
  router_of.push_back(RouterId(0));
  chip.noc.topology = make_mesh(cores, 1, router_of);
  chip.noc.flit = Bits(32);
  chip.noc.clock = Hertz(1e9);
  chip.memory.push_back({"memory", BytesPerSecond(4e9), Seconds(0)});
  return chip;
}

Layer conv_layer(const MapShape& in, std::int64_t channels, const Window& window,
                 std::int64_t groups) {
  Layer layer;
  layer.op = "Conv";
  layer.kind = LayerKind::mvm;
  layer.groups = groups;
  layer.K = in.channels / groups * window.taps();
  layer.M = channels / groups;
  layer.in = in;
  layer.window = window;
  layer.out = {channels,
               steps(in.height, window.pad_top, window.pad_bottom, window.kernel_h, window.stride_h,
                     window.dilation_h),
               steps(in.width, window.pad_left, window.pad_right, window.kernel_w, window.stride_w,
                     window.dilation_w)};
  layer.weight_elements = groups * layer.K * layer.M;
  layer.macs = layer.weight_elements * layer.out.positions();
  return layer;
}

Network one_layer(Layer layer) {
  Network net;
  net.name = "one layer";
  append_layer(net, std::move(layer));
  return net;
}

void append_layer(Network& net, Layer layer) {
  Edge edge;
  edge.producer = net.layers.empty() ? LayerId::network_input
                                     : LayerId(static_cast<int>(net.layers.size()) - 1);
  edge.from = net.layers.empty() ? layer.in : net.layers.back().out;
  edge.channels = edge.from.channels;
  edge.need = Need::window;
  layer.in_edges.insert(layer.in_edges.begin(), edge);
  if (net.layers.empty()) {
    net.inputs.push_back(
        {"x", {1, layer.in.channels, layer.in.height, layer.in.width}, layer.in, 32});
  }
  layer.name = "layer" + std::to_string(net.layers.size());
  net.macs += layer.macs;
  net.macs_static += layer.macs;
  net.weights += layer.weight_elements;
  net.layers.push_back(std::move(layer));
  net.outputs = {LayerId(static_cast<int>(net.layers.size()) - 1)};
}

}  // namespace crossroof::oracle
