// SPDX-License-Identifier: Apache-2.0
// Every expected value is worked by hand in the comment above it.
#include "validation/error_statistics.h"

#include <cmath>

#include <gtest/gtest.h>

namespace crossroof::validation {
namespace {

constexpr double kNothing = 1e-12;

// Sorted 1, 2, 3, 4: the middle of four lies half way between the second and the third.
TEST(Quantile, InterpolatesBetweenNeighbours) {
  EXPECT_NEAR(*quantile({3, 1, 4, 2}, 0.5), 2.5, kNothing);
  EXPECT_NEAR(*quantile({3, 1, 2}, 0.5), 2, kNothing);
  // Position 0.95 * 4 = 3.8 of 0, 10, 20, 30, 40, counted from 0: 30 + 0.8 * 10.
  EXPECT_NEAR(*quantile({40, 0, 10, 30, 20}, 0.95), 38, kNothing);
}

TEST(Quantile, EndsAtTheSmallestAndLargestAndKnowsOneValue) {
  EXPECT_EQ(*quantile({5, 7, 6}, 0), 5);
  EXPECT_EQ(*quantile({5, 7, 6}, 1), 7);
  EXPECT_EQ(*quantile({9}, 0.95), 9);
  EXPECT_FALSE(quantile({}, 0.5).has_value());
}

// |error| 0.1, 0.2, 0.3, 0.4: mean 0.25, median 0.25, p95 at position 2.85: 0.3 + 0.85 * 0.1;
// signed 0.1 - 0.2 - 0.3 - 0.4 = -0.8, over four.
TEST(ErrorStatistics, AreThoseOfTheAbsoluteErrorsButForTheBias) {
  const auto s = error_statistics({-0.2, 0.1, -0.4, -0.3});
  ASSERT_TRUE(s.has_value());
  EXPECT_EQ(s->count, 4);
  EXPECT_NEAR(s->mape, 0.25, kNothing);
  EXPECT_NEAR(s->median, 0.25, kNothing);
  EXPECT_NEAR(s->p95, 0.385, kNothing);
  EXPECT_NEAR(s->max, 0.4, kNothing);
  EXPECT_NEAR(s->bias, -0.2, kNothing);
  EXPECT_FALSE(error_statistics({}).has_value());
}

TEST(Kendall, IsOneForTheSameOrderAndMinusOneForTheOpposite) {
  const RankAgreement same = kendall({{1, 10}, {2, 20}, {3, 40}}, 0.03);
  EXPECT_EQ(same.pairs, 3);
  EXPECT_EQ(same.concordant, 3);
  EXPECT_NEAR(*same.tau, 1, kNothing);
  EXPECT_NEAR(*kendall({{3, 10}, {2, 20}, {1, 40}}, 0.03).tau, -1, kNothing);
}

// Estimates 1, 3, 2, 4 of truths 1, 2, 3, 4: of six pairs one (3, 2) is in opposite order:
// (5 - 1) / 6.
TEST(Kendall, CountsPairsInOppositeOrder) {
  const RankAgreement r = kendall({{1, 1}, {3, 2}, {2, 3}, {4, 4}}, 0.03);
  EXPECT_EQ(r.concordant, 5);
  EXPECT_EQ(r.discordant, 1);
  EXPECT_NEAR(*r.tau, 4.0 / 6, kNothing);
}

// Estimates 1, 2, 2, 3: one pair is tied, five are in order: 5 / sqrt(6 * 5).
TEST(Kendall, CorrectsForTiesOfTheEstimate) {
  const RankAgreement r = kendall({{1, 1}, {2, 2}, {2, 3}, {3, 4}}, 0.03);
  EXPECT_EQ(r.tied, 1);
  EXPECT_NEAR(*r.tau, 5 / std::sqrt(30.0), kNothing);
}

// 100 and 102.9 differ by 2.82 % of the larger, 100 and 103.2 by 3.10 %.
TEST(Kendall, DropsPairsThatTruthHardlyTellsApart) {
  const RankAgreement near = kendall({{2, 100}, {1, 102.9}, {3, 200}}, 0.03);
  EXPECT_EQ(near.dropped, 1);
  EXPECT_EQ(near.pairs, 2);
  EXPECT_NEAR(*near.tau, 1, kNothing);
  EXPECT_EQ(kendall({{2, 100}, {1, 103.2}}, 0.03).pairs, 1);
  EXPECT_EQ(kendall({{2, 100}, {1, 100}}, 0).dropped, 1);
}

TEST(Kendall, IsUnknownWithoutAPairInAnyOrder) {
  EXPECT_FALSE(kendall({}, 0.03).tau.has_value());
  EXPECT_FALSE(kendall({{1, 100}, {2, 101}}, 0.03).tau.has_value());
  EXPECT_FALSE(kendall({{1, 100}, {1, 200}}, 0.03).tau.has_value());
}

}  // namespace
}  // namespace crossroof::validation
