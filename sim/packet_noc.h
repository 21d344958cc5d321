// SPDX-License-Identifier: Apache-2.0
// The default granularity of the NoC: routers with virtual channels, finite buffers and credits,
// simulated not flit by flit but in runs of flits. A packet alone at a port crosses it in one run
// of what is there and fits the next buffer; when others want the port, in two or more, and between
// runs the packets that hold the port's other virtual channels have their turn. So interleaving,
// head-of-line blocking, lost matches and credit loops are there at about two events per packet and
// hop. NocRuns::whole: a packet that fits a buffer is not cut, and where others want the port it
// starts when there is room for all of it (virtual cut-through). Delays: sim/packet_timing.h;
// routers: sim/packet_routers.h. Not modelled: the exact interleaving within a run (up to half a
// packet; a whole one), the order in which an allocator's pointers serve heads that wait for a
// virtual channel (here by arrival), switch cycles that a speculating head wins in vain (routers of
// less than 4 cycles), the credit loop of an ejection port, deadlock.
#ifndef CROSSROOF_SIM_PACKET_NOC_H_
#define CROSSROOF_SIM_PACKET_NOC_H_

#include <memory>

#include "models/rram_chip.h"
#include "sim/noc_model.h"

namespace crossroof::sim {

std::unique_ptr<NocModel> make_packet_noc(const Noc& noc, NocRuns runs = NocRuns::fine);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACKET_NOC_H_
