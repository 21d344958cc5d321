// SPDX-License-Identifier: Apache-2.0
#include "validation/fit/nnls.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include <Eigen/Dense>

namespace crossroof::validation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTiny = 1e-12;  // of the largest gradient there was

class ActiveSet {
 public:
  ActiveSet(MatrixXd a, VectorXd b)
      : a_(std::move(a)),
        b_(std::move(b)),
        x_(VectorXd::Zero(a_.cols())),
        free_(static_cast<std::size_t>(a_.cols()), false) {}

  void solve() {
    const double scale = gradient().cwiseAbs().maxCoeff();
    // Every step lowers |A x - b|, so no set comes twice; the limit guards against rounding.
    for (Index step = 0; step < 30 * a_.cols(); ++step) {
      const Index best = steepest(kTiny * scale);
      if (best < 0) return;
      free_[static_cast<std::size_t>(best)] = true;
      if (!settle(best)) rejected_.push_back(best);
    }
  }

  const VectorXd& x() const { return x_; }
  const std::vector<bool>& free() const { return free_; }
  std::vector<Index> free_columns() const {
    std::vector<Index> columns;
    for (Index j = 0; j < a_.cols(); ++j) {
      if (free_[static_cast<std::size_t>(j)]) columns.push_back(j);
    }
    return columns;
  }

 private:
  VectorXd gradient() const { return a_.transpose() * (b_ - a_ * x_); }

  // The zero variable that would lower the error fastest by growing; -1: none.
  Index steepest(double least) const {
    const VectorXd g = gradient();
    Index best = -1;
    for (Index j = 0; j < a_.cols(); ++j) {
      if (free_[static_cast<std::size_t>(j)] || g[j] <= least) continue;
      if (std::find(rejected_.begin(), rejected_.end(), j) != rejected_.end()) continue;
      if (best < 0 || g[j] > g[best]) best = j;
    }
    return best;
  }

  // The unconstrained solution on the free columns, zero elsewhere.
  VectorXd on_free() const {
    const std::vector<Index> columns = free_columns();
    VectorXd z = VectorXd::Zero(a_.cols());
    if (columns.empty()) return z;
    const MatrixXd part = a_(Eigen::all, columns);
    const VectorXd solved = part.completeOrthogonalDecomposition().solve(b_);
    for (std::size_t k = 0; k < columns.size(); ++k) z[columns[k]] = solved[static_cast<Index>(k)];
    return z;
  }

  // Moves to the solution on the free columns; those that reach zero on the way are fixed there.
  // Whether the newcomer stayed free.
  bool settle(Index newcomer) {
    for (VectorXd z = on_free();; z = on_free()) {
      double way = 1;
      for (const Index j : free_columns()) {
        if (z[j] <= 0) way = std::min(way, x_[j] / (x_[j] - z[j]));
      }
      if (!(way >= 0)) way = 0;  // 0 / 0: a newcomer that would go below zero
      x_ += way * (z - x_);
      bool fixed = false;
      for (const Index j : free_columns()) {
        if (z[j] > 0 || x_[j] > kTiny * x_.maxCoeff()) continue;
        x_[j] = 0;
        free_[static_cast<std::size_t>(j)] = false;
        fixed = true;
      }
      if (way >= 1 || !fixed) break;
    }
    return free_[static_cast<std::size_t>(newcomer)];
  }

  MatrixXd a_;
  VectorXd b_, x_;
  std::vector<bool> free_;
  std::vector<Index> rejected_;  // rounding let them in, the solution put them out
};

// Covariance of the free variables: s^2 (A'A)^-1 with the free columns of A.
std::vector<double> half_widths(const MatrixXd& a, const VectorXd& residual, const ActiveSet& fit) {
  std::vector<double> widths(static_cast<std::size_t>(a.cols()), 0);
  const std::vector<Index> columns = fit.free_columns();
  const Index spare = a.rows() - static_cast<Index>(columns.size());
  if (columns.empty() || spare < 1) return widths;
  const MatrixXd part = a(Eigen::all, columns);
  const MatrixXd inverse =
      (part.transpose() * part).completeOrthogonalDecomposition().pseudoInverse();
  const double variance = residual.squaredNorm() / static_cast<double>(spare);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto i = static_cast<Index>(k);
    widths[static_cast<std::size_t>(columns[k])] =
        student_95(static_cast<std::size_t>(spare)) * std::sqrt(variance * inverse(i, i));
  }
  return widths;
}

}  // namespace

NonNegativeFit non_negative_fit(const Rows& rows, const std::vector<double>& b) {
  assert(!rows.empty() && !rows.front().empty() && b.size() == rows.size());
  MatrixXd a(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    assert(rows[i].size() == rows.front().size());
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      a(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j];
    }
  }
  // Columns of length one, so that "tiny" means the same for all.
  VectorXd length = a.colwise().norm();
  for (Index j = 0; j < a.cols(); ++j) {
    if (length[j] <= 0) length[j] = 1;
    a.col(j) /= length[j];
  }
  const VectorXd right = Eigen::Map<const VectorXd>(b.data(), static_cast<Index>(b.size()));
  ActiveSet set(a, right);
  set.solve();
  const VectorXd residual = a * set.x() - right;
  NonNegativeFit fit;
  fit.free = set.free();
  fit.half_width = half_widths(a, residual, set);
  fit.residual.assign(residual.data(), residual.data() + residual.size());
  for (Index j = 0; j < a.cols(); ++j) {
    fit.x.push_back(set.x()[j] / length[j]);
    fit.half_width[static_cast<std::size_t>(j)] /= length[j];
  }
  return fit;
}

double student_95(std::size_t degrees_of_freedom) {
  // Any table of the t distribution; beyond it the first terms of its expansion in 1 / n.
  constexpr std::array<double, 10> kTable = {12.706, 4.303, 3.182, 2.776, 2.571,
                                             2.447,  2.365, 2.306, 2.262, 2.228};
  assert(degrees_of_freedom > 0);
  if (degrees_of_freedom <= kTable.size()) return kTable[degrees_of_freedom - 1];
  const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  const auto n = static_cast<double>(degrees_of_freedom);
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

}  // namespace crossroof::validation
