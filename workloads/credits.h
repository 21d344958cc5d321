// SPDX-License-Identifier: Apache-2.0
// Credits of streams (docs/equations.md E44-E46): how many messages may be in flight or held at a
// consumer.
//   every stream          window + C, window = most messages held while a consumer chunk runs:
//   those
//                         it needs, and older ones that a later chunk needs again
//   a stream that meets another path from the same layer, the fork
//                         max(window, delay) + C + 3 L, where delay = max over consumer chunks j of
//                         (messages the producer can have made of what the fork must have emitted
//                         before all other inputs of j can be complete) - oldest_j, and L = matrix
//                         layers the longest other path has more. Where the fork is not the
//                         producer itself, only if the delay exceeds the window.
//   the same, spilled     window + C: memory holds what has to wait
//   piecewise             C: chunks read what they need at every use
//   partial sums          1 + C
// Cost: window O(consumer chunks); delays of one fork O(chunks of the streams it reaches).
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

// A stream where paths from one fork meet; `layers` is L.
struct Meeting {
  std::size_t stream = 0;
  std::int64_t delay = 0, layers = 0;
};

// The meetings of what a layer sends; they depend on chunks of layers up to `last`.
struct Fork {
  std::vector<Meeting> meetings;
  std::size_t last = 0;
};
Fork find_meetings(const StreamIndex& by_layer, LayerId layer, const Mapping& mapping);

// Sets reconvergent, delay and slack of every stream from the meetings of all layers.
void fill_delays(const std::vector<Fork>& forks, Mapping& mapping);

// Sets credits from window, delay and slack.
void fill_credits(std::int64_t stage_slots, Stream& stream);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_CREDITS_H_
