// SPDX-License-Identifier: Apache-2.0
// Counts what is left of phases and images as a module; after the last byte of a phase it starts
// the next. An image is complete when every task is through with it and what it stores has landed.
#ifndef CROSSROOF_SIM_PROGRESS_MODULE_H_
#define CROSSROOF_SIM_PROGRESS_MODULE_H_

#include <vector>

#include <systemc>

#include "sim/module.h"
#include "sim/ports.h"

namespace crossroof::sim {

class ProgressModule : public Module, public ProgressPort {
 public:
  ProgressModule(const sc_core::sc_module_name& name, const Program& program, std::int64_t batch,
                 Supervisor& supervisor);

  // Messages each phase stores, of all images; and whom to wake for a phase.
  std::vector<std::int64_t> stores;
  std::vector<CorePort*> cores;
  class Transport* transport = nullptr;

  void image_begins(std::int64_t image) override;
  void task_image_done(TaskId task, std::int64_t image) override;
  void stored(std::int64_t image) override;
  void written() override;

  bool finished() const { return phase_ == static_cast<std::int64_t>(program_.phases.size()); }
  std::int64_t phase() const { return phase_; }
  Tick end() const { return end_; }  // of the last phase
  const std::vector<Tick>& completions() const { return completions_; }
  std::int64_t most_images() const { return most_images_; }

 private:
  bool works(TaskId task) const;
  void start_of_simulation() override;
  void work() override;
  void item_done();
  void image_part_done(std::int64_t image);

  const Program& program_;
  std::int64_t batch_;
  std::int64_t phase_ = -1, left_ = 0;
  Tick end_ = 0;
  std::vector<std::int64_t> image_left_;
  std::vector<bool> begun_;
  std::vector<Tick> completions_;  // in order of completion
  std::int64_t images_begun_ = 0, most_images_ = 0;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PROGRESS_MODULE_H_
