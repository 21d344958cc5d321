// SPDX-License-Identifier: Apache-2.0
#include "sim/task_run.h"

#include <algorithm>
#include <cassert>

namespace crossroof::sim {

InletRun::InletRun(const Inlet& inlet, const Demand& demand, std::vector<std::uint16_t> feeds)
    : inlet_(inlet),
      demand_(demand),
      feeds_(std::move(feeds)),
      missing_(static_cast<std::size_t>(inlet.credits)) {
  for (std::size_t m = 0; m < missing_.size(); ++m) missing_[m] = feeds_[m % feeds_.size()];
}

bool InletRun::arrive(std::int64_t ordinal) {
  const auto window = static_cast<std::int64_t>(missing_.size());
  std::uint16_t& missing = missing_[static_cast<std::size_t>(ordinal % window)];
  assert(missing > 0 && ordinal < frontier_ + window);
  --missing;
  if (ordinal != frontier_ || missing > 0) return false;
  // A slot of the ring is for the message one window later as soon as its own is complete: that one
  // is not sent before this one is released.
  while (missing_[static_cast<std::size_t>(frontier_ % window)] == 0) {
    const std::int64_t later = (frontier_ + window) % demand_.messages;
    missing_[static_cast<std::size_t>(frontier_ % window)] =
        feeds_[static_cast<std::size_t>(later)];
    ++frontier_;
  }
  return true;
}

std::int64_t InletRun::base_after(std::int64_t image, std::int64_t chunk) const {
  const auto chunks = static_cast<std::int64_t>(demand_.needs.size());
  if (chunk + 1 == chunks) return (image + 1) * demand_.messages;
  return image * demand_.messages + need(chunk + 1).begin;
}

TaskRun::TaskRun(const CoreTask& task, std::int64_t slots, std::int64_t batch)
    : task_(task),
      slots_(slots),
      per_image_(static_cast<std::int64_t>(task.chunks.size())),
      total_(per_image_ * batch) {
  constexpr Stage kInside[] = {Stage::l1_read_mac,  Stage::mac,  Stage::l1_write_mac,
                               Stage::l1_read_simd, Stage::simd, Stage::l1_write_simd};
  for (const Stage s : kInside) {
    if (!task.has[index(s)]) continue;
    stages_.emplace_back();
    stages_.back().stage = index(s);
  }
  stages_.emplace_back();
  stages_.back().stage = kEmit;
  gates_.resize(stages_.size());
}

void TaskRun::add_inlet(InletRun* inlet) {
  // Operands gate the first stage that exists from theirs on.
  const Stage gate =
      inlet->inlet().gate == Gate::s2_operands ? Stage::l1_read_mac : Stage::l1_read_simd;
  std::size_t k = 0;
  while (stages_[k].stage < index(gate)) ++k;
  gates_[k].push_back(inlet);
}

bool TaskRun::fed(std::size_t k) const {
  const std::int64_t i = stages_[k].started;
  if (k > 0 && stages_[k - 1].finished <= i) return false;
  if (gates_[k].empty()) return true;
  const Place& next = stages_[k].to_start;
  return std::all_of(gates_[k].begin(), gates_[k].end(),
                     [&](const InletRun* in) { return in->has(next.image, next.chunk); });
}

TaskRun::Place TaskRun::start(std::size_t k) {
  ++stages_[k].started;
  return advance(stages_[k].to_start);
}

TaskRun::Place TaskRun::finish(std::size_t k) {
  ++stages_[k].finished;
  return advance(stages_[k].to_finish);
}

// The place it had.
TaskRun::Place TaskRun::advance(Place& place) const {
  const Place before = place;
  if (++place.chunk == per_image_) place = {place.image + 1, 0};
  return before;
}

Wait TaskRun::next(std::size_t k) const {
  const StageRun& s = stages_[k];
  const std::int64_t i = s.started;
  if (i == total_) return Wait::none;
  if (!fed(k)) return Wait::starved;
  const bool room = k + 1 == stages_.size() || stages_[k + 1].finished > i - slots_;
  if (!room) return Wait::blocked;
  return Wait::work;
}

void TaskRun::note(std::size_t k, Wait wait, Tick now) {
  StageRun& s = stages_[k];
  if (s.wait == Wait::starved) s.use.starved += now - s.since;
  if (s.wait == Wait::blocked) s.use.blocked += now - s.since;
  s.wait = wait;
  s.since = now;
}

}  // namespace crossroof::sim
