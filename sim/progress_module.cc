// SPDX-License-Identifier: Apache-2.0
#include "sim/progress_module.h"

#include <algorithm>

#include "sim/transport.h"

namespace crossroof::sim {

ProgressModule::ProgressModule(const sc_core::sc_module_name& name, const Program& program,
                               std::int64_t batch, Supervisor& supervisor)
    : Module(name, supervisor),
      program_(program),
      batch_(batch),
      image_left_(static_cast<std::size_t>(batch), 0),
      begun_(static_cast<std::size_t>(batch), false) {}

// A replica beyond the chunks of its layer has nothing to finish.
bool ProgressModule::works(TaskId task) const { return !program_.task(task).chunks.empty(); }

void ProgressModule::start_of_simulation() {
  std::int64_t of_image = 0;
  for (const CoreTask& t : program_.tasks) of_image += t.chunks.empty() ? 0 : 1;
  for (const std::int64_t s : stores) of_image += s / batch_;
  std::fill(image_left_.begin(), image_left_.end(), of_image);
  wake_at(now());
}

void ProgressModule::item_done() {
  if (--left_ > 0) return;
  end_ = now();
  wake_at(now());
}

void ProgressModule::image_part_done(std::int64_t image) {
  if (--image_left_[static_cast<std::size_t>(image)] > 0) return;
  completions_.push_back(now());
  supervisor_.set_images_done(static_cast<std::int64_t>(completions_.size()));
}

void ProgressModule::image_begins(std::int64_t image) {
  if (begun_[static_cast<std::size_t>(image)]) return;
  begun_[static_cast<std::size_t>(image)] = true;
  ++images_begun_;
  most_images_ =
      std::max(most_images_, images_begun_ - static_cast<std::int64_t>(completions_.size()));
}

void ProgressModule::task_image_done(TaskId, std::int64_t image) {
  image_part_done(image);
  item_done();
}

void ProgressModule::stored(std::int64_t image) {
  image_part_done(image);
  item_done();
}

void ProgressModule::written() { item_done(); }

void ProgressModule::work() {
  if (left_ > 0 || finished()) return;
  ++phase_;
  if (finished()) return;
  const auto p = static_cast<std::size_t>(phase_);
  const ProgramPhase& phase = program_.phases[p];
  const auto working =
      std::count_if(phase.tasks.begin(), phase.tasks.end(), [this](TaskId t) { return works(t); });
  left_ = static_cast<std::int64_t>(working) * batch_ + stores[p] +
          static_cast<std::int64_t>(phase.reloads.size());
  if (left_ == 0) return wake_at(now());
  for (CorePort* core : cores) core->start_phase(phase_);
  transport->start_phase(phase_);
}

}  // namespace crossroof::sim
