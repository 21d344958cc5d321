// SPDX-License-Identifier: Apache-2.0
#include "sim/noc_model.h"

#include <cmath>

#include "sim/noc_granularity.h"

namespace crossroof::sim {

Cycle whole_cycles(Cycles pipeline) {
  return static_cast<Cycle>(std::ceil(pipeline.value() - 1e-9));
}

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
