// SPDX-License-Identifier: Apache-2.0
// Mean latency of packets in a NoC under open traffic, in closed form (docs/equations.md
// E107-E113):
//   zero-load time + what a buffer shorter than the way of a credit costs every packet
//   + wait at the source + for every output on the way
//       wait for the output   for packets of other inputs; they take turns flit by flit as far as
//                             there are virtual channels for them
//       wait in the channel   for the packet before it, which is being given its own channel or
//                             waits for another output
// An estimate, not a bound; no constant is fitted. Sources: M/D/1 and Geo/G/1 queues and processor
// sharing (Kleinrock, Queueing Systems 1 and 2); routers as in Dally and Towles, Principles and
// Practices of Interconnection Networks.
// Not modelled: blocking by full buffers further down, losses of switch allocation. Both count near
// saturation, so the band widens with the load and ends at 70 % of the ideal rate.
#ifndef CROSSROOF_ANALYTIC_NOC_LATENCY_H_
#define CROSSROOF_ANALYTIC_NOC_LATENCY_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "analytic/noc_band.h"
#include "analytic/noc_loads.h"
#include "models/rram_chip.h"

namespace crossroof::analytic {

enum class NocEstimateState {
  ok,  // estimate and band
  // Above 70 % of the ideal rate: an estimate without a band; or channels are full for more than
  // 80 % of the time: the band is wide.
  near_saturation,
  saturated  // a port, a link or a channel cannot take it: no estimate
};

struct NocEstimate {
  std::optional<Cycles> latency;  // from creation to the last flit's landing
  std::optional<Band> band;
  double load = 0;           // of the busiest port or link, fraction
  Cycles zero_load_latency;  // of a packet alone
  NocEstimateState state = NocEstimateState::ok;
};

// `rate`: mean flits per node and cycle, above 0; `flits` of a packet, header included. Sources are
// Bernoulli processes. The loads are of the NoC's topology. Cost: O(turns).
NocEstimate noc_latency(const Noc& noc, const NocLoads& loads, FlitsPerCycle rate,
                        std::uint32_t flits);

// "ok", "near saturation: simulate", "saturated".
std::string_view state_text(NocEstimateState state);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_NOC_LATENCY_H_
