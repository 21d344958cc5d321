// SPDX-License-Identifier: Apache-2.0
#include "validation/published.h"

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "validation/published_summary.h"

namespace crossroof::validation {
namespace {

Published figure(double value, double tolerance) {
  Published made;
  made.quantity = "peak_tops";
  made.value = value;
  made.unit = "TOPS";
  made.tolerance = tolerance;
  made.derivable = true;
  return made;
}

Published power_figure() {
  Published power;
  power.quantity = "power";
  power.value = 65.8;
  power.unit = "W";
  return power;
}

TEST(PublishedVerdict, IsSetByTheToleranceFromBothSides) {
  EXPECT_EQ(verdict_of(figure(100, 0.02), 102), FigureVerdict::agrees);
  EXPECT_EQ(verdict_of(figure(100, 0.02), 98), FigureVerdict::agrees);
  EXPECT_EQ(verdict_of(figure(100, 0.02), 102.1), FigureVerdict::differs);
  EXPECT_EQ(verdict_of(figure(100, 0.02), 97.9), FigureVerdict::differs);
  EXPECT_EQ(verdict_of(figure(100, 0), 100), FigureVerdict::agrees);
  EXPECT_EQ(verdict_of(figure(100, 0), 100.001), FigureVerdict::differs);
}

TEST(PublishedVerdict, SaysWhyThereIsNone) {
  EXPECT_EQ(verdict_of(figure(65.8, 0.02), std::nullopt), FigureVerdict::not_compared);
  const Published power = power_figure();
  EXPECT_EQ(verdict_of(power, std::nullopt), FigureVerdict::not_derivable);
  EXPECT_EQ(verdict_of(power, 65.8), FigureVerdict::not_derivable);
}

// 168 * 96 crossbars * 2048 MACs * 2 / 1.6 us = 41.2877 TOPS against 41.3.
TEST(PublishedCheck, HasPredictionAndErrorOfAFigure) {
  const RramChip chip = load_machine("isaac-ce").chip;
  const FigureCheck check = check_figure(chip, figure(41.3, 0.005));
  EXPECT_EQ(check.machine, "isaac-ce");
  EXPECT_NEAR(check.predicted.value_or(0), 41.2877, 1e-4);
  EXPECT_NEAR(check.error.value_or(1), 41.2877 / 41.3 - 1, 1e-5);
  EXPECT_EQ(check.verdict, FigureVerdict::agrees);
  EXPECT_FALSE(check_figure(chip, power_figure()).predicted);
}

// A slower converter: 1.2 of 1.28 GS/s, so 38.7 TOPS, 6 % below.
TEST(PublishedCheck, NoticesAMachineThatMisses) {
  const RramChip chip = load_machine("isaac-ce", {"core.crossbar.adc.rate=\"1.2 GS/s\""}).chip;
  EXPECT_EQ(check_figure(chip, figure(41.3, 0.005)).verdict, FigureVerdict::differs);
}

// Every figure of every preset: derivable ones agree, the others have a reason.
TEST(PublishedCheck, HoldsForEveryPreset) {
  std::size_t derivable = 0, others = 0;
  for (const FigureCheck& check : check_figures()) {
    const std::string name = check.machine + " " + check.figure.quantity;
    if (check.figure.derivable) {
      ++derivable;
      EXPECT_EQ(check.verdict, FigureVerdict::agrees) << name;
    } else {
      ++others;
      EXPECT_FALSE(check.figure.reason.empty()) << name;
    }
  }
  EXPECT_EQ(derivable, 13U);
  EXPECT_EQ(others, 6U);
}

FigureCheck compared(double error, FigureVerdict verdict) {
  FigureCheck check;
  check.machine = "chip";
  check.figure = figure(1, 0.02);
  check.error = error;
  check.verdict = verdict;
  return check;
}

NocCheck row(double load, double error, RowVerdict verdict) {
  NocCheck check;
  check.row.latency = Cycles(10);
  check.estimate.load = load;
  check.error = error;
  check.verdict = verdict;
  return check;
}

// Errors of -1 % and +3 %: mean of the absolute ones 2 %, largest 3 %.
TEST(PublishedSummary, CountsAndAveragesByGroup) {
  PublishedChecks checks;
  checks.figures = {compared(-0.01, FigureVerdict::agrees), compared(0.03, FigureVerdict::differs)};
  checks.figures.push_back({});
  checks.figures.back().verdict = FigureVerdict::not_derivable;
  const PublishedSummary summary = summarise(checks);
  ASSERT_EQ(summary.groups.size(), 1U);
  EXPECT_EQ(summary.groups[0].count, 2U);
  EXPECT_EQ(summary.groups[0].judged, 2U);
  EXPECT_EQ(summary.groups[0].within, 1U);
  EXPECT_NEAR(summary.groups[0].mape.value_or(0), 0.02, 1e-12);
  EXPECT_NEAR(summary.groups[0].largest.value_or(0), 0.03, 1e-12);
  EXPECT_EQ(summary.not_derivable, 1U);
  ASSERT_EQ(summary.missed.size(), 1U);
  EXPECT_EQ(summary.missed[0], "chip peak_tops is outside its tolerance");
}

// 19 of 20 bands are 95 %; 18 are not.
TEST(PublishedSummary, AsksForNineteenOfTwentyBands) {
  PublishedChecks checks;
  checks.noc.assign(19, row(0.1, 0.01, RowVerdict::agrees));
  checks.noc.push_back(row(0.3, 0.2, RowVerdict::differs));
  EXPECT_TRUE(summarise(checks).missed.empty());
  EXPECT_EQ(summarise(checks).bands_held, 19U);
  checks.noc[0].verdict = RowVerdict::differs;
  ASSERT_EQ(summarise(checks).missed.size(), 1U);
  EXPECT_EQ(summarise(checks).missed[0],
            "bands of the NoC latency hold in 18 of 20 rows, less than 95 %");
}

TEST(PublishedSummary, NamesSimulatedRowsThatMiss) {
  PublishedChecks checks;
  checks.noc = {row(0.1, 0.01, RowVerdict::agrees)};
  checks.noc[0].simulated = SimulatedRow{{}, 0.2, 0.07, RowVerdict::differs};
  const PublishedSummary summary = summarise(checks);
  ASSERT_EQ(summary.missed.size(), 1U);
  EXPECT_EQ(summary.missed[0], "1 simulated row is outside its tolerance");
  ASSERT_EQ(summary.groups.size(), 3U);  // figures, estimate, simulated
  EXPECT_EQ(summary.groups[2].name, "BookSim2 latency, simulated, load up to 20 %");
}

}  // namespace
}  // namespace crossroof::validation
