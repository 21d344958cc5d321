// SPDX-License-Identifier: Apache-2.0
// Counts events, and stops the kernel when a limit is reached or the user interrupts. Every module
// reports each event it handles; looks at the clock of the wall only now and then.
#ifndef CROSSROOF_SIM_SUPERVISOR_H_
#define CROSSROOF_SIM_SUPERVISOR_H_

#include <cstdint>

#include "sim/simulate.h"
#include "sim/tick.h"
#include "sim/trace.h"

namespace crossroof::sim {

class Supervisor {
 public:
  explicit Supervisor(const SimOptions& options);

  void count(std::uint64_t events = 1) {
    events_ += events;
    if (events_ >= next_look_) look();
  }
  // The tick that is handled; the kernel's time follows it (sim/pace_module.h).
  Tick now() const { return now_; }
  void set_now(Tick now) { now_ = now; }
  // Nothing at or after this tick is to happen.
  Tick horizon() const { return horizon_; }
  void cut() { end_ = SimEnd::max_time; }  // something was to happen there
  std::uint64_t events() const { return events_; }
  SimEnd end() const { return end_; }
  bool stopping() const { return end_ == SimEnd::interrupted || end_ == SimEnd::max_events; }
  TraceSink* trace() const { return options_.trace; }
  TrackId new_track(const std::string& group, const std::string& name);
  void set_images_done(std::int64_t images) { images_done_ = images; }

 private:
  void look();

  const SimOptions& options_;
  Tick now_ = 0;
  Tick horizon_ = Tick{1} << 63;  // beyond, sums of ticks would wrap around
  std::uint64_t events_ = 0, next_look_ = 0;
  std::int64_t images_done_ = 0;
  std::uint32_t tracks_ = 0;
  SimEnd end_ = SimEnd::finished;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_SUPERVISOR_H_
