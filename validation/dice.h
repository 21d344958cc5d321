// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine: the distributions of the standard library
// differ between libraries, its engine does not.
#ifndef CROSSROOF_VALIDATION_DICE_H_
#define CROSSROOF_VALIDATION_DICE_H_

#include <array>
#include <cstdint>
#include <random>

namespace crossroof::validation {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  // Whole numbers from `low` to `high`, all alike.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  // From `low` to below `high`.
  double real(double low, double high) {
    constexpr double kSteps = 9007199254740992.0;  // 2^53
    return low + (high - low) * (static_cast<double>(engine_() >> 11U) / kSteps);
  }
  bool chance(std::int64_t percent) { return between(1, 100) <= percent; }
  template <class T, std::size_t N>
  T pick(const std::array<T, N>& of) {
    return of[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(N) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_DICE_H_
