// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/report/engineering.h"

namespace crossroof::cli {
namespace {

// Of the run; 0 when there is nothing to tell it from.
double share_done(std::int64_t images, const sim::SimProgress& progress, double events_per_image) {
  const auto all = static_cast<double>(images);
  const double of_images = static_cast<double>(progress.images_done) / all;
  if (!(events_per_image > 0)) return of_images;
  return std::clamp(static_cast<double>(progress.events) / (events_per_image * all), of_images,
                    1.0);
}

}  // namespace

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  const auto two = [](std::int64_t value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
  };
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  return (hours > 0 ? std::to_string(hours) + ":" + two(minutes) : std::to_string(minutes)) + ":" +
         two(whole % 60);
}

std::string progress_text(std::int64_t images, const sim::SimProgress& progress,
                          double seconds_elapsed, double events_per_image) {
  const auto events = static_cast<double>(progress.events);
  std::string text = "run of " + counted(images, "image") + ": " +
                     std::to_string(progress.images_done) + " done, " +
                     time_text(progress.simulated) + " simulated";
  if (seconds_elapsed > 0) {
    text += " at " + engineering(progress.simulated.value() / seconds_elapsed, "s/s");
  }
  text += ", " + engineering(events, "events");
  if (seconds_elapsed > 0) text += ", " + engineering(events / seconds_elapsed, "events/s");
  const double share = share_done(images, progress, events_per_image);
  if (share > 0) text += ", " + clock_text(seconds_elapsed * (1 / share - 1)) + " left";
  return text;
}

void say_finished(std::size_t done, std::size_t machines, const std::string& machine) {
  std::fprintf(stderr, "crossroof: progress: %zu of %zu machines finished: %s\n", done, machines,
               machine.c_str());
  std::fflush(stderr);
}

void Progress::begin(std::int64_t images) {
  // The last look at a run is near its end: good enough to tell what the next one takes.
  if (last_.events > 0) {
    events_per_image_ = static_cast<double>(last_.events) / static_cast<double>(images_);
  }
  last_ = {};
  images_ = images;
  begun_ = StatusLine::Clock::now();
  line_.show_at_once();
}

void Progress::show(const sim::SimProgress& progress) {
  last_ = progress;
  const auto now = StatusLine::Clock::now();
  if (!line_.due(now)) return;
  const double elapsed = std::chrono::duration<double>(now - begun_).count();
  line_.show(progress_text(images_, progress, elapsed, events_per_image_), now);
}

}  // namespace crossroof::cli
