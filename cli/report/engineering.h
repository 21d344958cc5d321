// SPDX-License-Identifier: Apache-2.0
// Numbers for people: three or four significant digits, SI prefix, always with the unit. Zero is
// "0". Sizes use binary prefixes (64 KiB). JSON and CSV never use these: they hold base units in
// full.
#ifndef CROSSROOF_CLI_REPORT_ENGINEERING_H_
#define CROSSROOF_CLI_REPORT_ENGINEERING_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "models/amount.h"
#include "models/units.h"

namespace crossroof::cli {

// 1.28e-6, "s" -> "1.28 us"; 41.288e12, "OPS", 4 -> "41.29 TOPS".
std::string engineering(double value, std::string_view unit, int digits = 3);

std::string time_text(Seconds time, int digits = 3);               // "1.28 us", "0 s"
std::string ops_text(OpsPerSecond rate, int digits = 3);           // "41.3 TOPS"
std::string bytes_text(Bits amount);                               // "64 KiB", "10 B", "3 bit"
std::string count_text(std::int64_t count);                        // "4 089 184"
std::string counted(std::int64_t count, const std::string& noun);  // "1 layer", "2 layers"
std::string images_text(double per_second);                        // "8341 images/s"
std::string percent_text(double share);                            // 0.5625 -> "56.2 %"
std::string signed_percent_text(double share);  // -0.02 -> "-2.0 %", 0 -> "0.0 %"
std::string ratio_text(double ratio);           // "1.25x"

// `digits` significant digits without exponent: "1.28", "0.00123", "1234567".
std::string significant(double value, int digits);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ENGINEERING_H_
