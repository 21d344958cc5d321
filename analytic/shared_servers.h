// SPDX-License-Identifier: Apache-2.0
// Servers of cores that several layers use, one after the other or chunk by chunk
// (docs/equations.md E120): of all layers that begin no earlier than one of them, none is through
// before the server has done what they have for it since.
#ifndef CROSSROOF_ANALYTIC_SHARED_SERVERS_H_
#define CROSSROOF_ANALYTIC_SHARED_SERVERS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analytic/resource_max.h"

namespace crossroof::analytic {

class SharedServers {
 public:
  // Of a phase, by layer.
  SharedServers(std::size_t cores, std::int64_t chips, const std::vector<ServerShare>& shares);

  // A layer has this for a server, from `begin` on; until when the server needs for it and all
  // that it was given before, at least. O(layers on the server).
  Seconds serve(const ServerShare& share, Seconds begin);

 private:
  struct Use {
    LayerId layer{};
    Seconds begin, busy;
  };
  std::size_t server(const ServerShare& share) const;

  std::size_t cores_;
  std::vector<std::size_t> places_;     // in uses_, by chip, core and kind; kAlone: of one layer
  std::vector<std::vector<Use>> uses_;  // of servers with several
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_SHARED_SERVERS_H_
