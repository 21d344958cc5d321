// SPDX-License-Identifier: Apache-2.0
// Questions about the edges of a layer that several parts of the mapping ask.
#ifndef CROSSROOF_WORKLOADS_EDGES_H_
#define CROSSROOF_WORKLOADS_EDGES_H_

#include <vector>

#include "workloads/mapping.h"
#include "workloads/network.h"

namespace crossroof {

// Whether the one channel of an S5 operand is used for every channel of the layer (a mask, a map
// scaled by one plane), rather than being one part of a joined map.
bool broadcasts_channel(const Layer& layer, const Edge& edge);

// Products of a layer that follow each other in its positions, each a run of them; the others lie
// side by side in its channels (channel_groups, heads of attention). 1 when they cannot be told.
std::int64_t position_blocks(const Layer& layer);

// Channels of an operand that SIMD-only work on channels [channels) of a layer with channel groups
// reads: the same groups of the operand when it is divided alike, else all.
Span grouped_channels(const Layer& layer, const Edge& edge, Span channels);

// Channels [channels) of the layer's input that the edge carries.
std::int64_t channels_carried(const Layer& layer, const Edge& edge, Span channels);

// Whether positions of the layer need results of earlier ones: a recurrent layer of several steps.
bool needs_own_result(const Layer& layer, LayerId id);

// Bits of one element of the tensor an edge carries: the producer's output width, or the consumer's
// input width for network inputs.
std::int64_t edge_bits(const std::vector<LayerMapping>& layers, LayerId consumer, const Edge& edge);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_EDGES_H_
