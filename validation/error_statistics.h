// SPDX-License-Identifier: Apache-2.0
// How wrong a set of estimates is, and whether they put things into the right order. An error is
// estimate / truth - 1. Quantiles interpolate linearly between order statistics (Hyndman and Fan,
// Am. Stat. 50 (1996), type 7). Kendall's tau-b: (C - D) / sqrt((P - Te)(P - Tt)) over P pairs, of
// which C are in the same order on both sides, D in opposite order, Te tied in the estimate and Tt
// in truth (Kendall, Biometrika 33 (1945)).
#ifndef CROSSROOF_VALIDATION_ERROR_STATISTICS_H_
#define CROSSROOF_VALIDATION_ERROR_STATISTICS_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace crossroof::validation {

struct ErrorStatistics {
  std::int64_t count = 0;
  double mape = 0;                      // mean of |error|
  double median = 0, p95 = 0, max = 0;  // of |error|
  double bias = 0;                      // mean of the signed errors
};

// None when there are no errors.
std::optional<ErrorStatistics> error_statistics(const std::vector<double>& signed_errors);

// 0 <= q <= 1; none of an empty set.
std::optional<double> quantile(std::vector<double> values, double q);

struct Ranked {
  double estimate = 0, truth = 0;
};

struct RankAgreement {
  std::int64_t pairs = 0;                                 // that count
  std::int64_t dropped = 0;                               // true values too close to be told apart
  std::int64_t concordant = 0, discordant = 0, tied = 0;  // tied: in the estimate
  std::optional<double> tau;                              // none: no pair counts, or all are tied
};

// Pairs whose true values differ by less than `near`, relative to the larger, are dropped.
RankAgreement kendall(const std::vector<Ranked>& values, double near);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_ERROR_STATISTICS_H_
