// SPDX-License-Identifier: Apache-2.0
// Delays of a router with virtual channels, from the few numbers of a machine file.
// A head spends router_pipeline cycles per router: the last three are switch allocation, switch and
// link (all of them when there are fewer), those before are routing and allocation of a virtual
// channel, which body flits skip. A credit takes as long back as the flit after switch allocation.
// BookSim2 (src/routers/iq_router.cpp): 4 cycles, one more with routing_delay = 1, one less when
// speculative; zero-load latency of P flits over H links, which is that of sim/noc_model.h,
//   max(1, 2 interface + router (H + 1)) + P - 1.
// Fractional cycles are rounded up, per router and per interface.
#ifndef CROSSROOF_SIM_PACKET_TIMING_H_
#define CROSSROOF_SIM_PACKET_TIMING_H_

#include <cstdint>

#include "models/rram_chip.h"
#include "sim/noc_model.h"

namespace crossroof::sim {

struct PacketTiming {
  Cycle before_switch = 0;     // of a head, before it may ask for the switch
  Cycle after_switch = 0;      // to the next router's input
  Cycle reuse = 0;             // of a virtual channel after its last flit; 0 or 1
  Cycle credit = 1;            // until a place left is known upstream
  Cycle injection_credit = 1;  // the same at an injection port
  Cycle interface = 0;         // from the injection port to the router
  Cycle landing = 1;           // from the ejection port's switch to the node
  std::uint32_t buffer = 0;    // flits per virtual channel; kUnlimited
  std::uint32_t channels = 1;  // virtual channels per port
  Cycle longest_delay() const;
};

inline constexpr std::uint32_t kUnlimited = 1u << 30;
inline constexpr Cycle kLongestCredit = 3;
// No run of flits is longer (sim/packet_noc.h).
inline constexpr std::uint32_t kLongestRun = 32;

// Buffers are unlimited where finite ones could deadlock: when packets may wait for each other in a
// circle of links (a torus of four or more routers in a ring, some explicit tables).
PacketTiming packet_timing(const Noc& noc);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACKET_TIMING_H_
