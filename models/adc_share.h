// SPDX-License-Identifier: Apache-2.0
// How many converters serve how many crossbars, as text: "2" or "2/1", "1/2" (one ADC shared by two
// crossbars), "per-column" (one converter for each column: no sweep).
#ifndef CROSSROOF_MODELS_ADC_SHARE_H_
#define CROSSROOF_MODELS_ADC_SHARE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crossroof {

struct AdcShare {
  bool per_column = false;
  std::int64_t count = 1, crossbars = 1;  // in lowest terms
};

inline constexpr std::int64_t kMostAdcs = 65536;

// Nothing when the text is no such ratio of numbers from 1 to 65536.
std::optional<AdcShare> parse_adc_share(std::string_view text);
std::string print_adc_share(const AdcShare& share);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_ADC_SHARE_H_
