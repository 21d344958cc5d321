// SPDX-License-Identifier: Apache-2.0
// Streams: which tensor goes to which layer, which channels a task receives and which messages a
// chunk needs (docs/equations.md E28, E37). A core receives only the channels its rows touch.
#ifndef CROSSROOF_WORKLOADS_STREAMS_H_
#define CROSSROOF_WORKLOADS_STREAMS_H_

#include <vector>

#include "workloads/mapping.h"

namespace crossroof {

// One stream per (tensor, consumer, gate, need), one of partial sums per layer that has them, one
// per network output; without flows yet.
std::vector<Stream> make_streams(const Network& net, const std::vector<LayerMapping>& layers);

// Input channels of the layer a task reads at `gate`, as disjoint ascending spans.
std::vector<Span> channels_read(const Layer& layer, const LayerMapping& mapping, const Task& task,
                                Gate gate);

// Channels of the stream's tensor that a task receives, as disjoint ascending spans.
std::vector<Span> channels_received(const Layer& layer, const LayerMapping& mapping,
                                    const Task& task, const Stream& stream);

// Chunk plan of a stream's tensor: the producer's, or that of the network input.
const ChunkPlan& producer_plan(const Mapping& mapping, const Stream& stream);

// Sorts spans and joins those that touch; empty ones vanish.
void normalise_spans(std::vector<Span>& spans);

// Channels of `s` that lie in disjoint `spans`.
std::int64_t common_channels(const std::vector<Span>& spans, Span s);

// Whether the consumer gets the stream from memory controllers.
bool from_memory(const Stream& stream);

// Width of one element on the stream.
std::int64_t stream_bits(const Mapping& mapping, const Stream& stream);

// Fills `needs` from the chunk plans of both ends; to be repeated whenever one of them changes.
void fill_needs(const Network& net, const Mapping& mapping, Stream& stream);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_STREAMS_H_
