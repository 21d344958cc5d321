// SPDX-License-Identifier: Apache-2.0
#include "sim/slope.h"

namespace crossroof::sim {

Seconds slope(const std::vector<Seconds>& completions) {
  const std::size_t n = completions.size();
  const std::size_t first = n / 4, last = 3 * n / 4;  // both included
  if (n < 2 || last <= first || last >= n) return Seconds();
  const double count = static_cast<double>(last - first + 1);
  const double mean_x = static_cast<double>(first + last) / 2;
  double mean_y = 0;
  for (std::size_t i = first; i <= last; ++i) mean_y += completions[i].value() / count;
  double xy = 0, xx = 0;
  for (std::size_t i = first; i <= last; ++i) {
    const double x = static_cast<double>(i) - mean_x;
    xy += x * (completions[i].value() - mean_y);
    xx += x * x;
  }
  return Seconds(xy / xx);
}

}  // namespace crossroof::sim
