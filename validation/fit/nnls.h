// SPDX-License-Identifier: Apache-2.0
// Non-negative least squares: the x >= 0 that makes |A x - b| least, and how well it is known.
// Active-set method of Lawson and Hanson, Solving Least Squares Problems (1974), chapter 23: the
// free variables solve the unconstrained problem, the others are zero, and at the end no zero one
// would gain by growing. Columns of A should be independent; of dependent ones some are zero.
// Cost: O(columns) solutions of a dense least-squares problem, as a rule.
#ifndef CROSSROOF_VALIDATION_FIT_NNLS_H_
#define CROSSROOF_VALIDATION_FIT_NNLS_H_

#include <cstddef>
#include <vector>

namespace crossroof::validation {

// One row per observation, all of the same length.
using Rows = std::vector<std::vector<double>>;

struct NonNegativeFit {
  std::vector<double> x;
  std::vector<bool> free;          // x > 0
  std::vector<double> half_width;  // of the 95 % confidence interval; 0: not free, or not known
  std::vector<double> residual;    // A x - b, by row
};

// At least one row and one column; as many values in b as rows.
NonNegativeFit non_negative_fit(const Rows& a, const std::vector<double>& b);

// Two-sided 95 % quantile of Student's t for at least one degree of freedom.
double student_95(std::size_t degrees_of_freedom);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_FIT_NNLS_H_
