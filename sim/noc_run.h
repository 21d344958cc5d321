// SPDX-License-Identifier: Apache-2.0
// A NoC alone under synthetic traffic: latency and accepted rate at one offered rate.
// Every node queues without limit the packets its source creates; they enter its injection port in
// order. Packet latency runs from creation to the last flit's landing, network latency from the
// head's asking at the port. After a warm-up of at least three periods, packets created in the
// measured cycles are followed until they land while traffic goes on. The measurement grows until
// the 95 % confidence interval of the latency (sim/noc_meter.h) is as narrow as wanted; at its most
// it ends all the same if the interval is within 5 %, or else it doubles, four times at most: a
// queue near saturation remembers longer than a short run lasts.
// How far packets happen to travel is taken out of the scatter (its mean is known).
// Not measured: distributions. An unstable point has no latency: it grows with the run.
#ifndef CROSSROOF_SIM_NOC_RUN_H_
#define CROSSROOF_SIM_NOC_RUN_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "sim/flit_router.h"
#include "sim/noc_model.h"
#include "workloads/noc_traffic.h"

namespace crossroof::sim {

struct NocRun {
  const Noc* noc = nullptr;
  const TrafficPattern* traffic = nullptr;
  NocGranularity granularity = NocGranularity::packet;
  std::optional<FlitPipeline> pipeline;  // of granularity flit, instead of the NoC's own
  double rate = 0;                       // mean flits per node and cycle, headers included
  std::uint32_t flits = 1;               // of a packet, header included
  std::uint64_t seed = 1;
  Cycle period = 1000;           // at least; longer when packets are rare
  Cycle most_measured = 100000;  // cycles, at least ten periods; 16 times that near saturation
  double narrow = 0.01;          // wanted half-width of the interval, of the mean
  // Looked at often, inside a period too: once the flag is set, the run ends without a measurement.
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(Cycle)> progress;  // told how far it is just as often
};

enum class NocState {
  ok,
  saturated,  // latency above three times that of an idle NoC (at least of the packet's length)
  // The NoC takes less than it is offered over the whole run, or mean latency passes 500 cycles
  // (ten times that of an idle NoC, if more).
  unstable
};

struct NocResult {
  double offered = 0, accepted = 0;  // flits per node and cycle, of the measured cycles
  std::optional<double> latency, latency_half_width;  // cycles; none when unstable
  std::optional<double> network_latency;
  bool narrow = false;  // the interval is as narrow as wanted
  double hops = 0;      // links a packet crosses, mean over the traffic
  NocState state = NocState::ok;
  double zero_load_latency = 0;  // computed
  double ideal_rate = 0;         // the rate that fills the busiest link or port
  Cycle cycles = 0;              // simulated
  std::uint64_t packets = 0;     // measured
  bool interrupted = false;      // nothing above is measured but what is computed
};

// Throws Error for a rate or a NoC the granularity cannot run.
NocResult run_noc(const NocRun& run);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_NOC_RUN_H_
