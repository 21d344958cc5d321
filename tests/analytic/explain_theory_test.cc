// SPDX-License-Identifier: Apache-2.0
// Every figure explain() prints can be recomputed from the numbers it prints, on random machines
// and networks, and ends in the very times of the estimate.
#include "analytic/explain.h"

#include <cmath>

#include <gtest/gtest.h>

#include "models/error.h"
#include "models/machine_json.h"
#include "tests/analytic/arithmetic.h"
#include "tests/analytic/worked_example.h"
#include "tests/workloads/random_cases.h"
#include "workloads/mapper.h"

namespace crossroof::analytic {
namespace {

void expect_same(double printed, double value, const Figure& f) {
  EXPECT_LE(std::abs(printed - value), 1e-9 * std::max(std::abs(value), 1e-30))
      << f.symbol << " = " << f.formula << " = " << f.substituted << " = " << value;
}

const Figure* find(const std::vector<FigureGroup>& groups, const std::string& key) {
  for (const FigureGroup& g : groups) {
    for (const Figure& f : g.figures) {
      if (f.key == key) return &f;
    }
  }
  return nullptr;
}

TEST(Calculator, KnowsPrecedenceAndFunctions) {
  EXPECT_DOUBLE_EQ(testing_tools::calculate("2 + 3 * (4 - 1) / 2"), 6.5);
  EXPECT_DOUBLE_EQ(testing_tools::calculate("max(1, ceil(9 / 4), 2) * 1e-9"), 3e-9);
  EXPECT_THROW(testing_tools::calculate("2 +"), std::runtime_error);
  EXPECT_THROW(testing_tools::calculate("sin(1)"), std::runtime_error);
}

// Recomputes every figure of one layer and compares its times with the estimate's; returns how
// many.
std::int64_t check_layer(const oracle::Case& c, const Mapping& m, LayerId id, Sharing sharing) {
  std::int64_t figures = 0;
  const LayerTimes t = stage_times(c.net, c.chip, m, id, kAllPhases, sharing);
  const std::vector<FigureGroup> groups = explain(c.net, c.chip, m, id, sharing);
  for (const FigureGroup& g : groups) {
    for (const Figure& f : g.figures) {
      ++figures;
      EXPECT_FALSE(f.source.empty()) << f.symbol;
      expect_same(testing_tools::calculate(f.substituted), f.value, f);
    }
  }
  for (const StageInfo& s : kStages) {
    const Figure* f = find(groups, "stages." + std::string(s.key));
    EXPECT_TRUE(f != nullptr || s.stage == Stage::write);
    if (f != nullptr) {
      EXPECT_EQ(f->value, t.time[index(s.stage)].value()) << s.key;
    }
  }
  EXPECT_EQ(find(groups, "interval_s")->value, t.interval.value());
  return figures;
}

TEST(Explain, EveryFormulaGivesItsValueOnRandomCases) {
  std::int64_t figures = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const oracle::Case c = oracle::random_case(seed);
    Mapping m;
    try {
      m = oracle::map_case(c);
    } catch (const Error&) {
      continue;
    }
    for (std::size_t l = 0; l < c.net.layers.size(); ++l) {
      figures += check_layer(c, m, layer_id(l), Sharing::max_min);
      figures += check_layer(c, m, layer_id(l), Sharing::equal);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << oracle::describe(c);
  }
  EXPECT_GT(figures, 10'000);
}

// 16 MVMs of 36 rows and 8 bits: 4608 bits = 576 bytes at 2 bytes a cycle of 1 ns: 288 ns.
TEST(Explain, ShowsTheWorkedExampleS2) {
  const RramChip chip = load_machine("teaching").chip;
  const Network net = worked_network();
  const Mapping m = map_network(net, chip, {});
  const std::vector<FigureGroup> groups = explain(net, chip, m, LayerId(0), Sharing::max_min);
  const Figure* f = find(groups, "stages.l1_read_mac");
  ASSERT_NE(f, nullptr);
  EXPECT_EQ(f->substituted, "max((4608 / 8) / 2e+09, 4608 / 8 / 2e+09)");
  EXPECT_NEAR(f->value, 288e-9, 1e-18);
}

}  // namespace
}  // namespace crossroof::analytic
