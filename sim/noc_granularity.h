// SPDX-License-Identifier: Apache-2.0
// The granularities of the NoC model, one factory each; make_noc() in sim/noc_model.h chooses.
//   packet: routers with virtual channels and credits; flits move in runs, not one by one.
//   flow:   packets in flight share the links like fluids, max-min fairly.
//   flit:   routers with virtual channels, credits and allocators, cycle by cycle.
#ifndef CROSSROOF_SIM_NOC_GRANULARITY_H_
#define CROSSROOF_SIM_NOC_GRANULARITY_H_

#include <memory>

#include "sim/noc_model.h"

namespace crossroof::sim {

std::unique_ptr<NocModel> make_packet_noc(const Noc& noc, NocRuns runs = NocRuns::fine);
std::unique_ptr<NocModel> make_flow_noc(const Noc& noc);
std::unique_ptr<NocModel> make_flit_noc(const Noc& noc);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_NOC_GRANULARITY_H_
