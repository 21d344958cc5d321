// SPDX-License-Identifier: Apache-2.0
#include "cli/noc_progress.h"

#include <cstdio>

#include "cli/progress.h"
#include "cli/report/engineering.h"
#include "models/units_text.h"

namespace crossroof::cli {

std::string noc_progress_text(const NocProgressPoint& point, sim::Cycle cycles) {
  return "point " + std::to_string(point.number) + " of " + std::to_string(point.points) +
         ", rate " + print_number(point.rate) + ", " +
         counted(static_cast<std::int64_t>(cycles), "cycle");
}

NocProgress::NocProgress() : terminal_(Progress::wanted()), next_(Clock::now()) {}

NocProgress::~NocProgress() {
  if (!terminal_ || !shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void NocProgress::show(const NocProgressPoint& point, sim::Cycle cycles) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(1000));
  const std::string text = noc_progress_text(point, cycles);
  std::fprintf(stderr, terminal_ ? "\r%s\033[K" : "crossroof: progress: %s\n", text.c_str());
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace crossroof::cli
