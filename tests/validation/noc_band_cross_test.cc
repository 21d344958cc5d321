// SPDX-License-Identifier: Apache-2.0
// How the bands of analytic/noc_band.cc were measured, in small: random networks, traffic, packets,
// channels and buffers at 10 to 69 % of the ideal rate, the closed form against the event engine at
// flit granularity. The seed is not one of those the bands are from.
#include <algorithm>
#include <cstdio>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "analytic/noc_latency.h"
#include "models/error.h"
#include "sim/noc_run.h"

namespace crossroof {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t n) { return random_() % n; }
  template <class T>
  T of(std::initializer_list<T> values) {
    return *(values.begin() + below(values.size()));
  }
  double unit() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 random_;
};

// Every node sends to a few others, each its own share.
TrafficPattern random_flows(Draw& draw, std::size_t nodes) {
  TrafficPattern made = {"random", {}, {}, std::vector<double>(nodes, 1)};
  const std::size_t count = draw.of<std::size_t>({1, 2, 4, 8});
  for (std::size_t source = 0; source < nodes; ++source) {
    std::map<std::uint32_t, double> weights;
    while (weights.size() < std::min(count, nodes)) {
      weights[static_cast<std::uint32_t>(draw.below(nodes))] = 0.01 + draw.unit();
    }
    double sum = 0, up_to = 0;
    for (const auto& [to, weight] : weights) sum += weight;
    Destinations list;
    for (const auto& [to, weight] : weights) {
      list.nodes.push_back(to);
      list.up_to.push_back((up_to += weight) / sum);
    }
    made.lists.push_back(std::move(list));
    made.list_of.push_back(source);
  }
  return made;
}

TrafficPattern random_traffic(Draw& draw, const Topology& topology) {
  const std::size_t nodes = topology.nodes(), kind = draw.below(10);
  if (kind < 2 && topology.width == topology.height) {
    return transpose_traffic(nodes, static_cast<std::size_t>(topology.width));
  }
  if (kind < 6) return uniform_traffic(nodes);
  if (kind < 8) return random_flows(draw, nodes);
  std::vector<std::uint32_t> sinks;
  const std::size_t count = std::min(nodes, draw.of<std::size_t>({1, 2, 4}));
  while (sinks.size() < count) {
    const auto sink = static_cast<std::uint32_t>(draw.below(nodes));
    if (std::find(sinks.begin(), sinks.end(), sink) == sinks.end()) sinks.push_back(sink);
  }
  return hotspot_traffic(nodes, sinks);
}

Noc random_noc(Draw& draw) {
  const std::int64_t width = draw.of<std::int64_t>({2, 3, 4, 5, 6, 8});
  const std::int64_t height = draw.of<std::int64_t>({2, 3, 4, 5, 6});
  std::vector<RouterId> router_of;
  for (std::int64_t n = 0; n < width * height; ++n) {
    router_of.push_back(RouterId(static_cast<std::size_t>(n)));
  }
  const bool torus = draw.below(8) == 0;
  Noc noc;
  noc.topology = torus ? make_torus(width, height, router_of) : make_mesh(width, height, router_of);
  noc.router_pipeline = Cycles(static_cast<double>(draw.of({3, 4, 4, 5, 6})));
  noc.interface_pipeline = Cycles(1);
  noc.virtual_channels = draw.of<std::int64_t>({1, 2, 2, 2, 4, 4, 8});
  if (torus) noc.virtual_channels = std::max<std::int64_t>(2, noc.virtual_channels);
  noc.buffer_flits = draw.of<std::int64_t>({4, 8, 8, 16, 16, 32});
  return noc;
}

struct Coverage {
  int points = 0, held = 0, saturated = 0;
  std::vector<double> widths;

  void add(const analytic::NocEstimate& estimate, double simulated) {
    if (!estimate.band) {
      ++saturated;
      return;
    }
    ++points;
    held += estimate.band->holds(simulated / estimate.latency->value() - 1) ? 1 : 0;
    widths.push_back(estimate.band->high - estimate.band->low);
  }
  double median_width() {
    std::nth_element(widths.begin(), widths.begin() + static_cast<long>(widths.size() / 2),
                     widths.end());
    return widths[widths.size() / 2];
  }
};

// 40 networks, three loads each.
TEST(NocLatencyBand, ContainsTheSimulatedLatencyOfUnseenNetworks) {
  Draw draw(20240611);
  Coverage coverage;
  for (int network = 0; network < 40; ++network) {
    const Noc noc = random_noc(draw);
    const TrafficPattern traffic = random_traffic(draw, noc.topology);
    const analytic::NocLoads loads = analytic::noc_loads(noc.topology, traffic);
    const auto flits = draw.of<std::uint32_t>({1, 1, 2, 3, 4, 5, 5, 8, 9, 16});
    for (const double least : {0.1, 0.3, 0.5}) {
      const double load = least + 0.19 * draw.unit();
      const analytic::FlitsPerCycle rate(load * loads.ideal_rate.value());
      sim::NocRun run;
      run.noc = &noc;
      run.traffic = &traffic;
      run.granularity = sim::NocGranularity::flit;
      run.rate = rate.value();
      run.flits = flits;
      run.most_measured = 15000;
      run.narrow = 0.015;
      const sim::NocResult result = sim::run_noc(run);
      if (result.state != sim::NocState::ok) break;
      coverage.add(analytic::noc_latency(noc, loads, rate, flits), *result.latency);
    }
  }
  std::printf("%d of %d in the band, median width %.0f %%, %d called saturated\n", coverage.held,
              coverage.points, 100 * coverage.median_width(), coverage.saturated);
  EXPECT_GE(coverage.points, 100);
  EXPECT_GE(coverage.held, 0.95 * coverage.points);
  EXPECT_LE(coverage.median_width(), 0.30);
  EXPECT_LE(coverage.saturated, 2);
}

}  // namespace
}  // namespace crossroof
