// SPDX-License-Identifier: Apache-2.0
// Measured load curves of networks on chip, each row with the network it was measured on:
//   BookSim2  an 8x8 mesh, validation/published_data/booksim_mesh8x8.csv (its head says how)
//   PUMA      the five points of puma-simulator's latency table (include/constants.py,
//             noc_lat_dict), on the network of its BookSim2 configuration (booksim2_configs/cmesh):
//             4x4 routers of 4 tiles, packets of 8 flits, BookSim2's defaults
//             (docs/simulator.md, "PUMA's published load curve")
// Nothing in the models is fitted to them.
#ifndef CROSSROOF_VALIDATION_NOC_ROWS_H_
#define CROSSROOF_VALIDATION_NOC_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/rram_chip.h"
#include "sim/flit_router.h"
#include "workloads/noc_traffic.h"

namespace crossroof::validation {

enum class NocSource { booksim, puma };

struct NocRow {
  NocSource source = NocSource::booksim;
  std::string network, traffic_name;  // "8x8 mesh", "uniform"
  Noc noc;
  sim::FlitPipeline pipeline;  // of its routers
  TrafficPattern traffic;
  std::uint32_t flits = 1;  // of a packet
  double rate = 0;          // flits per node and cycle
  bool stable = true;       // the run ended by itself, with less than three times the idle latency
  std::optional<Cycles> latency;   // of a stable row
  std::optional<double> accepted;  // flits per node and cycle
};

// In the order of the file, then PUMA's.
std::vector<NocRow> noc_rows();

// "hot4(corners)" and the like on a grid of one node per router. Throws Error for another name.
TrafficPattern measured_traffic(const std::string& name, std::int64_t width, std::int64_t height);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_NOC_ROWS_H_
