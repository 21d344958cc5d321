// SPDX-License-Identifier: Apache-2.0
#include "validation/noc_rows.h"

#include <array>
#include <map>
#include <string_view>

#include "models/embedded.h"
#include "models/error.h"

namespace crossroof::validation {
namespace {

using Cells = std::map<std::string, std::string, std::less<>>;

std::vector<std::string> cut(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// The lines below the head, each by the names of the head; lines that begin with # are remarks.
std::vector<Cells> read_table(std::string_view bytes) {
  std::vector<std::string> head;
  std::vector<Cells> table;
  for (const std::string& line : cut(bytes, '\n')) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> cells = cut(line, ',');
    if (head.empty()) {
      head = cells;
      continue;
    }
    Cells row;
    for (std::size_t i = 0; i < head.size() && i < cells.size(); ++i) row[head[i]] = cells[i];
    table.push_back(std::move(row));
  }
  return table;
}

Topology grid(std::int64_t width, std::int64_t height, std::size_t nodes_per_router) {
  std::vector<RouterId> router_of;
  const auto routers = static_cast<std::size_t>(width * height);
  for (std::size_t n = 0; n < routers * nodes_per_router; ++n) {
    router_of.push_back(RouterId(n / nodes_per_router));
  }
  return make_mesh(width, height, router_of);
}

// A router of BookSim2: routing, VA, SA, switch and link; a cycle less when speculative.
NocRow booksim_row(const Cells& cells) {
  const auto cell = [&cells](std::string_view name) { return cells.find(name)->second; };
  NocRow row;
  const std::vector<std::string> sides = cut(cell("mesh"), 'x');
  const std::int64_t width = std::stoll(sides.at(0)), height = std::stoll(sides.at(1));
  row.network = cell("mesh") + " mesh";
  row.traffic_name = cell("traffic");
  row.traffic = measured_traffic(row.traffic_name, width, height);
  row.pipeline.routing = static_cast<sim::Cycle>(std::stoull(cell("routing_delay")));
  row.pipeline.speculative = cell("speculative") == "1";
  row.noc.topology = grid(width, height, 1);
  const double cycles = row.pipeline.speculative ? 3 : 4;
  row.noc.router_pipeline = Cycles(cycles + static_cast<double>(row.pipeline.routing));
  row.noc.interface_pipeline = Cycles(1);
  row.noc.virtual_channels = std::stoll(cell("num_vcs"));
  row.noc.buffer_flits = std::stoll(cell("vc_buf_flits"));
  row.flits = static_cast<std::uint32_t>(std::stoul(cell("packet_flits")));
  row.rate = std::stod(cell("offered_flits_per_node_cycle"));
  row.stable = cell("state") == "ok";
  if (row.stable) row.latency = Cycles(std::stod(cell("packet_latency_cycles")));
  row.accepted = std::stod(cell("accepted_flits_per_node_cycle"));
  return row;
}

NocRow puma_row(double packets_per_tile, double latency) {
  constexpr std::int64_t kRouters = 4;
  constexpr std::size_t kTiles = 4;
  NocRow row;
  row.source = NocSource::puma;
  row.network = "4x4 cmesh";
  row.noc.topology = grid(kRouters, kRouters, kTiles);
  row.traffic_name = "uniform";
  row.traffic = uniform_traffic(row.noc.topology.nodes());
  row.pipeline.routing = 1;
  row.pipeline.traversal = 4;  // SA, switch, link of 2
  row.pipeline.credit = 3;     // SA, link of 2
  row.noc.router_pipeline = Cycles(6);
  row.noc.interface_pipeline = Cycles(1);
  row.noc.virtual_channels = 16;
  row.noc.buffer_flits = 8;
  row.flits = 8;
  row.rate = row.flits * packets_per_tile;
  row.latency = Cycles(latency);
  return row;
}

}  // namespace

TrafficPattern measured_traffic(const std::string& name, std::int64_t width, std::int64_t height) {
  const auto w = static_cast<std::uint32_t>(width), nodes = w * static_cast<std::uint32_t>(height);
  if (name == "uniform") return uniform_traffic(nodes);
  if (name == "transpose") return transpose_traffic(nodes, w);
  if (name == "hot1(node0)") return hotspot_traffic(nodes, {0});
  if (name == "hot4(corners)") return hotspot_traffic(nodes, {0, w - 1, nodes - w, nodes - 1});
  throw Error("traffic \"" + name +
              "\" is unknown, expected uniform, transpose, hot1(node0) or hot4(corners)");
}

std::vector<NocRow> noc_rows() {
  std::vector<NocRow> rows;
  for (const EmbeddedFile& file : embedded_measurements()) {
    for (const Cells& cells : read_table(file.bytes)) rows.push_back(booksim_row(cells));
  }
  constexpr std::array<std::array<double, 2>, 5> kPuma = {
      {{0.001, 29}, {0.005, 31}, {0.01, 34}, {0.02, 54}, {0.025, 115}}};
  for (const auto& point : kPuma) rows.push_back(puma_row(point[0], point[1]));
  return rows;
}

}  // namespace crossroof::validation
