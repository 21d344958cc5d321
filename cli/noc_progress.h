// SPDX-License-Identifier: Apache-2.0
// How far `crossroof noc` is, on standard error (cli/status_line.h).
#ifndef CROSSROOF_CLI_NOC_PROGRESS_H_
#define CROSSROOF_CLI_NOC_PROGRESS_H_

#include <cstddef>
#include <string>

#include "cli/status_line.h"
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
  void show(const NocProgressPoint& point, sim::Cycle cycles) {
    const auto now = StatusLine::Clock::now();
    if (line_.due(now)) line_.show(noc_progress_text(point, cycles), now);
  }

 private:
  StatusLine line_;
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_NOC_PROGRESS_H_
