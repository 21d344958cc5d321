// SPDX-License-Identifier: Apache-2.0
// Streams: which tensor goes to which layer, and how many bits move between which nodes
// (ARCHITECTURE 5, "Transfers"). Every movement has one source and one destination and is charged
// once; what stays on a core does not move. A core receives only the channels its rows touch and
// the messages its chunks need; a message no chunk needs is not sent. Cost of a stream: O(consumer
// chunks * window + consumer tasks * producer tasks).
#ifndef CROSSROOF_WORKLOADS_STREAMS_H_
#define CROSSROOF_WORKLOADS_STREAMS_H_

#include <vector>

#include "workloads/mapping.h"

namespace crossroof {

// One stream per (tensor, consumer, gate, need), one of partial sums per layer that has them, one
// per network output; without flows yet.
std::vector<Stream> make_streams(const Network& net, const std::vector<LayerMapping>& layers);

// Recomputes the flows of one stream from its needs and the tasks of its two ends.
void fill_flows(const Network& net, const RramChip& chip, const Mapping& mapping, Stream& stream);

// Sums the flows that reach and leave a layer into S1 and S8 of its tasks. `in` and `out` name its
// streams (workloads/credits.h, StreamIndex).
void fill_transfers(const RramChip& chip, LayerId layer, const std::vector<std::size_t>& in,
                    const std::vector<std::size_t>& out, Mapping& mapping);

// Input channels of the layer a task reads at `gate`, as disjoint ascending spans.
std::vector<Span> channels_read(const Layer& layer, const LayerMapping& mapping, const Task& task,
                                Gate gate);

// Channels of the stream's tensor that a task receives, as disjoint ascending spans.
std::vector<Span> channels_received(const Layer& layer, const LayerMapping& mapping,
                                    const Task& task, const Stream& stream);

// Chunk plan of a stream's tensor: the producer's, or that of the network input.
const ChunkPlan& producer_plan(const Mapping& mapping, const Stream& stream);

// Width of one element on the stream.
std::int64_t stream_bits(const Mapping& mapping, const Stream& stream);

// Fills `needs` from the chunk plans of both ends; to be repeated whenever one of them changes.
void fill_needs(const Network& net, const Mapping& mapping, Stream& stream);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_STREAMS_H_
