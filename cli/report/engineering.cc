// SPDX-License-Identifier: Apache-2.0
#include "cli/report/engineering.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace crossroof::cli {
namespace {

constexpr std::array<std::string_view, 13> kPrefixes = {"a", "f", "p", "n", "u", "m", "",
                                                        "k", "M", "G", "T", "P", "E"};
constexpr int kNoPrefix = 6;

// Power of ten of the leading digit once rounded to `digits` significant digits.
int exponent_of(double value, int digits) {
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  const double unit = std::pow(10.0, exponent - digits + 1);
  const bool carries = std::round(value / unit) >= std::pow(10.0, digits);
  return carries ? exponent + 1 : exponent;
}

std::string fixed(double value, int decimals) {
  std::array<char, 400> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value,
                                    std::chars_format::fixed, std::max(0, decimals));
  return {text.data(), result.ptr};
}

int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

}  // namespace

std::string significant(double value, int digits) {
  if (!(value > 0)) return "0";
  return fixed(value, digits - 1 - exponent_of(value, digits));
}

std::string engineering(double value, std::string_view unit, int digits) {
  if (!(value > 0)) return "0 " + std::string(unit);
  const int group = std::clamp(floor_div(exponent_of(value, digits), 3), -kNoPrefix, kNoPrefix);
  const int prefix_at = group + kNoPrefix;
  const auto prefix = kPrefixes[static_cast<std::size_t>(prefix_at)];
  return significant(value / std::pow(10.0, 3 * group), digits) + " " + std::string(prefix) +
         std::string(unit);
}

std::string time_text(Seconds time, int digits) { return engineering(time.value(), "s", digits); }

std::string ops_text(OpsPerSecond rate, int digits) {
  return engineering(rate.value(), "OPS", digits);
}

std::string bytes_text(Bits amount) {
  constexpr std::array<std::string_view, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  if (amount.count() % 8 != 0 && amount.count() < 8192) {
    return std::to_string(amount.count()) + " bit";
  }
  double value = amount.bytes().value();
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  std::string text = significant(value, 4);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text + " " + std::string(kUnits[unit]);
}

std::string count_text(std::int64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, " ");
  return text;
}

std::string counted(std::int64_t count, const std::string& noun) {
  return count_text(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string images_text(double per_second) { return significant(per_second, 4) + " images/s"; }

std::string percent_text(double share) {
  const double percent = share * 100;
  if (!(percent > 0)) return "0 %";
  return (percent < 0.1 ? significant(percent, 1) : fixed(percent, 1)) + " %";
}

std::string signed_percent_text(double share) {
  // Tenths of a percent; what rounds to nothing has no sign.
  const auto tenths = std::llround(1000 * share);
  std::string digits =
      std::to_string(std::abs(tenths) / 10) + "." + std::to_string(std::abs(tenths) % 10) + " %";
  if (tenths == 0) return digits;
  return (tenths > 0 ? "+" : "-") + digits;
}

std::string ratio_text(double ratio) { return significant(ratio, 3) + "x"; }

}  // namespace crossroof::cli
