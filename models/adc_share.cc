// SPDX-License-Identifier: Apache-2.0
#include "models/adc_share.h"

#include <charconv>
#include <numeric>

namespace crossroof {
namespace {

constexpr std::string_view kPerColumn = "per-column";

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  if (value < 1 || value > kMostAdcs) return std::nullopt;
  return value;
}

}  // namespace

std::optional<AdcShare> parse_adc_share(std::string_view text) {
  if (text == kPerColumn) return AdcShare{true, 1, 1};
  const std::size_t slash = text.find('/');
  const auto count = parse_count(text.substr(0, slash));
  const auto crossbars =
      slash == std::string_view::npos ? std::int64_t{1} : parse_count(text.substr(slash + 1));
  if (!count || !crossbars) return std::nullopt;
  const std::int64_t common = std::gcd(*count, *crossbars);
  return AdcShare{false, *count / common, *crossbars / common};
}

std::string print_adc_share(const AdcShare& share) {
  if (share.per_column) return std::string(kPerColumn);
  const std::string count = std::to_string(share.count);
  return share.crossbars == 1 ? count : count + "/" + std::to_string(share.crossbars);
}

}  // namespace crossroof
