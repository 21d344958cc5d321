// SPDX-License-Identifier: Apache-2.0
// One line on standard error that says how far something is: written over on a terminal and gone in
// the end, else a line of its own now and then. Never part of a result.
#ifndef CROSSROOF_CLI_STATUS_LINE_H_
#define CROSSROOF_CLI_STATUS_LINE_H_

#include <chrono>
#include <string>

namespace crossroof::cli {

class StatusLine {
 public:
  using Clock = std::chrono::steady_clock;

  StatusLine();
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  static bool on_terminal();
  // Whether it is time for another; asked before the text is made.
  bool due(Clock::time_point now) const { return now >= next_; }
  void show(const std::string& text, Clock::time_point now);
  void show_at_once() { next_ = Clock::now(); }  // the next one

 private:
  bool terminal_, shown_ = false;
  Clock::time_point next_;
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_STATUS_LINE_H_
