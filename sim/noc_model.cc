// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_model.h"

#include "sim/noc_granularity.h"

namespace crossroof::sim {

std::unique_ptr<NocModel> make_noc(const Noc& noc, NocGranularity granularity, NocRuns runs) {
  switch (granularity) {
    case NocGranularity::flow:
      return make_flow_noc(noc);
    case NocGranularity::flit:
      return make_flit_noc(noc);
    case NocGranularity::packet:
      break;
  }
  return make_packet_noc(noc, runs);
}

}  // namespace crossroof::sim
