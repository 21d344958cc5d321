// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <cmath>
#include <cstdio>
#include <unistd.h>

#include "cli/report/engineering.h"

namespace crossroof::cli {
namespace {

constexpr const char* kClearLine = "\r\033[K";

// "0:07", "12:00", "3:04:05".
std::string clock_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  const auto two = [](std::int64_t value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
  };
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  return (hours > 0 ? std::to_string(hours) + ":" + two(minutes) : std::to_string(minutes)) + ":" +
         two(whole % 60);
}

}  // namespace

std::string progress_text(std::int64_t images, const sim::SimProgress& progress,
                          double seconds_elapsed) {
  const auto events = static_cast<double>(progress.events);
  std::string text = "run of " + counted(images, "image") + ": " +
                     std::to_string(progress.images_done) + " done, " +
                     time_text(progress.simulated) + " simulated, " + engineering(events, "events");
  if (seconds_elapsed > 0) text += ", " + engineering(events / seconds_elapsed, "events/s");
  if (progress.images_done > 0) {
    const auto done = static_cast<double>(progress.images_done);
    const double share = done / static_cast<double>(images);
    text += ", " + clock_text(seconds_elapsed * (1 / share - 1)) + " left";
  }
  return text;
}

Progress::Progress() : terminal_(wanted()) {}

bool Progress::wanted() { return ::isatty(STDERR_FILENO) == 1; }

void Progress::begin(std::int64_t images) {
  images_ = images;
  begun_ = next_ = Clock::now();
}

void Progress::show(const sim::SimProgress& progress) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(1000));
  const double elapsed = std::chrono::duration<double>(now - begun_).count();
  const std::string text = progress_text(images_, progress, elapsed);
  std::fprintf(stderr, terminal_ ? "\r%s\033[K" : "crossroof: progress: %s\n", text.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!terminal_ || !shown_) return;
  std::fputs(kClearLine, stderr);
  std::fflush(stderr);
}

}  // namespace crossroof::cli
