// SPDX-License-Identifier: Apache-2.0
#include "sim/supervisor.h"

namespace crossroof::sim {
namespace {

constexpr std::uint64_t kLookEvery = 1 << 14;

}  // namespace

Supervisor::Supervisor(const SimOptions& options) : options_(options), next_look_(kLookEvery) {
  if (options.max_time) horizon_ = ticks(*options.max_time) + 1;
  if (options.max_events) next_look_ = std::min(next_look_, *options.max_events);
}

TrackId Supervisor::new_track(const std::string& group, const std::string& name) {
  const TrackId id = TrackId(tracks_++);
  if (options_.trace != nullptr) options_.trace->track(id, group, name);
  return id;
}

void Supervisor::look() {
  next_look_ = events_ + kLookEvery;
  if (options_.interrupted != nullptr && options_.interrupted->load()) end_ = SimEnd::interrupted;
  if (options_.max_events && events_ >= *options_.max_events) end_ = SimEnd::max_events;
  if (options_.max_events && events_ < *options_.max_events) {
    next_look_ = std::min(next_look_, *options_.max_events);
  }
  if (options_.progress) options_.progress({seconds(now_), events_, images_done_});
}

}  // namespace crossroof::sim
