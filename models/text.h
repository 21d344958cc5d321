// SPDX-License-Identifier: Apache-2.0
// Near misses between words, for "did you mean" in error messages.
// The distance counts insertions, deletions, substitutions and swaps of neighbours (optimal string
// alignment), byte by byte.
#ifndef CROSSROOF_MODELS_TEXT_H_
#define CROSSROOF_MODELS_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crossroof {

std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word`, if it is near enough to be what was meant: a slip of case, a
// beginning of three letters or more, or at most one edit per three letters (at least one). Ties go
// to the earlier candidate.
std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates);

// `; did you mean "x"?`, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

// "a, b or c".
std::string listing(const std::vector<std::string>& words, std::string_view last = "or");

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_TEXT_H_
