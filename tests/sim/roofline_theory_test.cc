// SPDX-License-Identifier: Apache-2.0
// Synthetic layers over intensity: what is simulated never lies above min(Pmax, I * B) and reaches
// 95 % of it on both sides of the ridge of every roof. All fill the two 32 x 32 crossbars of the
// teaching chip (32 rows, 16 columns of weights, 64 cycles an MVM: Pmax = 512 / 64 = 8 MAC/ns).
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "analytic/rram_roofline.h"
#include "models/machine_json.h"
#include "sim/simulate.h"
#include "tests/workloads/conv_chain.h"
#include "workloads/program.h"

namespace crossroof {
namespace {

using analytic::RoofLevel;

// A convolution of `channels` x kernel = 32 rows into 16 channels of 32 x 32, with ReLU.
Network layer_of(std::int64_t channels, std::int64_t kernel_h, std::int64_t kernel_w) {
  constexpr std::int64_t kSide = 32, kOutputs = 16;
  oracle::ConvChain chain({channels, kSide + kernel_h - 1, kSide + kernel_w - 1});
  Window window;
  window.kernel_h = kernel_h;
  window.kernel_w = kernel_w;
  chain.add(window, kOutputs, true);
  return chain.net();
}

struct Point {
  const char* what;
  std::int64_t channels, kernel_h, kernel_w;
  std::vector<std::string> sets;
  std::optional<RoofLevel> limit;
  double attainable;  // MAC/ns, by hand: 8, or 512 MACs a position / its bytes * B
};

std::ostream& operator<<(std::ostream& out, const Point& p) { return out << p.what; }

std::vector<Point> points() {
  const std::vector<std::string> wide = {"core.l1.word=64 B", "core.simd.lanes=64"};
  const auto with = [&wide](std::vector<std::string> more) {
    more.insert(more.end(), wide.begin(), wide.end());
    return more;
  };
  const auto memory = with({"memory.0.rate=0.5 GB/s", "noc.flit=16 B"});
  const auto noc = [&with](const std::string& clock) {
    // Two controllers, so that their ports do not limit.
    const auto controller = [](const std::string& name) {
      return R"({"rate": "64 GB/s", "latency": "0 cycles", "name": ")" + name + "\"}";
    };
    return with({"noc.flit=1 B", "noc.clock=" + clock,
                 "memory=[" + controller("a") + "," + controller("b") + "]"});
  };
  const std::vector<std::string> l1 = {"core.simd.lanes=64", "memory.0.rate=64 GB/s",
                                       "noc.flit=16 B"};
  const auto word = [&l1](const std::string& bytes) {
    std::vector<std::string> sets = l1;
    sets.push_back("core.l1.word=" + bytes + " B");
    return sets;
  };
  return {
      // In and out of memory, of each position: channels + 16 bytes at 0.5 B/ns; ridge at 16.
      {"memory, 1x1", 32, 1, 1, memory, RoofLevel::memory, 512.0 / (32 + 16) * 0.5},
      {"memory, 1x2", 16, 1, 2, memory, RoofLevel::memory, 512.0 / (16.0 * 33 / 32 + 16) * 0.5},
      {"memory, 2x2", 8, 2, 2, memory, std::nullopt, 8},
      {"memory, 4x4", 2, 4, 4, memory, std::nullopt, 8},
      // As many bytes in as out through the ports of the core; 0.2 and 1 B/ns each way, ridge at 20
      // and 4.
      {"NoC, 200 MHz", 16, 1, 2, noc("200 MHz"), RoofLevel::noc,
       512.0 / (16.0 * 33 / 32 + 16) * 0.4},
      {"NoC, 1 GHz", 16, 1, 2, noc("1 GHz"), std::nullopt, 8},
      // Operands 32, sums 64 written and read, results 16; at 2 B/ns and 4 B/ns, ridge at 4 and 2.
      {"L1, 2 B", 32, 1, 1, word("2"), RoofLevel::l1, 512.0 / 176 * 2},
      {"L1, 4 B", 32, 1, 1, word("4"), std::nullopt, 8},
  };
}

class Roofline : public testing::TestWithParam<Point> {};

TEST_P(Roofline, IsReachedAndNotPassed) {
  const Point& p = GetParam();
  const RramChip chip = load_machine("teaching", p.sets).chip;
  const Network net = layer_of(p.channels, p.kernel_h, p.kernel_w);
  const Mapping m = analytic::map_with_replicas(net, chip, {}, analytic::Duplication::greedy,
                                                analytic::Sharing::max_min);
  const analytic::RoofPoint roof = analytic::rram_roofline(chip, m).layers.front();
  EXPECT_EQ(roof.limit, p.limit);
  EXPECT_NEAR(roof.attainable.value() * 1e-9, p.attainable, 1e-9);
  sim::SimOptions options;
  options.batch = 8;
  const sim::SimResult run = sim::simulate(chip, expand(net, chip, m), options);
  const double reached =
      8 * static_cast<double>(net.macs) / run.makespan.value() / roof.attainable.value();
  EXPECT_LE(reached, 1 + 1e-9);
  EXPECT_GE(reached, 0.95);
}

// 9 rows in one group of 9: 9 * 8 weights in 8 slots of 8 cycles; all 32 rows take four groups.
TEST(RooflinePeak, IsThatOfTheFastestFill) {
  const RramChip rows = load_machine("teaching", {"core.crossbar.active_rows=9"}).chip;
  EXPECT_NEAR(analytic::peak_macs(rows, rows.precision).value() * 1e-9, 2 * 9 * 8 / 64.0, 1e-9);
  // 5 ADCs: 20 columns, 5 weights, in 4 conversions, as long as the array read; 32 take 7.
  const RramChip columns = load_machine("teaching", {"core.crossbar.adc.per_crossbar=5"}).chip;
  EXPECT_NEAR(analytic::peak_macs(columns, columns.precision).value() * 1e-9, 2 * 32 * 5 / 32.0,
              1e-9);
}

INSTANTIATE_TEST_SUITE_P(Points, Roofline, testing::ValuesIn(points()),
                         [](const auto& point) { return "p" + std::to_string(point.index); });

}  // namespace
}  // namespace crossroof
