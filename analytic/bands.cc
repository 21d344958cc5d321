// SPDX-License-Identifier: Apache-2.0
#include "analytic/bands.h"

#include <algorithm>
#include <array>

namespace crossroof::analytic {
namespace {

// Where simulated values lay by how far the estimate is above the bound: the more of it is waiting,
// the less is known.
struct BandOfGap {
  double gap;  // up to this; estimate / bound - 1
  Band band;
};
constexpr std::array<BandOfGap, 5> kLatency = {{
    {0.10, {-0.06, 0.19}},
    {0.25, {-0.11, 0.18}},
    {0.50, {-0.14, 0.16}},
    {1.00, {-0.18, 0.14}},
    {1e9, {-0.23, 0.12}},
}};

constexpr double kNocBusy = 0.8;  // of its busiest link: below, others set the pace
constexpr double kSaturated = 0.99;
constexpr double kMuchWaiting = 0.25;  // of a saturated NoC: no band is honest
constexpr Band kIntervalQuiet = {-0.02, 0.08};
constexpr Band kIntervalNoc = {-0.02, 0.16};
constexpr Band kIntervalBlocked = {-0.22, 0.12};
constexpr double kBlocked = 0.05;  // gap

double gap_between(Seconds estimate, Seconds bound) {
  return bound > Seconds() ? estimate / bound - 1 : 0;
}

Band latency_band(double gap) {
  return std::find_if(kLatency.begin(), kLatency.end() - 1,
                      [gap](const BandOfGap& b) { return gap <= b.gap; })
      ->band;
}

std::optional<Band> interval_band(double gap, double noc) {
  if (noc < kNocBusy) return kIntervalQuiet;
  if (gap < kBlocked) return kIntervalNoc;
  if (noc >= kSaturated && gap > kMuchWaiting) return std::nullopt;
  return kIntervalBlocked;
}

// The band of a sum of two times.
std::optional<Band> together(Seconds a, std::optional<Band> of_a, Seconds b,
                             std::optional<Band> of_b) {
  if (b <= Seconds()) return of_a;
  if (!of_a || !of_b || a + b <= Seconds()) return std::nullopt;
  const double share = a / (a + b);
  return Band{share * of_a->low + (1 - share) * of_b->low,
              share * of_a->high + (1 - share) * of_b->high};
}

// No run is faster than a lower bound.
std::optional<Band> above(std::optional<Band> band, Seconds estimate, Seconds bound) {
  if (!band || estimate <= Seconds()) return std::nullopt;
  band->low = std::max(band->low, std::min(0.0, bound / estimate - 1));
  return band;
}

// What the band of an estimate says of a lower bound.
std::optional<Band> of_bound(const std::optional<Band>& band, Seconds estimate, Seconds bound) {
  if (!band || bound <= Seconds()) return std::nullopt;
  return Band{0, std::max(0.0, estimate * (1 + band->high) / bound - 1)};
}

}  // namespace

void add_bands(Seconds interval, double noc, Estimate& e) {
  TierResult& c = e.contention;
  const TierResult& least = e.pipeline;
  c.latency_band =
      above(latency_band(gap_between(c.latency, least.latency)), c.latency, least.latency);
  const bool streams = c.interval == interval;
  const std::optional<Band> between =
      interval_band(gap_between(interval, streams ? least.interval : interval), noc);
  c.interval_band = streams ? between
                            : together(c.latency, c.latency_band,
                                       interval * static_cast<double>(e.batch - 1), between);
  c.interval_band = above(c.interval_band, c.interval, least.interval);
  for (TierResult* t : {&e.stage_max, &e.resource_max, &e.pipeline}) {
    t->interval_band = of_bound(c.interval_band, c.interval, t->interval);
    t->latency_band = of_bound(c.latency_band, c.latency, t->latency);
  }
}

}  // namespace crossroof::analytic
