// SPDX-License-Identifier: Apache-2.0
#include "models/text.h"

#include <algorithm>

namespace crossroof {
namespace {

constexpr std::size_t kLongestWord = 64;  // longer ones are no slips of the finger

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return std::nullopt;
  const std::string low = lower(word);
  const std::size_t most = std::max<std::size_t>(1, word.size() / 3);
  std::size_t best = most + 1;
  const std::string* found = nullptr;
  for (const std::string& candidate : candidates) {
    const std::string other = lower(candidate);
    const bool begins = low.size() >= 3 && other.compare(0, low.size(), low) == 0;
    if (other.size() > low.size() + most + (begins ? kLongestWord : 0)) continue;
    if (low.size() > other.size() + most) continue;
    const std::size_t distance = begins ? other.size() > low.size() : edit_distance(low, other);
    if (distance < best && distance < std::max(low.size(), other.size())) {
      best = distance;
      found = &candidate;
    }
  }
  if (found == nullptr) return std::nullopt;
  return *found;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::optional<std::string> near = closest(word, candidates);
  return near ? "; did you mean \"" + *near + "\"?" : std::string();
}

std::string listing(const std::vector<std::string>& words, std::string_view last) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    result += words[i];
  }
  return result;
}

}  // namespace crossroof
