// SPDX-License-Identifier: Apache-2.0
// Words of a compared case in files, each at the place of its enum value.
#ifndef CROSSROOF_VALIDATION_WORDS_H_
#define CROSSROOF_VALIDATION_WORDS_H_

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "models/error.h"

namespace crossroof::validation {

inline constexpr std::array<std::string_view, 2> kModeWords = {"layer-pipeline", "layer-serial"};
inline constexpr std::array<std::string_view, 3> kOverflowWords = {"error", "multi-chip", "reload"};
inline constexpr std::array<std::string_view, 7> kIntervalFromWords = {
    "none", "converged", "not-converged", "at-batch", "mean", "part", "unsettled"};

// Where `word` stands; throws Error when it is none of them.
template <std::size_t N>
std::size_t position(const std::string& word, const std::array<std::string_view, N>& words) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) throw Error("unknown word \"" + word + "\"");
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_WORDS_H_
