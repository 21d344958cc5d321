// SPDX-License-Identifier: Apache-2.0
// Networks of one to six layers: convolutions, pooling, additions of earlier maps, and maybe a
// fully connected layer at the end.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "validation/random_cases.h"

namespace crossroof::validation {
namespace {

constexpr std::int64_t kMostLayers = 6;
constexpr std::array<std::int64_t, 7> kChannels = {4, 8, 12, 16, 24, 32, 64};
constexpr std::array<std::int64_t, 6> kSides = {4, 6, 8, 12, 14, 16};

std::int64_t positions(std::int64_t size, std::int64_t pad, std::int64_t kernel,
                       std::int64_t stride) {
  return (size + 2 * pad - kernel) / stride + 1;
}

Layer windowed(const MapShape& in, std::int64_t channels, std::int64_t kernel, std::int64_t stride,
               std::int64_t pad) {
  Layer layer;
  Window& w = layer.window;
  w.kernel_h = w.kernel_w = kernel;
  w.stride_h = w.stride_w = stride;
  w.pad_top = w.pad_left = w.pad_bottom = w.pad_right = pad;
  layer.in = in;
  layer.out = {channels, positions(in.height, pad, kernel, stride),
               positions(in.width, pad, kernel, stride)};
  return layer;
}

void make_matrix(Layer& layer) {
  layer.kind = LayerKind::mvm;
  layer.K = layer.in.channels * layer.window.taps();
  layer.M = layer.out.channels;
  layer.weight_elements = layer.K * layer.M;
  layer.macs = layer.weight_elements * layer.out.positions();
}

Layer convolution(Dice& dice, const MapShape& in) {
  const std::int64_t kernel = dice.chance(60) && in.height >= 3 ? 3 : 1;
  const std::int64_t stride = dice.chance(25) && in.height >= 4 ? 2 : 1;
  const bool same = dice.chance(40);
  Layer layer = windowed(in, same ? in.channels : dice.pick(kChannels), kernel, stride, kernel / 2);
  layer.op = "Conv";
  make_matrix(layer);
  if (dice.chance(60)) layer.fused.push_back({SimdKind::add, layer.out.elements()});  // ReLU
  if (dice.chance(10)) layer.fused.push_back({SimdKind::exp, layer.out.elements()});  // sigmoid
  return layer;
}

Layer pooling(const MapShape& in) {
  Layer layer = windowed(in, in.channels, 2, 2, 0);
  layer.op = "MaxPool";
  layer.kind = LayerKind::simd;
  layer.work.push_back({SimdKind::add, layer.out.elements() * layer.window.taps()});
  return layer;
}

Layer fully_connected(Dice& dice, const MapShape& in) {
  Layer layer;
  layer.op = "Gemm";
  layer.window.kernel_h = in.height;
  layer.window.kernel_w = in.width;
  layer.in = in;
  layer.out = {dice.between(8, 64), 1, 1};
  make_matrix(layer);
  return layer;
}

void append(Network& net, Layer layer) {
  const bool first = net.layers.empty();
  Edge edge;
  edge.producer = first ? LayerId::network_input : layer_id(net.layers.size() - 1);
  edge.from = first ? layer.in : net.layers.back().out;
  edge.channels = edge.from.channels;
  edge.need = Need::window;
  edge.gate = layer.kind == LayerKind::mvm ? Gate::s2_operands : Gate::s5_operands;
  layer.in_edges.push_back(edge);
  if (first) {
    net.inputs.push_back(
        {"x", {1, layer.in.channels, layer.in.height, layer.in.width}, layer.in, 32});
  }
  layer.name = "layer" + std::to_string(net.layers.size());
  net.macs += layer.macs;
  net.macs_static += layer.macs;
  net.weights += layer.weight_elements;
  net.layers.push_back(std::move(layer));
  net.outputs = {layer_id(net.layers.size() - 1)};
}

// Adds an earlier map of the same shape to the result of the last layer, a convolution.
void maybe_add_skip(Dice& dice, Network& net) {
  Layer& last = net.layers.back();
  for (std::size_t l = 0; l + 1 < net.layers.size(); ++l) {
    const MapShape& map = net.layers[l].out;
    if (map.channels != last.out.channels || map.height != last.out.height ||
        map.width != last.out.width || !dice.chance(50)) {
      continue;
    }
    Edge skip;
    skip.producer = layer_id(l);
    skip.from = map;
    skip.channels = map.channels;
    skip.gate = Gate::s5_operands;
    last.in_edges.push_back(skip);
    last.fused.push_back({SimdKind::add, last.out.elements()});
    return;
  }
}

}  // namespace

Network random_network(Dice& dice) {
  Network net;
  net.name = "random";
  const std::int64_t layers = dice.between(1, kMostLayers);
  const std::int64_t side = dice.pick(kSides);
  MapShape map{dice.pick(kChannels), side, side};
  for (std::int64_t l = 0; l < layers; ++l) {
    if (l > 0 && l + 1 == layers && map.elements() <= 1024 && dice.chance(40)) {
      append(net, fully_connected(dice, map));
    } else if (l > 0 && map.height >= 4 && dice.chance(20)) {
      append(net, pooling(map));
    } else {
      append(net, convolution(dice, map));
      maybe_add_skip(dice, net);
    }
    map = net.layers.back().out;
  }
  return net;
}

}  // namespace crossroof::validation
