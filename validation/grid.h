// SPDX-License-Identifier: Apache-2.0
// A grid of 3^6 machines around one: half, once and twice of six structural parameters. Does an
// estimate put them into the order the simulator does?
#ifndef CROSSROOF_VALIDATION_GRID_H_
#define CROSSROOF_VALIDATION_GRID_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/rram_chip.h"

namespace crossroof::validation {

struct GridParameter {
  std::string_view name, meaning;
  void (*twice)(RramChip&);
  void (*half)(RramChip&);
};
inline constexpr std::size_t kGridParameterCount = 6;
extern const std::array<GridParameter, kGridParameterCount> kGridParameters;
inline constexpr std::size_t kGridSize = 729;  // 3^6

// Machine `number` of the grid around `base`; its name tells what differs, as in
// "isaac-ce adc x2, l1 x0.5".
RramChip grid_machine(const RramChip& base, std::size_t number);

// `count` different numbers below kGridSize, ascending; the same for the same seed everywhere.
std::vector<std::size_t> draw_grid(std::size_t count, std::uint64_t seed);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_GRID_H_
