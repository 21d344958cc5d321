// SPDX-License-Identifier: Apache-2.0
#include "models/units_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "models/text.h"

namespace crossroof {
namespace {

// value in base units = number * 10^decimal * 2^binary
struct Unit {
  std::string_view word;
  int decimal = 0;
  int binary = 0;
  bool in_cycles = false;
  bool prints = true;  // print_quantity may choose it
};

struct DimensionInfo {
  Dimension dimension;
  std::string_view name, article, example;
  std::vector<Unit> units;
};

const std::vector<DimensionInfo>& dimensions() {
  static const std::vector<DimensionInfo> all = {
      {Dimension::size,
       "size",
       "a size",
       "64 KiB",
       {{"bit", 0, 0},
        {"B", 0, 3},
        {"kbit", 3, 0},
        {"Kibit", 0, 10},
        {"kB", 3, 3},
        {"KiB", 0, 13},
        {"Mbit", 6, 0},
        {"Mibit", 0, 20},
        {"MB", 6, 3},
        {"MiB", 0, 23},
        {"Gbit", 9, 0},
        {"Gibit", 0, 30},
        {"GB", 9, 3},
        {"GiB", 0, 33},
        {"TB", 12, 3},
        {"TiB", 0, 43}}},
      {Dimension::time,
       "time",
       "a time",
       "100 ns",
       {{"fs", -15},
        {"ps", -12},
        {"ns", -9},
        {"us", -6},
        {"ms", -3},
        {"s", 0},
        {"cycle", 0, 0, true, false},
        {"cycles", 0, 0, true}}},
      {Dimension::byte_rate,
       "data rate",
       "a data rate",
       "6.4 GB/s",
       {{"bit/s", 0, -3, false, false},
        {"B/s", 0},
        {"kbit/s", 3, -3, false, false},
        {"kB/s", 3},
        {"KiB/s", 0, 10, false, false},
        {"Mbit/s", 6, -3, false, false},
        {"MB/s", 6},
        {"MiB/s", 0, 20, false, false},
        {"Gbit/s", 9, -3, false, false},
        {"GB/s", 9},
        {"GiB/s", 0, 30, false, false},
        {"Tbit/s", 12, -3, false, false},
        {"TB/s", 12},
        {"TiB/s", 0, 40, false, false},
        {"bit/cycle", 0, -3, true, false},
        {"B/cycle", 0, 0, true}}},
      {Dimension::sample_rate,
       "conversion rate",
       "a conversion rate",
       "1.28 GS/s",
       {{"S/s", 0}, {"kS/s", 3}, {"MS/s", 6}, {"GS/s", 9}, {"S/cycle", 0, 0, true}}},
      {Dimension::frequency,
       "frequency",
       "a frequency",
       "1 GHz",
       {{"Hz", 0}, {"kHz", 3}, {"MHz", 6}, {"GHz", 9}}},
  };
  return all;
}

const DimensionInfo& info(Dimension d) { return dimensions()[static_cast<std::size_t>(d)]; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A plain decimal number split into its digits and its power of ten.
struct Number {
  std::string_view digits;  // with an optional point
  long exponent = 0;
  std::size_t length = 0;  // characters read; 0: no number here
};

Number read_number(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && is_digit(text[i])) ++i;
  if (i == 0) return {};
  if (i + 1 < text.size() && text[i] == '.' && is_digit(text[i + 1])) {
    ++i;
    while (i < text.size() && is_digit(text[i])) ++i;
  }
  Number number{text.substr(0, i), 0, i};
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t j = i + 1;
    const bool negative = j < text.size() && text[j] == '-';
    if (j < text.size() && (text[j] == '-' || text[j] == '+')) ++j;
    const auto parsed =
        std::from_chars(text.data() + j, text.data() + text.size(), number.exponent);
    if (j < text.size() && is_digit(text[j]) && parsed.ec == std::errc() &&
        number.exponent < 10000) {
      number.length = static_cast<std::size_t>(parsed.ptr - text.data());
      if (negative) number.exponent = -number.exponent;
    }
  }
  return number;
}

// The correctly rounded value of digits * 10^exponent; nothing when it is no finite double or when
// a number other than zero would become zero.
std::optional<double> rounded(std::string_view digits, long exponent) {
  const std::string text = std::string(digits) + "e" + std::to_string(exponent);
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string expectation(const DimensionInfo& d, const std::string& reason) {
  return "expected " + std::string(d.article) + " such as \"" + std::string(d.example) + "\"" +
         reason + " (units: " + listing(dimension_units(d.dimension)) + ")";
}

const Unit* find_unit(const DimensionInfo& d, std::string_view word) {
  for (const Unit& unit : d.units) {
    if (unit.word == word) return &unit;
  }
  return nullptr;
}

std::string unknown_unit(const DimensionInfo& d, std::string_view word) {
  for (const DimensionInfo& other : dimensions()) {
    if (other.dimension == d.dimension || find_unit(other, word) == nullptr) continue;
    return "; \"" + std::string(word) + "\" is a unit of " + std::string(other.name);
  }
  const std::string shown(word.substr(0, 40));
  return "; unknown unit \"" + shown + "\"" + did_you_mean(word, dimension_units(d.dimension));
}

QuantityResult refuse(const DimensionInfo& d, const std::string& reason) {
  return {false, {}, expectation(d, reason)};
}

// digits and exponent with value = 0.d1d2d3... * 10^exponent, shortest that reads back the same.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

Decimal shortest(double value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific);
  const std::string text(buffer.data(), end.ptr);
  const std::size_t e = text.find('e');
  Decimal result;
  for (char c : text.substr(0, e)) {
    if (c != '.') result.digits += c;
  }
  result.exponent = std::stoi(text.substr(e + 1)) + 1;
  return result;
}

// The decimal number 0.digits * 10^exponent, plain where that is short.
std::string print_decimal(const Decimal& d) {
  const int count = static_cast<int>(d.digits.size());
  if (d.exponent > 18 || d.exponent < -5) {
    std::string text = d.digits.substr(0, 1);
    if (count > 1) text += "." + d.digits.substr(1);
    return text + "e" + std::to_string(d.exponent - 1);
  }
  if (d.exponent <= 0) {
    return "0." + std::string(static_cast<std::size_t>(-d.exponent), '0') + d.digits;
  }
  if (d.exponent >= count) {
    return d.digits + std::string(static_cast<std::size_t>(d.exponent - count), '0');
  }
  return d.digits.substr(0, static_cast<std::size_t>(d.exponent)) + "." +
         d.digits.substr(static_cast<std::size_t>(d.exponent));
}

std::string print_size(double bits) {
  static constexpr std::array<std::string_view, 5> kWords = {"B", "KiB", "MiB", "GiB", "TiB"};
  if (bits < 8192 || std::fmod(bits, 8) != 0) return print_number(bits) + " bit";
  double bytes = bits / 8;
  std::size_t word = 0;
  while (word + 1 < kWords.size() && std::fmod(bytes, 1024) == 0) {
    bytes /= 1024;
    ++word;
  }
  return print_number(bytes) + " " + std::string(kWords[word]);
}

}  // namespace

