// SPDX-License-Identifier: Apache-2.0
// Times of a NoC that follow from its pipelines and buffers alone (docs/equations.md E81, E97).
#ifndef CROSSROOF_ANALYTIC_NOC_TIMING_H_
#define CROSSROOF_ANALYTIC_NOC_TIMING_H_

#include <cstdint>

#include "models/rram_chip.h"

namespace crossroof::analytic {

// Of a head over so many links until its first flit is at the receiver, without that flit's own
// cycle.
Seconds head_latency(const Noc& noc, std::int64_t hops);

// Of a router's cycles, the last are switch allocation, switch and link; a credit takes as long
// back.
inline constexpr double kSwitchCycles = 3;

// Cycles until the place a flit takes in a buffer can be taken by another.
double credit_cycles(const Noc& noc);

// How much longer a link takes than its flits when buffers are small: a virtual channel moves at
// most its buffer per credit_cycles(), and rests between packets where routers have stages of their
// own for heads. 1: never idle for lack of space.
double link_stretch(const Noc& noc);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_NOC_TIMING_H_
