// SPDX-License-Identifier: Apache-2.0
#include "analytic/switch_loss.h"

#include <algorithm>
#include <array>

namespace crossroof::analytic {
namespace {

// Saturated n x n switch, uniform destinations, each queue with w heads to choose from (Hluchyj and
// Karol, IEEE JSAC 6(9), 1988, queueing with lookahead): our own values, by simulating that switch;
// tests/analytic does so again.
constexpr std::array<std::int64_t, 5> kHeads = {1, 2, 3, 4, 8};
constexpr std::array<std::int64_t, 6> kInputs = {2, 3, 4, 5, 6, 8};
constexpr std::array<std::array<double, kHeads.size()>, kInputs.size()> kBusy = {{
    {0.75, 0.84, 0.88, 0.91, 0.95},
    {0.68, 0.78, 0.83, 0.87, 0.93},
    {0.66, 0.76, 0.81, 0.85, 0.91},
    {0.64, 0.74, 0.80, 0.83, 0.90},
    {0.63, 0.74, 0.79, 0.83, 0.90},
    {0.62, 0.73, 0.78, 0.82, 0.89},
}};

// The last entry that is not above the value.
template <std::size_t N>
std::size_t place(const std::array<std::int64_t, N>& values, std::int64_t value) {
  const auto after = std::upper_bound(values.begin(), values.end(), value);
  return after == values.begin() ? 0 : static_cast<std::size_t>(after - values.begin()) - 1;
}

}  // namespace

double switch_efficiency(std::int64_t inputs, std::int64_t heads) {
  if (inputs < 2) return 1;
  return kBusy[place(kInputs, inputs)][place(kHeads, heads)];
}

}  // namespace crossroof::analytic