std::string_view dimension_name(Dimension dimension) { return info(dimension).name; }
std::string_view dimension_example(Dimension dimension) { return info(dimension).example; }

std::vector<std::string> dimension_units(Dimension dimension) {
  std::vector<std::string> words;
  for (const Unit& unit : info(dimension).units) words.emplace_back(unit.word);
  return words;
}

QuantityResult parse_quantity(std::string_view text, Dimension dimension) {
  const DimensionInfo& d = info(dimension);
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    return refuse(d, "; a sign is not allowed");
  }
  const Number number = read_number(text);
  if (number.length == 0) return refuse(d, "; no number at the beginning");
  std::size_t start = number.length;
  while (start < text.size() && text[start] == ' ') ++start;
  const std::string_view word = text.substr(start);
  if (word.empty()) return refuse(d, "; the unit is missing");
  const Unit* unit = find_unit(d, word);
  if (unit == nullptr) return refuse(d, unknown_unit(d, word));
  const std::optional<double> scaled = rounded(number.digits, number.exponent + unit->decimal);
  if (!scaled) return refuse(d, "; the number is out of range");
  const double value = std::ldexp(*scaled, unit->binary);
  if (dimension == Dimension::size && (value != std::floor(value) || value > 9e15)) {
    return refuse(d,
                  value > 9e15 ? "; the number is out of range" : "; not a whole number of bits");
  }
  return {true, {value, unit->in_cycles}, ""};
}

std::string print_number(double value) {
  if (value == 0) return "0";
  const std::string sign = value < 0 ? "-" : "";
  return sign + print_decimal(shortest(std::fabs(value)));
}

std::string print_quantity(TextQuantity quantity, Dimension dimension) {
  if (dimension == Dimension::size) return print_size(quantity.value);
  const Decimal decimal = shortest(quantity.value);
  const Unit* best = nullptr;
  for (const Unit& unit : info(dimension).units) {
    if (!unit.prints || unit.in_cycles != quantity.in_cycles) continue;
    const bool base = unit.decimal == 0;
    if (quantity.value == 0 ? base : best == nullptr || decimal.exponent > unit.decimal) {
      best = &unit;
    }
  }
  if (quantity.value == 0) return "0 " + std::string(best->word);
  const Decimal scaled{decimal.digits, decimal.exponent - best->decimal};
  std::string word(best->word);
  if (quantity.value == 1 && word == "cycles") word = "cycle";
  return print_decimal(scaled) + " " + word;
}

}  // namespace crossroof
