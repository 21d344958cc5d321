// SPDX-License-Identifier: Apache-2.0
#include "analytic/shared_servers.h"

#include <algorithm>

namespace crossroof::analytic {
namespace {

constexpr std::size_t kServers = 4;
constexpr std::size_t kAlone = static_cast<std::size_t>(-1);

std::size_t place(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::l1:
      return 0;
    case ResourceKind::l1_read:
      return 1;
    case ResourceKind::l1_write:
      return 2;
    default:
      return 3;
  }
}

}  // namespace

SharedServers::SharedServers(std::size_t cores, std::int64_t chips,
                             const std::vector<ServerShare>& shares)
    : cores_(cores), places_(kServers * cores * static_cast<std::size_t>(chips), kAlone) {
  std::vector<LayerId> first(places_.size(), LayerId::network_input);
  for (const ServerShare& share : shares) {
    const std::size_t s = server(share);
    if (first[s] == LayerId::network_input) first[s] = share.layer;
    if (first[s] == share.layer || places_[s] != kAlone) continue;
    places_[s] = uses_.size();
    uses_.emplace_back();
  }
}

std::size_t SharedServers::server(const ServerShare& share) const {
  return (static_cast<std::size_t>(share.chip) * cores_ + share.core) * kServers +
         place(share.kind);
}

Seconds SharedServers::serve(const ServerShare& share, Seconds begin) {
  const std::size_t p = places_[server(share)];
  if (p == kAlone) return Seconds();
  std::vector<Use>& uses = uses_[p];
  if (uses.empty() || uses.back().layer != share.layer) uses.push_back({share.layer, begin, {}});
  uses.back().busy += share.busy;
  Seconds end;
  for (const Use& from : uses) {
    Seconds busy;
    for (const Use& u : uses) {
      if (u.begin >= from.begin) busy += u.busy;
    }
    end = std::max(end, from.begin + busy);
  }
  return end;
}

}  // namespace crossroof::analytic
