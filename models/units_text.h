// SPDX-License-Identifier: Apache-2.0
// Quantities as text: a number and a unit, "1.28 GS/s", "100 ns", "4 cycles", "64 KiB", "32
// B/cycle". Decimal prefixes (k = 10^3) and binary ones (Ki = 2^10) are different words. Values are
// read with one correct rounding and printed so that reading them again gives the same double. No
// locale plays a part. Negative numbers, nan, inf and trailing characters are refused.
#ifndef CROSSROOF_MODELS_UNITS_TEXT_H_
#define CROSSROOF_MODELS_UNITS_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

namespace crossroof {

// What a quantity measures, and the base unit of its value:
enum class Dimension {
  size,         // bits, a whole number
  time,         // seconds, or cycles of a clock
  byte_rate,    // bytes per second, or per cycle
  sample_rate,  // conversions per second, or per cycle
  frequency,    // cycles per second
};

struct TextQuantity {
  double value = 0;
  bool in_cycles = false;  // a time in cycles, a rate per cycle
};

struct QuantityResult {
  bool ok = false;
  TextQuantity quantity;
  std::string expected;  // when not ok: what should have stood there, and why this does not do
};

QuantityResult parse_quantity(std::string_view text, Dimension dimension);

// Shortest text that reads back as the same value. Sizes from 1 KiB on are printed in bytes.
std::string print_quantity(TextQuantity quantity, Dimension dimension);

// "size", "time", "data rate", ...
std::string_view dimension_name(Dimension dimension);
// One well-formed quantity of the dimension.
std::string_view dimension_example(Dimension dimension);
// Every accepted unit, in order of size.
std::vector<std::string> dimension_units(Dimension dimension);

// Shortest decimal text that reads back as the same double, without a unit.
std::string print_number(double value);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_UNITS_TEXT_H_
