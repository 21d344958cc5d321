// SPDX-License-Identifier: Apache-2.0
// One task on its way through a batch: which chunk each stage works on, and whether the next may
// start (docs/simulator.md):
//   start(i, s) = max(finish(i, s-1), finish(i-1, s), finish(i-C, s+1), operands of a gate stage)
// where s-1 and s+1 are the neighbours that exist. Crossbars take the next chunk before the last
// has finished (its front overlaps). The last stage, `emit`, sends the results; it is done when all
// messages of the chunk have left. Plain bookkeeping; who serves a stage is the caller's business.
#ifndef CROSSROOF_SIM_TASK_RUN_H_
#define CROSSROOF_SIM_TASK_RUN_H_

#include <cstdint>
#include <vector>

#include "sim/tick.h"
#include "workloads/program.h"

namespace crossroof::sim {

enum class Wait {
  work,     // something is in service or queued for it
  starved,  // operands are missing
  blocked,  // operands are there, but no slot for the result
  none,     // all chunks have passed
};

// Time a stage of a task spent in each state, and at work.
struct StageUse {
  Tick busy = 0;    // in service
  Tick queued = 0;  // asked for the resource, another was served
  Tick starved = 0, blocked = 0;
  std::int64_t chunks = 0;
};

// Messages of one inlet, images counted through.
class InletRun {
 public:
  InletRun(const Inlet& inlet, const Demand& demand, std::vector<std::uint16_t> feeds);

  // A part of a message has landed; whether leading messages became complete.
  bool arrive(std::int64_t ordinal);
  bool has(std::int64_t image, std::int64_t chunk) const {
    return frontier_ >= image * demand_.messages + need(chunk).end;
  }
  // The oldest message still needed once chunk `chunk` of `image` has passed the gate.
  std::int64_t base_after(std::int64_t image, std::int64_t chunk) const;
  std::int64_t frontier() const { return frontier_; }
  const Inlet& inlet() const { return inlet_; }

 private:
  MessageSpan need(std::int64_t chunk) const {
    return demand_.needs[static_cast<std::size_t>(chunk)];
  }

  const Inlet& inlet_;
  const Demand& demand_;
  std::vector<std::uint16_t> feeds_;    // parts of each message, by ordinal of an image
  std::vector<std::uint16_t> missing_;  // ring over the credits
  std::int64_t frontier_ = 0;           // leading complete messages
};

class TaskRun {
 public:
  static constexpr std::size_t kEmit = kStageCount;  // beyond the table of stages

  // A chunk as a chunk of an image.
  struct Place {
    std::int64_t image = 0, chunk = 0;
  };
  struct StageRun {
    std::size_t stage = 0;  // index(Stage), or kEmit
    std::int64_t started = 0, finished = 0;
    Place to_start, to_finish;  // of these numbers
    Wait wait = Wait::starved;
    Tick since = 0;
    StageUse use;
  };

  TaskRun(const CoreTask& task, std::int64_t slots, std::int64_t batch);

  void add_inlet(InletRun* inlet);
  const CoreTask& task() const { return task_; }
  std::size_t stages() const { return stages_.size(); }
  const StageRun& stage(std::size_t k) const { return stages_[k]; }
  StageRun& stage(std::size_t k) { return stages_[k]; }
  std::int64_t chunks() const { return per_image_; }
  // The next chunk of the stage starts, or finishes.
  Place start(std::size_t k);
  Place finish(std::size_t k);
  bool finished() const { return stages_.back().finished == total_; }

  // What the next chunk of the stage waits for; Wait::work: nothing, it may start.
  Wait next(std::size_t k) const;
  // Whether the operands of the stage's next chunk are there.
  bool fed(std::size_t k) const;
  void note(std::size_t k, Wait wait, Tick now);  // accumulates the time of the state before
  const std::vector<InletRun*>& gated(std::size_t k) const { return gates_[k]; }

 private:
  Place advance(Place& place) const;

  const CoreTask& task_;
  std::int64_t slots_, per_image_, total_;
  std::vector<StageRun> stages_;
  std::vector<std::vector<InletRun*>> gates_;  // by stage
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_TASK_RUN_H_
