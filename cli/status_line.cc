// SPDX-License-Identifier: Apache-2.0
#include "cli/status_line.h"

#include <cstdio>
#include <unistd.h>

namespace crossroof::cli {

StatusLine::StatusLine() : terminal_(on_terminal()), next_(Clock::now()) {}

StatusLine::~StatusLine() {
  if (!terminal_ || !shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

bool StatusLine::on_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void StatusLine::show(const std::string& text, Clock::time_point now) {
  next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(1000));
  std::fprintf(stderr, terminal_ ? "\r%s\033[K" : "crossroof: progress: %s\n", text.c_str());
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace crossroof::cli
