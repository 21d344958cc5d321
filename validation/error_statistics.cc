// SPDX-License-Identifier: Apache-2.0
#include "validation/error_statistics.h"

#include <algorithm>
#include <cmath>

namespace crossroof::validation {

std::optional<double> quantile(std::vector<double> values, double q) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const double at = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

std::optional<ErrorStatistics> error_statistics(const std::vector<double>& signed_errors) {
  if (signed_errors.empty()) return std::nullopt;
  ErrorStatistics s;
  const auto count = static_cast<double>(signed_errors.size());
  std::vector<double> absolute;
  absolute.reserve(signed_errors.size());
  for (const double error : signed_errors) {
    absolute.push_back(std::abs(error));
    s.mape += std::abs(error) / count;
    s.bias += error / count;
  }
  constexpr double kMedian = 0.5, kMost = 0.95;
  s.count = static_cast<std::int64_t>(signed_errors.size());
  s.median = *quantile(absolute, kMedian);
  s.p95 = *quantile(absolute, kMost);
  s.max = *std::max_element(absolute.begin(), absolute.end());
  return s;
}

RankAgreement kendall(const std::vector<Ranked>& values, double near) {
  RankAgreement r;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      const double truth = values[i].truth - values[j].truth;
      const double larger = std::max(std::abs(values[i].truth), std::abs(values[j].truth));
      if (truth == 0 || std::abs(truth) < near * larger) {
        ++r.dropped;
        continue;
      }
      ++r.pairs;
      const double estimate = values[i].estimate - values[j].estimate;
      if (estimate == 0) {
        ++r.tied;
      } else if ((estimate > 0) == (truth > 0)) {
        ++r.concordant;
      } else {
        ++r.discordant;
      }
    }
  }
  if (r.pairs > r.tied) {
    // No pair that counts is tied in truth.
    const auto pairs = static_cast<double>(r.pairs), untied = static_cast<double>(r.pairs - r.tied);
    r.tau = static_cast<double>(r.concordant - r.discordant) / std::sqrt(pairs * untied);
  }
  return r;
}

}  // namespace crossroof::validation
