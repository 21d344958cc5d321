// SPDX-License-Identifier: Apache-2.0
// The eight stages a task passes, in order, and the resource that serves each.
// This one table drives every loop, column, legend and JSON key.
// `write` is the ninth column: array writing when weights are reloaded.
#ifndef CROSSROOF_MODELS_STAGES_H_
#define CROSSROOF_MODELS_STAGES_H_

#include <array>
#include <cstddef>
#include <string_view>

namespace crossroof {

enum class Stage {
  noc_read,
  l1_read_mac,
  mac,
  l1_write_mac,
  l1_read_simd,
  simd,
  l1_write_simd,
  noc_write,
  write
};
enum class Resource { noc, l1, crossbars, simd };

struct StageInfo {
  Stage stage;
  std::string_view key;    // JSON key, CSV column
  std::string_view step;   // S1..S8, W
  std::string_view title;  // one line for legends
  Resource resource;
};

inline constexpr std::size_t kStageCount = 9;
inline constexpr std::array<StageInfo, kStageCount> kStages = {{
    {Stage::noc_read, "noc_read", "S1", "NoC read: bytes from outside the core", Resource::noc},
    {Stage::l1_read_mac, "l1_read_mac", "S2", "L1 read of MAC operands", Resource::l1},
    {Stage::mac, "mac", "S3", "crossbar MACs", Resource::crossbars},
    {Stage::l1_write_mac, "l1_write_mac", "S4", "L1 write of MAC results", Resource::l1},
    {Stage::l1_read_simd, "l1_read_simd", "S5", "L1 read of SIMD operands", Resource::l1},
    {Stage::simd, "simd", "S6", "SIMD operations", Resource::simd},
    {Stage::l1_write_simd, "l1_write_simd", "S7", "L1 write of SIMD results", Resource::l1},
    {Stage::noc_write, "noc_write", "S8", "NoC write: bytes leaving the core", Resource::noc},
    {Stage::write, "write", "W", "array writing (weight reload)", Resource::crossbars},
}};

inline constexpr std::size_t index(Stage s) { return static_cast<std::size_t>(s); }

// One value per stage.
template <class T>
using PerStage = std::array<T, kStageCount>;

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_STAGES_H_
