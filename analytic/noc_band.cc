// SPDX-License-Identifier: Apache-2.0
#include "analytic/noc_band.h"

#include <array>

namespace crossroof::analytic {
namespace {

struct Step {
  double up_to = 0;  // load
  Band easy;         // packets fit their buffers and channels are free half the time
  Band hard;
};

// Of the errors measured, 2.5 % lie beyond either end; rounded outwards, and one point added for
// how far a run of BookSim2 scatters, three above 60 %.
constexpr std::array<Step, 4> kSteps = {{{0.20, {-0.04, 0.02}, {-0.04, 0.07}},
                                         {0.40, {-0.05, 0.05}, {-0.08, 0.17}},
                                         {0.60, {-0.06, 0.11}, {-0.06, 0.37}},
                                         {kMostLoad, {-0.06, 0.26}, {-0.07, 0.41}}}};
// Channels that are hardly ever free.
constexpr Band kFull = {-0.23, 0.43};

}  // namespace

std::optional<Band> noc_band(const NocStrain& strain) {
  constexpr double kRounding = 1e-9;             // 0.35 / 0.5 is a little more than 0.7
  if (strain.capacity < 1) return std::nullopt;  // links wait for credits, whatever the load
  for (const Step& step : kSteps) {
    if (strain.load > step.up_to + kRounding) continue;
    if (strain.channels > kMostChannels) return kFull;
    return strain.fits && strain.channels <= 0.5 ? step.easy : step.hard;
  }
  return std::nullopt;
}

}  // namespace crossroof::analytic
