// SPDX-License-Identifier: Apache-2.0
// The flit granularity: every flit, virtual channel, buffer place and credit, cycle by cycle
// (sim/flit_router.h); only routers and ports that hold a flit do work, and empty cycles are
// skipped. It is the reference the coarser granularities are checked with, at a fraction of their
// speed. Zero load: 2 * interface + (hops + 1) * router_pipeline + flits - 1 cycles.
// A router_pipeline of 4 cycles is VA, SA, switch, link; every further one delays a head before VA.
// At 3 the router speculates (VA and SA in one cycle), at 2 switch and link also share a cycle, at
// 1 all four do.
#ifndef CROSSROOF_SIM_FLIT_NOC_H_
#define CROSSROOF_SIM_FLIT_NOC_H_

#include <memory>

#include "sim/flit_router.h"
#include "sim/noc_granularity.h"

namespace crossroof::sim {

// The pipeline the machine states, whole cycles, rounded up. Throws Error for less than one.
FlitPipeline flit_pipeline(const Noc& noc);

// With a pipeline chosen by hand; make_flit_noc(noc) takes the machine's. Both throw Error when the
// routes could deadlock.
std::unique_ptr<NocModel> make_flit_noc(const Noc& noc, const FlitPipeline& pipeline);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_FLIT_NOC_H_
