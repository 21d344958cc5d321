// SPDX-License-Identifier: Apache-2.0
// How far a simulation is, on standard error: one line that is written over on a terminal, else a
// line now and then. Never part of a result.
#ifndef CROSSROOF_CLI_PROGRESS_H_
#define CROSSROOF_CLI_PROGRESS_H_

#include <cstdint>
#include <string>

#include "cli/status_line.h"
#include "sim/simulate.h"

namespace crossroof::cli {

// "0:07", "12:00", "3:04:05".
std::string clock_text(double seconds);

// "run of 16 images: 3 done, 1.20 ms simulated at 100 us/s, 4.1 Mevents, 341 kevents/s, 0:12 left".
// What is left follows from the events of one image, if they are known, else from the images done;
// before one is done only the rates are told.
std::string progress_text(std::int64_t images, const sim::SimProgress& progress,
                          double seconds_elapsed, double events_per_image = 0);

// A line for one machine of several that is finished, whatever became of it.
void say_finished(std::size_t done, std::size_t machines, const std::string& machine);

class Progress {
 public:
  void begin(std::int64_t images);
  void show(const sim::SimProgress& progress);

 private:
  StatusLine line_;
  std::int64_t images_ = 1;
  sim::SimProgress last_;        // of this run
  double events_per_image_ = 0;  // of the run before
  StatusLine::Clock::time_point begun_;
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_PROGRESS_H_
