// SPDX-License-Identifier: Apache-2.0
// The roofline of a chip (docs/equations.md E90-E93): P(I) = min(Pmax, I * B) with one slanted roof
// for external memory, one for the NoC and one for L1; I in MACs per byte that the work moves
// there.
//   Pmax  MACs per second of all arrays, as many rows and columns in use as is fastest: mostly all,
//         but a last group of rows or of columns of an ADC that is hardly used only costs time
//   B     memory: sum of the controllers; NoC: bytes into and out of all cores; L1: all port groups
// An upper bound on the rate of any work on the chip. S. Williams, A. Waterman and D. Patterson,
// Roofline: An Insightful Visual Performance Model, Comm. ACM 52(4), 2009.
#ifndef CROSSROOF_ANALYTIC_RRAM_ROOFLINE_H_
#define CROSSROOF_ANALYTIC_RRAM_ROOFLINE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof::analytic {

struct MacTag {};
using Macs = Quantity<MacTag>;
using MacsPerSecond = Per<MacTag, SecondsTag>;
using MacsPerByte = Per<MacTag, BytesTag>;

enum class RoofLevel { memory, noc, l1 };
inline constexpr std::size_t kRoofLevels = 3;
inline constexpr std::size_t index(RoofLevel level) { return static_cast<std::size_t>(level); }
template <class T>
using PerRoof = std::array<T, kRoofLevels>;

// The work of a layer, or of the whole network, for one image.
struct RoofPoint {
  Macs macs;
  PerRoof<Bits> moved{};
  MacsPerSecond peak;              // Pmax at its widths
  MacsPerSecond attainable;        // under all roofs
  std::optional<RoofLevel> limit;  // the roof that is lowest there; none: Pmax

  // Nothing moved there: no such roof above it.
  std::optional<MacsPerByte> intensity(RoofLevel level) const;
};

struct RramRoofline {
  MacsPerSecond peak;  // at the network's precision, or of the layer whose widths give more
  PerRoof<BytesPerSecond> bandwidth{};
  std::vector<RoofPoint> layers;  // by LayerId; without MACs where nothing is computed on crossbars
  RoofPoint network;

  // Where the roof of a level meets Pmax; none without such a roof.
  std::optional<MacsPerByte> ridge(RoofLevel level) const;
};

// Of all chips of the mapping. Cost: O(tasks).
RramRoofline rram_roofline(const RramChip& chip, const Mapping& mapping);

// Whole-chip roofs alone. Cost of the peak: O(kinds * row groups * columns).
MacsPerSecond peak_macs(const RramChip& chip, const Precision& precision);
PerRoof<BytesPerSecond> roof_bandwidths(const RramChip& chip);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_RRAM_ROOFLINE_H_
