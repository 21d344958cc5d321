// SPDX-License-Identifier: Apache-2.0
// Latency and interval of a program on a chip, from as many runs as that takes. Latency is the
// makespan of one image alone. The interval between images streaming through all layers is the
// slope of their completion times in one run of B images; B doubles from 4 until two slopes in a
// row differ by less than 0.5 % and B is at least 4 times the most images seen in flight. Layer by
// layer it is makespan / B. What a limit or an interruption leaves is kept. Where ever more images
// are in flight, some part of the machine runs ahead of the rest and images leave at no steady
// rate: the interval is then what further images add to the makespan, the limit of makespan / B.
// It is marked as unsettled, as is a slope of fewer images than 4 times those in flight, or of less
// than a single server is busy per image, which counts filling rather than streaming.
#ifndef CROSSROOF_SIM_MEASURE_H_
#define CROSSROOF_SIM_MEASURE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/simulate.h"

namespace crossroof::sim {

// How the interval was obtained.
enum class IntervalFrom {
  none,       // stopped before two images were through
  converged,  // slope; the run was long enough
  last,       // slope of the longest run, which was not long enough
  batch,      // slope at the stated batch
  mean,       // makespan / B
  part,       // slope of the images that were through when the run stopped
  unsettled,  // too few images, whatever run it is of
};

struct MeasurePlan {
  std::optional<std::int64_t> batch;  // images of the run; none: as many as it takes
  std::int64_t most_images = 256;     // when sought
  std::function<void(std::int64_t images)> begins = nullptr;  // before each run
};

// One run in short.
struct MeasuredRun {
  std::int64_t images = 1, completed = 0;
  Seconds makespan, slope;
  std::int64_t most_images = 0;
  std::uint64_t events = 0;
  SimEnd end = SimEnd::finished;
};

// What each further image of the longer run added to the makespan.
Seconds added_per_image(const MeasuredRun& shorter, const MeasuredRun& longer);

// A resource that serves one request at a time: images cannot follow each other faster.
struct ServerLoad {
  SimResource resource;
  Seconds per_image;  // busy
};

struct Measurement {
  std::optional<Seconds> latency, interval;  // none: stopped before it was known
  IntervalFrom from = IntervalFrom::none;
  std::optional<double> difference;   // of the last two slopes, relative to the last
  std::optional<ServerLoad> busiest;  // of the run whose slope the interval is
  SimEnd end = SimEnd::finished;      // of the last run
  std::uint64_t events = 0;           // of all runs
  std::vector<MeasuredRun> runs;
  SimResult shown;  // in full: the last run that came to its end, else the only one
};

// `options.batch` has no meaning here. `max_time` limits each run, `max_events` all of them
// together. Traced is the run of the stated batch; without one, that of one image.
Measurement measure(const RramChip& chip, const Program& program, const SimOptions& options,
                    const MeasurePlan& plan = {});

// The same on any simulator.
using Simulator = std::function<SimResult(const SimOptions&)>;
Measurement measure(const Simulator& simulator, RunMode mode, const SimOptions& options,
                    const MeasurePlan& plan);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_MEASURE_H_
