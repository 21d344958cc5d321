// SPDX-License-Identifier: Apache-2.0
#include "workloads/edges.h"

#include <algorithm>

namespace crossroof {

bool broadcasts_channel(const Layer& layer, const Edge& edge) {
  if (edge.gate != Gate::s5_operands || edge.from.channels != 1 || edge.channels != 1) return false;
  // A part of a joined map stands beside the other parts; an operand of its own lies over them.
  return std::none_of(layer.in_edges.begin(), layer.in_edges.end(), [&](const Edge& other) {
    return other.gate == edge.gate &&
           (other.consumer_channel > edge.consumer_channel ||
            other.consumer_channel + other.channels <= edge.consumer_channel);
  });
}

std::int64_t position_blocks(const Layer& layer) {
  if (layer.product_batch == 0 || layer.product_batch % layer.channel_groups != 0) return 1;
  const std::int64_t blocks = layer.product_batch / layer.channel_groups;
  return layer.out.positions() % blocks == 0 ? blocks : 1;
}

Span grouped_channels(const Layer& layer, const Edge& edge, Span channels) {
  const std::int64_t groups = layer.channel_groups, per_group = layer.out.channels / groups;
  const bool alike = layer.product_batch == 0
                         ? edge.channels == layer.in.channels && edge.channels % groups == 0
                         : edge.channels == groups || edge.channels == groups * layer.product_k ||
                               edge.channels == groups * layer.product_n ||
                               edge.channels == layer.out.channels;
  if (!alike) return {0, edge.channels};
  const std::int64_t each = edge.channels / groups;
  return {channels.begin / per_group * each, ceil_div(channels.end, per_group) * each};
}

std::int64_t channels_carried(const Layer& layer, const Edge& edge, Span channels) {
  if (broadcasts_channel(layer, edge)) return 1;
  return std::max<std::int64_t>(0, std::min(channels.end, edge.consumer_channel + edge.channels) -
                                       std::max(channels.begin, edge.consumer_channel));
}

bool needs_own_result(const Layer& layer, LayerId id) {
  return layer.out.positions() > layer.step_distance &&
         std::any_of(layer.in_edges.begin(), layer.in_edges.end(),
                     [id](const Edge& e) { return e.producer == id; });
}

std::int64_t edge_bits(const std::vector<LayerMapping>& layers, LayerId consumer,
                       const Edge& edge) {
  if (edge.producer == LayerId::network_input) return layers[index(consumer)].bits.input;
  return layers[index(edge.producer)].bits.output;
}

}  // namespace crossroof
