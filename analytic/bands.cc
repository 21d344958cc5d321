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
using Bands = std::array<BandOfGap, 6>;

constexpr Bands kLatency = {{
    {0.03, {-0.015, 0.285}},
    {0.10, {-0.06, 0.24}},
    {0.25, {-0.10, 0.20}},
    {0.50, {-0.16, 0.23}},
    {1.00, {-0.17, 0.13}},
    {1e9, {-0.33, 0.16}},
}};

// Makespan of a batch that passes one layer, or one pass, after the other.
constexpr Bands kMakespan = {{
    {0.03, {-0.02, 0.13}},
    {0.10, {-0.045, 0.105}},
    {0.25, {-0.12, 0.18}},
    {0.50, {-0.20, 0.15}},
    {1.00, {-0.24, 0.14}},
    {1e9, {-0.31, 0.06}},
}};

// Interval of images that stream.
constexpr Band kFree = {-0.005, 0.145};
constexpr Band kPorts = {-0.005, 0.30};   // a port or link of the NoC sets the pace
constexpr Band kBlocked = {-0.17, 0.16};  // and blocked heads cost some of it
constexpr double kSomeWaiting = 0.05, kMuchWaiting = 0.25;  // gap; no band is honest beyond
constexpr double kSaturated = 0.99;                         // load of the busiest link
constexpr double kMeasured = 0.005;  // how well a simulated interval is known

double gap_between(Seconds estimate, Seconds bound) {
  return bound > Seconds() ? estimate / bound - 1 : 0;
}

Band of_gap(const Bands& bands, double gap) {
  const auto small = [gap](const BandOfGap& b) { return gap <= b.gap; };
  return std::find_if(bands.begin(), bands.end() - 1, small)->band;
}

std::optional<Band> of_stream(double gap, double noc) {
  if (gap < kSomeWaiting) return noc < kSaturated ? kFree : kPorts;
  if (noc >= kSaturated && gap > kMuchWaiting) return std::nullopt;
  return kBlocked;
}

// No run is faster than a lower bound.
std::optional<Band> above(std::optional<Band> band, double gap, double tolerance) {
  if (band) band->low = std::max(band->low, std::min(0.0, 1 / (1 + gap) - 1) - tolerance);
  return band;
}

// What the band of an estimate says of a lower bound.
std::optional<Band> of_bound(const std::optional<Band>& band, Seconds estimate, Seconds bound) {
  if (!band || bound <= Seconds()) return std::nullopt;
  return Band{0, std::max(0.0, estimate * (1 + band->high) / bound - 1)};
}

}  // namespace

void add_bands(bool streams, double noc, Estimate& e) {
  TierResult& c = e.contention;
  const double latency = gap_between(c.latency, e.pipeline.latency);
  const double interval = gap_between(c.interval, e.pipeline.interval);
  c.latency_band = above(of_gap(kLatency, latency), latency, 0);
  c.interval_band = streams ? above(of_stream(interval, noc), interval, kMeasured)
                            : above(of_gap(kMakespan, interval), interval, 0);
  for (TierResult* t : {&e.stage_max, &e.resource_max, &e.pipeline}) {
    t->interval_band = of_bound(c.interval_band, c.interval, t->interval);
    t->latency_band = of_bound(c.latency_band, c.latency, t->latency);
  }
}

}  // namespace crossroof::analytic
