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

inline constexpr std::array<Choice<sim::IntervalFrom>, 7> kIntervalFroms = {{
    {"none", sim::IntervalFrom::none, "stopped before it was known"},
    {"converged", sim::IntervalFrom::converged, "slope of completion times, converged"},
    {"not-converged", sim::IntervalFrom::last, "slope of completion times, not converged"},
    {"at-batch", sim::IntervalFrom::batch, "slope of completion times at the batch"},
    {"mean", sim::IntervalFrom::mean, "makespan / images"},
    {"part", sim::IntervalFrom::part, "slope of the images that were through, a part of the run"},
    {"unsettled", sim::IntervalFrom::unsettled, "slope over too few images to be settled"},
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
  bool begun = true;  // not so: the run was stopped before, its stages are unknown
  PerStage<SimulatedStage> stages;
  std::optional<double> first, last, interval;  // seconds
  std::optional<Stage> bottleneck;              // none: no work there
};

// What a layer waited for most in its largest stage of those whose waiting is told apart (S2 to
// S8), and the share of the time the task shown there was served or waited.
struct SimulatedWait {
  std::string_view what;  // "starved", "blocked" or "queued"
  double share = 0;
};

struct SimulatedResource {
  std::string name, kind;
  std::int64_t chip = 0, number = 0;
  std::string layer;                          // crossbars: whose; else empty
  std::optional<std::int64_t> replica, part;  // of the layer; of its tasks on that core, if several
  double busy = 0, blocked = 0, waited = 0;   // seconds of the run shown
  std::int64_t services = 0, flits = 0, longest_queue = 0, conflicts = 0;
};

// The resource serving one request at a time that bounds the interval.
struct SimulatedServer {
  std::string name;
  double per_image = 0;  // seconds
};

struct SimulatedRun {
  std::string machine, title, machine_name;  // unique among the runs; what it is; its own name
  std::string occupation, duplication_stopped;
  sim::Measurement measured;  // `shown` only with end, batch, makespan, most_images
  std::optional<SimulatedServer> busiest_server;
  double cpu = 0;  // seconds of this computer
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
// Why the interval is not to be relied on; empty when it is, or is not known.
std::string unsettled_text(const SimulatedRun& run);
bool unsettled(const SimulatedRun& run);
// The run whose slope the interval is.
const sim::MeasuredRun& slope_run(const SimulatedRun& run);
// None: the interval is not known.
std::optional<double> images_per_second(const SimulatedRun& run);
// None: it did not wait.
std::optional<SimulatedWait> mostly_waited(const SimulatedLayer& layer);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_SIMULATE_RUN_H_
