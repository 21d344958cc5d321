// SPDX-License-Identifier: Apache-2.0
#include "cli/report/roofline_run.h"

#include <algorithm>

namespace crossroof::cli {

using analytic::RoofPoint;

std::vector<RooflineRow> roofline_rows(const RooflineRun& r) {
  std::vector<RooflineRow> all;
  for (std::size_t l = 0; l < r.net.layers.size(); ++l) {
    const RoofPoint& p = r.roofline.layers[l];
    if (p.macs == analytic::Macs()) continue;
    const Seconds interval = r.run.estimate.layers[l].times.interval;
    all.push_back({r.net.layers[l].name, &p, std::min(p.attainable, p.macs / interval)});
  }
  const RoofPoint& network = r.roofline.network;
  all.push_back({"network", &network, network.macs / result_of(r.run, r.options).interval});
  return all;
}

const char* limit_key(const RoofPoint& point) {
  return point.limit ? kRoofs[analytic::index(*point.limit)].key : "peak";
}

}  // namespace crossroof::cli
