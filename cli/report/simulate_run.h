// SPDX-License-Identifier: Apache-2.0
// One network simulated on one machine, as every report of `simulate` shows it: plain values, so
// that a worker process can hand them over as JSON. Times of stages are per image.
#ifndef CROSSROOF_CLI_REPORT_SIMULATE_RUN_H_
#define CROSSROOF_CLI_REPORT_SIMULATE_RUN_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/simulate_arguments.h"
#include "models/rram_chip.h"
#include "models/stages.h"
#include "sim/measure.h"
#include "workloads/mapping.h"
#include "workloads/network.h"
#include "workloads/program.h"

namespace crossroof::cli {

inline constexpr std::array<Choice<sim::SimEnd>, 4> kEnds = {{
    {"finished", sim::SimEnd::finished, "all runs came to their end"},
    {"max-time", sim::SimEnd::max_time, "stopped by --max-time"},
    {"max-events", sim::SimEnd::max_events, "stopped by --max-events"},
    {"interrupted", sim::SimEnd::interrupted, "interrupted"},
}};

inline constexpr std::array<Choice<sim::IntervalFrom>, 6> kIntervalFroms = {{
    {"none", sim::IntervalFrom::none, "stopped before it was known"},
    {"converged", sim::IntervalFrom::converged, "slope of completion times, converged"},
    {"not-converged", sim::IntervalFrom::last, "slope of completion times, not converged"},
    {"at-batch", sim::IntervalFrom::batch, "slope of completion times at the batch"},
    {"mean", sim::IntervalFrom::mean, "makespan / images"},
    {"part", sim::IntervalFrom::part, "slope of the images that were through, a part of the run"},
}};

struct CountInfo {
  std::string_view key, title;
  std::int64_t (*of)(const sim::SimCounts&);
  bool bits = false;
  bool once = false;  // per run, not per image
};
inline constexpr std::size_t kSimulatedCountCount = 21;
extern const std::array<CountInfo, kSimulatedCountCount> kSimulatedCounts;

struct SimulatedStage {
  double busy = 0, queued = 0, starved = 0, blocked = 0;  // seconds per image
  std::int64_t chunks = 0;                                // of the run shown
};

struct SimulatedLayer {
  std::string name, op;
  std::int64_t replicas = 0, cores = 0, arrays = 0;
  PerStage<SimulatedStage> stages;
  double first = 0, last = 0, interval = 0;  // seconds
  std::optional<Stage> bottleneck;           // none: no work there
};

struct SimulatedResource {
  std::string name, kind;
  double busy = 0, blocked = 0, waited = 0;  // seconds of the run shown
  std::int64_t services = 0, flits = 0, longest_queue = 0, conflicts = 0;
};

struct SimulatedRun {
  std::string machine, title, machine_name;  // unique among the runs; what it is; its own name
  std::string occupation, duplication_stopped;
  sim::Measurement measured;  // `shown` only with end, batch, makespan, most_images
  double cpu = 0;             // seconds of this computer
  std::vector<SimulatedLayer> layers;
  std::vector<SimulatedResource> resources;  // busiest first
  std::array<std::int64_t, kSimulatedCountCount>
      counts{};  // per image, or so far when nothing was finished
  std::vector<std::string> notes;
};

// All runs of the command.
struct SimulatedRuns {
  const Network& net;
  const SimulateSetup& setup;
  const std::vector<SimulatedRun>& runs;
};

SimulatedRun simulated_run(const Network& net, const RramChip& chip, const Mapping& mapping,
                           const Program& program, sim::Measurement measured);

bool partial(const SimulatedRun& run);
// "run of 16 images", "1 image alone": what the layers, resources and counts are of.
std::string shown_text(const SimulatedRun& run);
// What cut the run short and what there is of it; empty when nothing did.
std::string partial_text(const SimulatedRun& run);
double images_per_second(const SimulatedRun& run);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_SIMULATE_RUN_H_
