// SPDX-License-Identifier: Apache-2.0
// How far a simulation is, on standard error: one line that is written over on a terminal, else a
// line now and then. Never part of a result.
#ifndef CROSSROOF_CLI_PROGRESS_H_
#define CROSSROOF_CLI_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <string>

#include "sim/simulate.h"

namespace crossroof::cli {

// "run of 16 images: 3 done, 1.20 ms simulated, 4.1 M events, 1.3 M events/s, 0:12 left".
std::string progress_text(std::int64_t images, const sim::SimProgress& progress,
                          double seconds_elapsed);

class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  static bool wanted();  // standard error is a terminal
  void begin(std::int64_t images);
  void show(const sim::SimProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  void clear();

  bool terminal_;
  bool shown_ = false;
  std::int64_t images_ = 1;
  Clock::time_point begun_, next_;
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_PROGRESS_H_
