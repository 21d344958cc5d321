// SPDX-License-Identifier: Apache-2.0
// How far `crossroof noc` is, on standard error: one line that is written over on a terminal, else
// a line now and then. Never part of a result.
#ifndef CROSSROOF_CLI_NOC_PROGRESS_H_
#define CROSSROOF_CLI_NOC_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <string>

#include "sim/noc_model.h"

namespace crossroof::cli {

struct NocProgressPoint {
  std::size_t number = 1, points = 1;  // number from 1
  double rate = 0;
};

// "point 3 of 50, rate 0.03, 12 000 cycles".
std::string noc_progress_text(const NocProgressPoint& point, sim::Cycle cycles);

class NocProgress {
 public:
  NocProgress();
  ~NocProgress();
  NocProgress(const NocProgress&) = delete;
  NocProgress& operator=(const NocProgress&) = delete;

  void show(const NocProgressPoint& point, sim::Cycle cycles);

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_NOC_PROGRESS_H_
