// SPDX-License-Identifier: Apache-2.0
#include "sim/measure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/slope.h"

namespace crossroof::sim {
namespace {

constexpr double kClose = 0.005;          // two slopes agree
constexpr std::int64_t kInFlight = 4;     // times the images in flight make a run long enough
constexpr std::int64_t kFewest = 4;       // images of a slope
constexpr std::size_t kFewestOfPart = 4;  // images through

// Crossbars are left out: an MVM may begin while the one before is converted, so the time they are
// busy for one image alone is more than they need per image.
bool serves_singly(SimResourceKind kind) { return kind != SimResourceKind::crossbars; }

std::optional<ServerLoad> busiest_server(const SimResult& run, std::int64_t images) {
  std::optional<ServerLoad> busiest;
  for (const SimResource& r : run.resources) {
    const Seconds per_image = r.busy / static_cast<double>(images);
    if (!serves_singly(r.kind) || (busiest && per_image <= busiest->per_image)) continue;
    busiest = ServerLoad{r, per_image};
  }
  return busiest;
}

class Measuring {
 public:
  Measuring(const Simulator& simulator, RunMode mode, const SimOptions& options,
            const MeasurePlan& plan)
      : simulator_(simulator), mode_(mode), options_(options), plan_(plan) {}

  Measurement result() {
    if (run(1)) {
      m_.latency = last_.makespan;
      if (mode_ == RunMode::layer_pipeline && !plan_.batch) {
        seek();
      } else {
        at_batch(plan_.batch.value_or(1));
      }
    }
    if (m_.end != SimEnd::finished) keep_part();
    if (m_.from != IntervalFrom::none && m_.from != IntervalFrom::mean) check_settled();
    return std::move(m_);
  }

 private:
  // Whether the run came to its end.
  bool run(std::int64_t images) {
    SimOptions options = options_;
    options.batch = images;
    if (images != plan_.batch.value_or(1)) {
      options.trace = nullptr;
      options.vcd.clear();
    }
    if (!left(options)) return false;
    if (plan_.begins) plan_.begins(images);
    last_ = simulator_(options);
    if (last_.end == SimEnd::max_time) last_.makespan = *options.max_time;
    m_.end = last_.end;
    m_.events += last_.events;
    m_.runs.push_back({images, static_cast<std::int64_t>(last_.completions.size()), last_.makespan,
                       slope(last_.completions), last_.most_images, last_.events, last_.end});
    const bool whole = last_.end == SimEnd::finished;
    if (whole || m_.runs.size() == 1) m_.shown = last_;
    return whole;
  }

  // Whether another run may begin; takes what earlier runs used off its events.
  bool left(SimOptions& options) {
    if (options.interrupted != nullptr && options.interrupted->load()) {
      m_.end = SimEnd::interrupted;
    } else if (options.max_events && m_.events >= *options.max_events) {
      m_.end = SimEnd::max_events;
    }
    if (options.max_events) *options.max_events -= std::min(m_.events, *options.max_events);
    return m_.end == SimEnd::finished;
  }

  void at_batch(std::int64_t images) {
    if (images > 1 && !run(images)) return;
    const bool streams = mode_ == RunMode::layer_pipeline && images >= kFewest;
    m_.from = streams ? IntervalFrom::batch : IntervalFrom::mean;
    m_.interval = streams ? m_.runs.back().slope : last_.makespan / static_cast<double>(images);
  }

  void seek() {
    for (std::int64_t images = kFewest; images <= plan_.most_images; images *= 2) {
      if (!run(images)) return;
      const MeasuredRun& now = m_.runs.back();
      m_.from = IntervalFrom::last;
      if (m_.interval && now.slope > Seconds()) {
        m_.difference = std::abs(*m_.interval / now.slope - 1);
      }
      m_.interval = now.slope;
      if (m_.difference && *m_.difference < kClose && images >= kInFlight * now.most_images) {
        m_.from = IntervalFrom::converged;
        return;
      }
    }
  }

  // The images that were through when the run stopped, if no run before was long enough.
  void keep_part() {
    const bool streams = mode_ == RunMode::layer_pipeline;
    if (m_.interval || !streams || last_.completions.size() < kFewestOfPart) return;
    m_.interval = slope(last_.completions);
    m_.from = IntervalFrom::part;
  }

  // Of a run that was stopped, images in flight count as if they were through: at least as many
  // have made resources busy.
  void check_settled() {
    const bool part = m_.from == IntervalFrom::part;
    const SimResult& run = part ? last_ : m_.shown;
    const auto through = static_cast<std::int64_t>(run.completions.size());
    m_.busiest = busiest_server(run, part ? through + run.most_images : through);
    const bool few = through < kInFlight * run.most_images;
    const bool below = m_.busiest && *m_.interval < m_.busiest->per_image * (1 - kClose);
    if (few && m_.from == IntervalFrom::last) take_makespans();
    if (few || below) m_.from = IntervalFrom::unsettled;
  }

  // Of the last runs that came to their end.
  void take_makespans() {
    std::vector<MeasuredRun> whole;
    for (const MeasuredRun& r : m_.runs) {
      if (r.end == SimEnd::finished && r.images >= kFewest) whole.push_back(r);
    }
    const std::size_t n = whole.size();
    if (n < 2) return;
    m_.interval = added_per_image(whole[n - 2], whole[n - 1]);
    m_.difference.reset();
    if (n < 3) return;
    m_.difference = std::abs(added_per_image(whole[n - 3], whole[n - 2]) / *m_.interval - 1);
  }

  const Simulator& simulator_;
  RunMode mode_;
  const SimOptions& options_;
  const MeasurePlan& plan_;
  SimResult last_;
  Measurement m_;
};

}  // namespace

Seconds added_per_image(const MeasuredRun& shorter, const MeasuredRun& longer) {
  return (longer.makespan - shorter.makespan) / static_cast<double>(longer.images - shorter.images);
}

Measurement measure(const Simulator& simulator, RunMode mode, const SimOptions& options,
                    const MeasurePlan& plan) {
  return Measuring(simulator, mode, options, plan).result();
}

Measurement measure(const RramChip& chip, const Program& program, const SimOptions& options,
                    const MeasurePlan& plan) {
  const Simulator simulator = [&](const SimOptions& run) { return simulate(chip, program, run); };
  return measure(simulator, program.mode, options, plan);
}

}  // namespace crossroof::sim
