// SPDX-License-Identifier: Apache-2.0
// Non-negative least squares against a search over all sets of free variables, and against the
// conditions of Karush, Kuhn and Tucker, which only the optimum meets:
//   x >= 0, g = A'(b - A x) <= 0, g_j = 0 where x_j > 0.
#include "validation/fit/nnls.h"

#include <cmath>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace crossroof::validation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Problem {
  MatrixXd a;
  VectorXd b;

  NonNegativeFit fit() const {
    Rows rows;
    for (Index i = 0; i < a.rows(); ++i) {
      rows.emplace_back();
      for (Index j = 0; j < a.cols(); ++j) rows.back().push_back(a(i, j));
    }
    return non_negative_fit(rows, {b.data(), b.data() + b.size()});
  }
  double error(const VectorXd& x) const { return (a * x - b).squaredNorm(); }
};

VectorXd vector_of(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Index>(x.size()));
}

// Half of the unconstrained solutions have negative entries.
Problem random_problem(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto draw = [&engine] { return static_cast<double>(engine() % 20001) / 10000.0 - 1.0; };
  const auto columns = static_cast<Index>(1 + engine() % 6);
  const auto rows = columns + static_cast<Index>(engine() % 10);
  Problem p{MatrixXd(rows, columns), VectorXd(rows)};
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) p.a(i, j) = draw();
    p.b[i] = draw();
  }
  return p;
}

// The least error over the solutions of all sets of free columns that are nowhere negative.
double least_error(const Problem& p) {
  double least = p.b.squaredNorm();
  for (unsigned set = 1; set < (1u << p.a.cols()); ++set) {
    std::vector<Index> columns;
    for (Index j = 0; j < p.a.cols(); ++j) {
      if ((set >> j & 1u) != 0) columns.push_back(j);
    }
    const VectorXd x = MatrixXd(p.a(Eigen::all, columns)).colPivHouseholderQr().solve(p.b);
    if (x.minCoeff() < 0) continue;
    VectorXd all = VectorXd::Zero(p.a.cols());
    for (std::size_t k = 0; k < columns.size(); ++k) all[columns[k]] = x[static_cast<Index>(k)];
    least = std::min(least, p.error(all));
  }
  return least;
}

TEST(NonNegativeFit, IsTheBestOfAllSetsOfFreeVariables) {
  int bounded = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Problem p = random_problem(seed);
    const NonNegativeFit fit = p.fit();
    EXPECT_NEAR(p.error(vector_of(fit.x)), least_error(p), 1e-9) << seed;
    bounded += std::count(fit.free.begin(), fit.free.end(), false) > 0 ? 1 : 0;
  }
  EXPECT_GT(bounded, 500);  // the bounds matter
}

TEST(NonNegativeFit, MeetsTheConditionsOfTheOptimum) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Problem p = random_problem(seed);
    const NonNegativeFit fit = p.fit();
    const VectorXd x = vector_of(fit.x);
    const VectorXd gradient = p.a.transpose() * (p.b - p.a * x);
    for (std::size_t j = 0; j < fit.x.size(); ++j) {
      const double g = gradient[static_cast<Index>(j)];
      EXPECT_GE(fit.x[j], 0) << seed;
      EXPECT_EQ(fit.x[j] > 0, fit.free[j]) << seed;
      EXPECT_LE(g, 1e-9) << seed;
      EXPECT_NEAR(fit.x[j] > 0 ? g : 0, 0, 1e-9) << seed;
    }
  }
}

// A column may count seconds, another picoseconds.
TEST(NonNegativeFit, DoesNotDependOnTheUnitOfAColumn) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Problem p = random_problem(seed);
    const NonNegativeFit before = p.fit();
    p.a.col(0) *= 1e-12;
    const NonNegativeFit after = p.fit();
    EXPECT_EQ(before.free, after.free) << seed;
    EXPECT_NEAR(before.x[0], after.x[0] * 1e-12, 1e-9) << seed;
  }
}

// By hand: y = 1, 3, 2 at x = 1, 2, 3 through the origin: sum xy / sum xx = 13 / 14; residuals
// -1/14, -16/14, 11/14, s^2 = 378/196 / 2, deviation sqrt(s^2 / 14), t(2) = 4.303.
TEST(NonNegativeFit, HasTheConfidenceOfALineThroughTheOrigin) {
  const NonNegativeFit fit = non_negative_fit({{1}, {2}, {3}}, {1, 3, 2});
  EXPECT_NEAR(fit.x[0], 13.0 / 14, 1e-12);
  EXPECT_NEAR(fit.residual[1], -16.0 / 14, 1e-12);
  EXPECT_NEAR(fit.half_width[0], 4.303 * std::sqrt(378.0 / 196 / 2 / 14), 1e-9);
}

// The interval holds the truth in 95 of 100 cases: y = 2 u + 3 v + noise.
TEST(NonNegativeFit, HasIntervalsThatHoldTheTruth) {
  std::mt19937_64 engine(7);
  const auto uniform = [&engine] { return static_cast<double>(engine() % 10000 + 1) / 10000; };
  int held = 0;
  constexpr int kRuns = 2000;
  for (int run = 0; run < kRuns; ++run) {
    Rows a;
    std::vector<double> b;
    for (int i = 0; i < 12; ++i) {
      const double u = uniform(), v = uniform();
      double noise = -6;  // twelve uniforms: nearly normal, of deviation 1
      for (int k = 0; k < 12; ++k) noise += uniform();
      a.push_back({u, v});
      b.push_back(2 * u + 3 * v + 0.1 * noise);
    }
    const NonNegativeFit fit = non_negative_fit(a, b);
    held += std::abs(fit.x[0] - 2) <= fit.half_width[0] ? 1 : 0;
  }
  EXPECT_NEAR(held, 0.95 * kRuns, 0.015 * kRuns);
}

TEST(NonNegativeFit, IsZeroWhenEverythingPointsTheOtherWay) {
  const NonNegativeFit fit = non_negative_fit({{1}, {1}}, {-1, -2});
  EXPECT_EQ(fit.x[0], 0);
  EXPECT_FALSE(fit.free[0]);
  EXPECT_EQ(fit.half_width[0], 0);
}

// Quantiles of any table.
TEST(Student, IsThatOfTheTables) {
  EXPECT_NEAR(student_95(1), 12.706, 5e-4);
  EXPECT_NEAR(student_95(10), 2.228, 5e-4);
  EXPECT_NEAR(student_95(11), 2.201, 1e-3);
  EXPECT_NEAR(student_95(30), 2.042, 1e-3);
  EXPECT_NEAR(student_95(1000), 1.962, 1e-3);
}

}  // namespace
}  // namespace crossroof::validation
