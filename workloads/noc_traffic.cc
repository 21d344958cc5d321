// SPDX-License-Identifier: Apache-2.0
#include "workloads/noc_traffic.h"

#include <set>

#include "models/error.h"

namespace crossroof {
namespace {

std::vector<double> even_load(std::size_t nodes) { return std::vector<double>(nodes, 1.0); }

}  // namespace

double Destinations::share(std::size_t i) const {
  if (up_to.empty()) return 1 / static_cast<double>(nodes.size());
  return i == 0 ? up_to[0] : up_to[i] - up_to[i - 1];
}

TrafficPattern uniform_traffic(std::size_t nodes) {
  TrafficPattern pattern = {"uniform", {{}}, std::vector<std::size_t>(nodes, 0), even_load(nodes)};
  for (std::uint32_t node = 0; node < nodes; ++node) pattern.lists[0].nodes.push_back(node);
  return pattern;
}

TrafficPattern transpose_traffic(std::size_t nodes, std::size_t width) {
  if (width == 0 || width * width != nodes) {
    throw Error("transpose traffic needs a square of nodes, found " + std::to_string(nodes) +
                " nodes in rows of " + std::to_string(width));
  }
  TrafficPattern pattern = {"transpose", {}, {}, even_load(nodes)};
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::size_t mirrored = node % width * width + node / width;
    pattern.lists.push_back({{static_cast<std::uint32_t>(mirrored)}, {}});
    pattern.list_of.push_back(node);
  }
  return pattern;
}

TrafficPattern hotspot_traffic(std::size_t nodes, const std::vector<std::uint32_t>& sinks) {
  TrafficPattern pattern = {"hotspot=", {{}}, std::vector<std::size_t>(nodes, 0), even_load(nodes)};
  std::set<std::uint32_t> seen;
  for (const std::uint32_t sink : sinks) {
    const std::string text = std::to_string(sink);
    if (sink >= nodes) {
      throw Error("hotspot " + text + " is no node, expected one from 0 to " +
                  std::to_string(nodes - 1));
    }
    if (!seen.insert(sink).second) throw Error("hotspot " + text + " is named twice");
    pattern.name += (seen.size() > 1 ? "," : "") + text;
  }
  if (sinks.empty()) throw Error("hotspot traffic needs a node to send to");
  pattern.lists[0].nodes = sinks;
  return pattern;
}

}  // namespace crossroof
