// SPDX-License-Identifier: Apache-2.0
#include "sim/emission.h"

namespace crossroof::sim {

Emission::Emission(const Program& program, const CoreTask& task)
    : program_(program), task_(task), next_(task.out.size(), 0) {}

void Emission::begin(std::int64_t image, std::int64_t chunk) {
  image_ = image;
  for (std::size_t f = 0; f < task_.out.size(); ++f) {
    const Feed& feed = program_.feeds[index(task_.out[f])];
    const MessageList& list = program_.list(feed);
    std::int64_t per_image = 0;
    if (feed.inlet != InletId::none) {
      per_image = program_.demands[index(program_.inlets[index(feed.inlet)].demand)].messages;
    }
    while (list[next_[f]].emitter == chunk) {
      pending_.push_back({task_.out[f], static_cast<std::int32_t>(next_[f]),
                          image * per_image + list[next_[f]].ordinal, false});
      if (++next_[f] < list.size()) continue;
      next_[f] = 0;
      break;
    }
  }
}

}  // namespace crossroof::sim
