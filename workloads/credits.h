// SPDX-License-Identifier: Apache-2.0
// Credits of streams (docs/equations.md E44-E46): how many messages may be in flight or held at a
// consumer.
//   every stream          window + C, window = most messages a consumer chunk needs
//   a stream whose producer reaches the consumer by another path too
//                         max(window, delay) + C + 3 L, where delay = max over consumer chunks j of
//                         (messages the producer must have emitted before all other inputs of j can
//                         be complete) - oldest_j, and L = matrix layers on the longest such path
//   the same, spilled     window + C: memory holds what has to wait
//   piecewise             C: chunks read what they need at every use
//   partial sums          1 + C
// Cost: window O(consumer chunks); delays of one producer O(chunks of the layers between).
#ifndef CROSSROOF_WORKLOADS_CREDITS_H_
#define CROSSROOF_WORKLOADS_CREDITS_H_

#include <vector>

#include "workloads/mapping.h"

namespace crossroof {

// Streams entering and leaving each layer, by index into Mapping::streams.
struct StreamIndex {
  std::vector<std::vector<std::size_t>> in, out;
};
StreamIndex index_streams(const Mapping& mapping);

// Sets window of one stream from its needs.
void fill_window(Stream& stream);

// Sets reconvergent, delay and slack of the streams leaving `producer`.
void fill_delays(const StreamIndex& by_layer, LayerId producer, Mapping& mapping);

// Sets credits from window, delay and slack.
void fill_credits(std::int64_t stage_slots, Stream& stream);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_CREDITS_H_
