// SPDX-License-Identifier: Apache-2.0
#include "sim/simulate.h"

#include "models/error.h"
#include "sim/chip.h"
#include "sim/collect.h"
#include "sim/deadlock.h"
#include "sim/supervisor.h"

namespace crossroof::sim {
namespace {

class Waveforms {
 public:
  Waveforms(const std::string& file, const Chip& chip) {
    if (file.empty()) return;
    file_ = sc_core::sc_create_vcd_trace_file(file.c_str());
    file_->set_time_unit(1, sc_core::SC_PS);
    chip.trace(file_);
  }
  ~Waveforms() {
    if (file_ != nullptr) sc_core::sc_close_vcd_trace_file(file_);
  }
  Waveforms(const Waveforms&) = delete;
  Waveforms& operator=(const Waveforms&) = delete;

 private:
  sc_core::sc_trace_file* file_ = nullptr;
};

void check_arrays_writable(const RramChip& chip, const CoreTask& task) {
  if (chip.kind(task.core).crossbar.write) return;
  throw Error("the machine does not say how crossbars are written; expected crossbar.write");
}

void check(const RramChip& chip, const Program& program, const SimOptions& options) {
  if (options.batch < 1)
    throw Error("a batch of no images cannot be simulated; expected 1 or more");
  for (const ProgramPhase& p : program.phases) {
    for (const Reload& r : p.reloads) check_arrays_writable(chip, program.task(r.task));
  }
  for (const CoreTask& t : program.tasks) {
    if (t.rows_per_image > 0) check_arrays_writable(chip, t);
  }
}

}  // namespace

SimResult simulate(const RramChip& chip, const Program& program, const SimOptions& options) {
  check(chip, program, options);
  const Context context;
  Supervisor supervisor(options);
  Chip run(chip, program, options, supervisor);
  {
    const Waveforms waveforms(options.vcd, run);
    sc_core::sc_start();
  }
  if (supervisor.end() == SimEnd::max_time && !options.max_time) {
    throw Error(
        "the run takes longer than 2.5 hours of simulated time, more than can be simulated;"
        " expected fewer images or faster clocks");
  }
  if (!run.progress().finished() && supervisor.end() == SimEnd::finished) {
    throw Error(explain_deadlock(program, run), ExitCode::run_failed);
  }
  return collect(chip, program, options, run, supervisor, sc_now());
}

}  // namespace crossroof::sim
