// SPDX-License-Identifier: Apache-2.0
// The NoC model against BookSim2 (validation/published_data/booksim_mesh8x8.csv): latency of every
// stable row, by load as a fraction of the ideal bound, and the accepted rate of every saturated
// one. Nothing in the models is fitted to these rows. Rows of one virtual channel are outside the
// bars.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "sim/noc_bound.h"
#include "sim/noc_run.h"
#include "tests/sim/flit_driver.h"

namespace crossroof::sim {
namespace {

struct Row {
  std::string traffic;
  std::uint32_t flits = 0;
  std::int64_t channels = 0, buffer = 0, routing_delay = 0;
  bool ok = false;
  double rate = 0, latency = 0, accepted = 0;
};

std::vector<std::string> data_lines(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> copied_lines() {
  return data_lines(std::filesystem::path(CROSSROOF_SOURCE_DIR) /
                    "validation/published_data/booksim_mesh8x8.csv");
}

std::vector<Row> rows() {
  std::vector<Row> all;
  const std::vector<std::string> lines = copied_lines();
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::map<std::string, std::string> cell;
    std::istringstream names(lines[0]), values(lines[i]);
    for (std::string name, value; std::getline(names, name, ',');) {
      std::getline(values, value, ',');
      cell[name] = value;
    }
    Row row;
    row.traffic = cell["traffic"];
    row.flits = static_cast<std::uint32_t>(std::stoul(cell["packet_flits"]));
    row.channels = std::stoll(cell["num_vcs"]);
    row.buffer = std::stoll(cell["vc_buf_flits"]);
    row.routing_delay = std::stoll(cell["routing_delay"]);
    row.ok = cell["state"] == "ok";
    row.rate = std::stod(cell["offered_flits_per_node_cycle"]);
    row.latency = row.ok ? std::stod(cell["packet_latency_cycles"]) : 0;
    row.accepted = std::stod(cell["accepted_flits_per_node_cycle"]);
    all.push_back(row);
  }
  return all;
}

TrafficPattern traffic_of(const Row& row) {
  if (row.traffic == "uniform") return uniform_traffic(64);
  if (row.traffic == "transpose") return transpose_traffic(64, 8);
  if (row.traffic == "hot1(node0)") return hotspot_traffic(64, {0});
  EXPECT_EQ(row.traffic, "hot4(corners)");
  return hotspot_traffic(64, {0, 7, 56, 63});
}

NocResult run_row(const Row& row, NocGranularity granularity) {
  Noc noc = reference_mesh(8, 8);
  noc.router_pipeline = Cycles(static_cast<double>(4 + row.routing_delay));
  noc.virtual_channels = row.channels;
  noc.buffer_flits = row.buffer;
  const TrafficPattern traffic = traffic_of(row);
  NocRun run;
  run.noc = &noc;
  run.traffic = &traffic;
  run.granularity = granularity;
  run.rate = row.rate;
  run.flits = row.flits;
  run.most_measured = 20000;
  run.narrow = 0.015;
  return run_noc(run);
}

std::string text_of(const Row& row) {
  std::ostringstream text;
  text << row.traffic << " of " << row.flits << " flits, " << row.channels << " channels, "
       << row.rate;
  return text.str();
}

struct Errors {
  double sum = 0, largest = 0;
  int count = 0;
  double mean() const { return count > 0 ? sum / count : 0; }
};

class NocBooksim : public testing::TestWithParam<NocGranularity> {
 protected:
  // Relative errors of the stable rows of several channels, loads up to a fraction of the bound.
  Errors latency_errors(double least_load, double most_load) const {
    Errors errors;
    for (const Row& row : rows()) {
      const TrafficPattern traffic = traffic_of(row);
      const double load = row.rate / noc_bound(reference_mesh(8, 8).topology, traffic).ideal_rate;
      if (!row.ok || row.channels < 2 || load <= least_load || load > most_load) continue;
      const NocResult result = run_row(row, GetParam());
      EXPECT_TRUE(result.latency.has_value()) << text_of(row);
      if (!result.latency) continue;
      const double error = std::abs(*result.latency / row.latency - 1);
      std::printf("%s: %.2f, BookSim2 %.2f, off by %.1f %%\n", text_of(row).c_str(),
                  *result.latency, row.latency, 100 * error);
      errors.sum += error;
      errors.largest = std::max(errors.largest, error);
      ++errors.count;
    }
    return errors;
  }
};

TEST_P(NocBooksim, LatencyUpToSeventyPercentOfTheBound) {
  const Errors low = latency_errors(0, 0.401);
  EXPECT_EQ(low.count, 17);
  EXPECT_LE(low.mean(), 0.02);
  EXPECT_LE(low.largest, 0.07);
  const Errors middle = latency_errors(0.401, 0.601);
  EXPECT_EQ(middle.count, 7);
  EXPECT_LE((low.sum + middle.sum) / (low.count + middle.count), 0.04);
  EXPECT_LE(middle.mean(), 0.04);
  EXPECT_LE(middle.largest, 0.07);
  const Errors high = latency_errors(0.601, 0.701);
  EXPECT_LE((low.sum + middle.sum + high.sum) / (low.count + middle.count + high.count), 0.03);
}

// No rows of BookSim2: flits are the reference. A head spends two or three cycles before it may ask
// for the switch, so it matters which channel it was given.
TEST(NocPacketsAndFlits, AgreeOnShortPacketsInDeepRouters) {
  const struct {
    std::uint32_t flits;
    int pipeline;
  } cases[] = {{1, 5}, {2, 5}, {1, 6}};
  for (const auto& c : cases) {
    Noc noc = reference_mesh(8, 8);
    noc.router_pipeline = Cycles(c.pipeline);
    noc.virtual_channels = 2;
    noc.buffer_flits = 8;
    const TrafficPattern traffic = uniform_traffic(64);
    double latency[2] = {};
    for (const NocGranularity g : {NocGranularity::packet, NocGranularity::flit}) {
      NocRun run;
      run.noc = &noc;
      run.traffic = &traffic;
      run.granularity = g;
      run.rate = 0.2;
      run.flits = c.flits;
      run.most_measured = 20000;
      latency[g == NocGranularity::flit] = run_noc(run).latency.value_or(0);
    }
    EXPECT_NEAR(latency[0], latency[1], 0.02 * latency[1])
        << c.flits << " flits, " << c.pipeline << " cycles";
  }
}

TEST_P(NocBooksim, AcceptedRateInSaturation) {
  for (const Row& row : rows()) {
    if (row.ok || row.channels < 2) continue;
    const NocResult result = run_row(row, GetParam());
    const double most = row.traffic == "uniform" ? 0.10 : 0.05;
    EXPECT_NEAR(result.accepted, row.accepted, most * row.accepted) << text_of(row);
    EXPECT_NE(result.state, NocState::ok) << text_of(row);
  }
}

INSTANTIATE_TEST_SUITE_P(Granularity, NocBooksim,
                         testing::Values(NocGranularity::packet, NocGranularity::flit),
                         [](const auto& tested) {
                           return tested.param == NocGranularity::flit ? "flit" : "packet";
                         });

// One channel of eight places: the loss to blocked heads is a third of the bound.
TEST(NocBooksimFlit, OneChannelSaturatesWhereBooksimDoes) {
  for (const Row& row : rows()) {
    if (row.ok || row.channels > 1) continue;
    const NocResult result = run_row(row, NocGranularity::flit);
    EXPECT_NEAR(result.accepted, row.accepted, 0.03 * row.accepted) << text_of(row);
  }
}

TEST(NocBooksimRows, AreThoseOfTheReferenceData) {
  const std::filesystem::path original =
      std::filesystem::path(CROSSROOF_REFERENCE_DATA) / "data/noc/booksim_mesh8x8.csv";
  if (!std::filesystem::exists(original)) {
    GTEST_SKIP() << "data/noc/booksim_mesh8x8.csv is not in CROSSROOF_REFERENCE_DATA";
  }
  EXPECT_EQ(copied_lines(), data_lines(original));
}

}  // namespace
}  // namespace crossroof::sim
