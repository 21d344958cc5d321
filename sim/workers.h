// SPDX-License-Identifier: Apache-2.0
// Jobs in processes of their own, several at a time: a process runs one simulation at a time, and a
// job that crashes takes nobody with it. A job returns text, which travels through a pipe.
#ifndef CROSSROOF_SIM_WORKERS_H_
#define CROSSROOF_SIM_WORKERS_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "models/error.h"

namespace crossroof::sim {

struct WorkerResult {
  std::string text;
  std::optional<Error> error;  // thrown by the job, or how its process ended
};

struct WorkerOptions {
  std::size_t workers = 1;                         // at a time, at least one
  const std::atomic<bool>* interrupted = nullptr;  // set: no more jobs; SIGINT to those that run
  // Called for every job that was begun as soon as it ends, in any order, before `on_result`.
  std::function<void(std::size_t job, const WorkerResult&)> on_arrival = nullptr;
};

// Calls `on_result` for every job in order, each as soon as it and all before it are there. Jobs
// that were not begun when the user interrupted have an error of ExitCode::interrupted. No process
// is left when it returns or throws; children die with their parent. Throws Error when no process
// can be made, and whatever `on_result` and `on_arrival` throw.
void run_in_workers(std::size_t jobs, const WorkerOptions& options,
                    const std::function<std::string(std::size_t job)>& job,
                    const std::function<void(std::size_t job, const WorkerResult&)>& on_result);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_WORKERS_H_
