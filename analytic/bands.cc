// SPDX-License-Identifier: Apache-2.0
#include "analytic/bands.h"

#include <algorithm>
#include <array>

namespace crossroof::analytic {
namespace {

// Where simulated values lay, 95 of 100 where they lay close together and 98 or 99 where they did
// not. `gap` is how far an estimate is above the pipeline bound: the more of it is waiting, the
// less is known.
struct BandOfGap {
  double gap;  // up to this
  Band band;
};
template <std::size_t N>
using Bands = std::array<BandOfGap, N>;

// Interval of images that stream, by what sets the pace.
constexpr Band kLayers = {-0.005, 0.05};
constexpr Band kServers = {-0.005, 0.14};
constexpr Band kServersOfNoc = {-0.005, 0.54};  // shared DMA, and a busy NoC
constexpr Bands<3> kNoc = {{
    {0.08, {-0.09, 0.35}},
    {0.16, {-0.11, 0.32}},
    {1e9, {-0.15, 0.55}},
}};
constexpr double kBusyNoc = 0.6;  // load of the busiest link that shared DMA feels
constexpr double kMuchWaiting = 0.25, kSaturated = 0.99;  // gap, load: no band is honest beyond
constexpr double kMeasured = 0.005;                       // how well a simulated interval is known

// Makespan per image of a batch that passes one layer, or one pass, after the other.
constexpr Bands<4> kMakespan = {{
    {0.05, {-0.025, 0.12}},
    {0.15, {-0.048, 0.098}},
    {0.50, {-0.14, 0.22}},
    {1e9, {-0.22, 0.30}},
}};

// Latency of one image, of layers one after the other.
constexpr Bands<4> kSerialLatency = {{
    {0.05, {-0.03, 0.24}},
    {0.12, {-0.07, 0.205}},
    {0.60, {-0.108, 0.188}},
    {1e9, {-0.22, 0.32}},
}};

// Latency of one image, of layers that stream, by how many intervals it takes: in few, all depends
// on the one layer.
constexpr Band kDeep = {-0.148, 0.148};
constexpr Bands<2> kMiddling = {{{0.50, {-0.113, 0.183}}, {1e9, {-0.25, 0.34}}}};
constexpr Band kShallow = {-0.20, 0.40};
constexpr Band kSingle = {-0.022, 0.45};
constexpr double kDeepIntervals = 3, kMiddlingIntervals = 2.5, kSingleIntervals = 1.2;

double gap_between(Seconds estimate, Seconds bound) {
  return bound > Seconds() ? estimate / bound - 1 : 0;
}

template <std::size_t N>
Band of_gap(const Bands<N>& bands, double gap) {
  const auto small = [gap](const BandOfGap& b) { return gap <= b.gap; };
  return std::find_if(bands.begin(), bands.end() - 1, small)->band;
}

std::optional<Band> interval_band(const BandFacts& facts, double gap) {
  if (!facts.streams) return of_gap(kMakespan, gap);
  if (facts.noc >= kSaturated && gap > kMuchWaiting) return std::nullopt;
  if (facts.pace == Pace::layers) return kLayers;
  if (facts.pace == Pace::noc) return of_gap(kNoc, gap);
  return facts.shared_dma && facts.noc > kBusyNoc ? kServersOfNoc : kServers;
}

Band latency_band(const BandFacts& facts, double gap, double intervals) {
  if (!facts.streams) return of_gap(kSerialLatency, gap);
  if (intervals > kDeepIntervals) return kDeep;
  if (intervals > kMiddlingIntervals) return of_gap(kMiddling, gap);
  return intervals > kSingleIntervals ? kShallow : kSingle;
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

void add_bands(const BandFacts& facts, Estimate& e) {
  TierResult& c = e.contention;
  const double latency = gap_between(c.latency, e.pipeline.latency);
  const double interval = gap_between(c.interval, e.pipeline.interval);
  const double intervals = c.interval > Seconds() ? c.latency / c.interval : 1;
  c.latency_band = above(latency_band(facts, latency, intervals), latency, 0);
  c.interval_band = above(interval_band(facts, interval), interval, facts.streams ? kMeasured : 0);
  for (TierResult* t : {&e.stage_max, &e.resource_max, &e.pipeline}) {
    t->interval_band = of_bound(c.interval_band, c.interval, t->interval);
    t->latency_band = of_bound(c.latency_band, c.latency, t->latency);
  }
}

}  // namespace crossroof::analytic
