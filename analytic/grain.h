// SPDX-License-Identifier: Apache-2.0
// What hardware serves in whole pieces takes longer than amount / rate (docs/equations.md E94-E96):
// messages travel in packets of whole flits with headers, an L1 moves whole words, a SIMD unit
// works in whole rounds of its lanes.
#ifndef CROSSROOF_ANALYTIC_GRAIN_H_
#define CROSSROOF_ANALYTIC_GRAIN_H_

#include <cstdint>
#include <vector>

#include "models/rram_chip.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

// Chunks a task works through for one image; the last counts by its share of a whole one.
double chunk_count(const ChunkPlan& plan, const Task& task);
// One of `chunks` equal parts, whole bits.
Bits share_of(Bits amount, double chunks);

// Positions of a message of a stream.
std::int64_t message_positions(const Mapping& mapping, const Stream& stream);

// Flits of a message, headers of its packets included.
std::int64_t message_flits(const Noc& noc, Bits message);

// Time at a port or link of the NoC of what a flow carries for one image, in messages of
// `positions` positions of its tensor; weights, which have none, are one message.
Seconds flow_time(const Noc& noc, const Flow& flow, std::int64_t positions);

// Time of one access at one port of an L1, burst by burst.
Seconds access_time(const L1& l1, Bits access);

// How much longer the words of a full packet take at one port than its bits (shared DMA).
double packet_rounding(const Noc& noc, const L1& l1);

// Time of `share` of the work (of an image) on a SIMD unit, as one chunk.
Seconds simd_time(const SimdUnit& unit, const std::vector<SimdWork>& work, double share);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_GRAIN_H_
