// SPDX-License-Identifier: Apache-2.0
// Who wants to see every service of a run: one call per service, in the order they begin on each
// track. Off by default; a run pays for it only when there is one.
#ifndef CROSSROOF_SIM_TRACE_H_
#define CROSSROOF_SIM_TRACE_H_

#include <cstdint>
#include <string>

#include "sim/tick.h"

namespace crossroof::sim {

// A resource: its own line in a picture. Numbered from 0 in the order of announcement.
enum class TrackId : std::uint32_t {};

// One service. `task` counts the tasks of the program (kNoTask: not of one task), `chunk` the
// chunks over the batch; `stage` is index(Stage).
inline constexpr std::uint32_t kNoTask = 0xffffffffu;
struct Service {
  TrackId track{};
  std::uint32_t task = kNoTask;
  std::int64_t chunk = 0;
  std::size_t stage = 0;
  Tick start = 0, end = 0;
};

class TraceSink {
 public:
  virtual ~TraceSink() = default;
  // `group` is the core, chip or network the resource belongs to.
  virtual void track(TrackId id, const std::string& group, const std::string& name) = 0;
  virtual void service(const Service& service) = 0;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_TRACE_H_
