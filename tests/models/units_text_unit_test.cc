// SPDX-License-Identifier: Apache-2.0
#include "models/units_text.h"

#include <cmath>
#include <locale>
#include <random>

#include <gtest/gtest.h>

namespace crossroof {
namespace {

double value(std::string_view text, Dimension dimension, bool in_cycles = false) {
  const QuantityResult result = parse_quantity(text, dimension);
  EXPECT_TRUE(result.ok) << text << ": " << result.expected;
  EXPECT_EQ(result.quantity.in_cycles, in_cycles) << text;
  return result.quantity.value;
}

std::string refusal(std::string_view text, Dimension dimension) {
  const QuantityResult result = parse_quantity(text, dimension);
  EXPECT_FALSE(result.ok) << text;
  const std::size_t reason = result.expected.find("; ");
  const std::size_t units = result.expected.find(" (units: ");
  return reason == std::string::npos ? "" : result.expected.substr(reason + 2, units - reason - 2);
}

TEST(ParseQuantity, DecimalAndBinaryPrefixesAreDifferentWords) {
  EXPECT_EQ(value("64 KiB", Dimension::size), 64 * 1024 * 8);
  EXPECT_EQ(value("64 kB", Dimension::size), 64 * 1000 * 8);
  EXPECT_EQ(value("1 GiB", Dimension::size), 8.0 * 1024 * 1024 * 1024);
  EXPECT_EQ(value("256 bit", Dimension::size), 256);
  EXPECT_EQ(value("1 MiB/s", Dimension::byte_rate), 1048576);
  EXPECT_EQ(value("1 MB/s", Dimension::byte_rate), 1000000);
}

TEST(ParseQuantity, RoundsOnceLikeALiteral) {
  EXPECT_EQ(value("100 ns", Dimension::time), 100e-9);
  EXPECT_EQ(value("0.3 us", Dimension::time), 0.3e-6);
  EXPECT_EQ(value("85.693359375 ns", Dimension::time), 85.693359375e-9);
  EXPECT_EQ(value("1.28 GS/s", Dimension::sample_rate), 1.28e9);
  EXPECT_EQ(value("6.4 GB/s", Dimension::byte_rate), 6.4e9);
  EXPECT_EQ(value("1e3 MHz", Dimension::frequency), 1e9);
  EXPECT_EQ(value("1.5E-3 s", Dimension::time), 1.5e-3);
}

TEST(ParseQuantity, CyclesAreNotSeconds) {
  EXPECT_EQ(value("4 cycles", Dimension::time, true), 4);
  EXPECT_EQ(value("1 cycle", Dimension::time, true), 1);
  EXPECT_EQ(value("32 B/cycle", Dimension::byte_rate, true), 32);
  EXPECT_EQ(value("256 bit/cycle", Dimension::byte_rate, true), 32);
  EXPECT_EQ(value("1 S/cycle", Dimension::sample_rate, true), 1);
}

TEST(ParseQuantity, BlanksBeforeTheUnitAreFree) {
  EXPECT_EQ(value("4KiB", Dimension::size), 32768);
  EXPECT_EQ(value("4   KiB", Dimension::size), 32768);
  EXPECT_FALSE(parse_quantity("4 KiB ", Dimension::size).ok);
  EXPECT_FALSE(parse_quantity(" 4 KiB", Dimension::size).ok);
  EXPECT_FALSE(parse_quantity("4\tKiB", Dimension::size).ok);
}

TEST(ParseQuantity, SaysWhatIsWrong) {
  EXPECT_EQ(refusal("64", Dimension::size), "the unit is missing");
  EXPECT_EQ(refusal("64 ns", Dimension::size), "\"ns\" is a unit of time");
  EXPECT_EQ(refusal("64 Kib", Dimension::size), "unknown unit \"Kib\"; did you mean \"KiB\"?");
  EXPECT_EQ(refusal("64 KB", Dimension::size), "unknown unit \"KB\"; did you mean \"kB\"?");
  EXPECT_EQ(refusal("1 Ghz", Dimension::frequency), "unknown unit \"Ghz\"; did you mean \"GHz\"?");
  EXPECT_EQ(refusal("1 parsec", Dimension::time), "unknown unit \"parsec\"");
  EXPECT_EQ(refusal("-1 ns", Dimension::time), "a sign is not allowed");
  EXPECT_EQ(refusal("+1 ns", Dimension::time), "a sign is not allowed");
  EXPECT_EQ(refusal("nan ns", Dimension::time), "no number at the beginning");
  EXPECT_EQ(refusal("inf s", Dimension::time), "no number at the beginning");
  EXPECT_EQ(refusal("0x10 s", Dimension::time), "unknown unit \"x10 s\"");
  EXPECT_EQ(refusal("1,5 ns", Dimension::time), "unknown unit \",5 ns\"");
  EXPECT_EQ(refusal("1. ns", Dimension::time), "unknown unit \". ns\"");
  EXPECT_EQ(refusal(".5 ns", Dimension::time), "no number at the beginning");
  EXPECT_EQ(refusal("", Dimension::time), "no number at the beginning");
  EXPECT_EQ(refusal("1 ns!", Dimension::time), "unknown unit \"ns!\"; did you mean \"ns\"?");
  EXPECT_EQ(refusal("1e s", Dimension::time), "unknown unit \"e s\"");
}

TEST(ParseQuantity, ListsTheUnitsItAccepts) {
  EXPECT_EQ(parse_quantity("1", Dimension::sample_rate).expected,
            "expected a conversion rate such as \"1.28 GS/s\"; the unit is missing (units: S/s, "
            "kS/s, MS/s, GS/s or S/cycle)");
}

TEST(ParseQuantity, SizesAreWholeBits) {
  EXPECT_EQ(value("0.5 B", Dimension::size), 4);
  EXPECT_EQ(refusal("0.1 B", Dimension::size), "not a whole number of bits");
  EXPECT_EQ(value("1000 TB", Dimension::size), 8e15);
  EXPECT_EQ(refusal("2000 TB", Dimension::size), "the number is out of range");
}

TEST(ParseQuantity, RefusesWhatADoubleCannotHold) {
  EXPECT_EQ(value("1e308 s", Dimension::time), 1e308);
  EXPECT_EQ(refusal("1e309 s", Dimension::time), "the number is out of range");
  EXPECT_EQ(refusal("1e-400 s", Dimension::time), "the number is out of range");
  EXPECT_EQ(refusal("1e99999 s", Dimension::time), "unknown unit \"e99999 s\"");
  EXPECT_EQ(value("0 s", Dimension::time), 0);
  EXPECT_EQ(value("0e999 s", Dimension::time), 0);
}

TEST(PrintQuantity, ChoosesTheUnitANumberReadsBestIn) {
  EXPECT_EQ(print_quantity({100e-9}, Dimension::time), "100 ns");
  EXPECT_EQ(print_quantity({1e-6}, Dimension::time), "1 us");
  EXPECT_EQ(print_quantity({999.5e-9}, Dimension::time), "999.5 ns");
  EXPECT_EQ(print_quantity({0}, Dimension::time), "0 s");
  EXPECT_EQ(print_quantity({1, true}, Dimension::time), "1 cycle");
  EXPECT_EQ(print_quantity({10.03125, true}, Dimension::time), "10.03125 cycles");
  EXPECT_EQ(print_quantity({1.28e9}, Dimension::sample_rate), "1.28 GS/s");
  EXPECT_EQ(print_quantity({32, true}, Dimension::byte_rate), "32 B/cycle");
  EXPECT_EQ(print_quantity({6.4e9}, Dimension::byte_rate), "6.4 GB/s");
  EXPECT_EQ(print_quantity({1e9}, Dimension::frequency), "1 GHz");
}

TEST(PrintQuantity, SizesTurnIntoBytesAtOneKibibyte) {
  EXPECT_EQ(print_quantity({256}, Dimension::size), "256 bit");
  EXPECT_EQ(print_quantity({8184}, Dimension::size), "8184 bit");
  EXPECT_EQ(print_quantity({8192}, Dimension::size), "1 KiB");
  EXPECT_EQ(print_quantity({8200}, Dimension::size), "1025 B");
  EXPECT_EQ(print_quantity({8193}, Dimension::size), "8193 bit");
  EXPECT_EQ(print_quantity({64.0 * 8192}, Dimension::size), "64 KiB");
}

TEST(PrintQuantity, ReadsBackAsTheSameDouble) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-20, 20);
  for (int i = 0; i < 20000; ++i) {
    const TextQuantity quantity{std::pow(10.0, exponent(random)), i % 2 == 0};
    for (Dimension d : {Dimension::time, Dimension::byte_rate, Dimension::sample_rate}) {
      const std::string text = print_quantity(quantity, d);
      const QuantityResult again = parse_quantity(text, d);
      ASSERT_TRUE(again.ok) << text;
      ASSERT_EQ(again.quantity.value, quantity.value) << text;
      ASSERT_EQ(again.quantity.in_cycles, quantity.in_cycles) << text;
    }
  }
}

TEST(PrintNumber, IsShortAndExact) {
  EXPECT_EQ(print_number(0), "0");
  EXPECT_EQ(print_number(16), "16");
  EXPECT_EQ(print_number(0.005), "0.005");
  EXPECT_EQ(print_number(-2.5), "-2.5");
  EXPECT_EQ(print_number(70e6), "70000000");
  EXPECT_EQ(print_number(1e30), "1e30");
  EXPECT_EQ(print_number(1.25e-7), "1.25e-7");
}

class GermanNumbers : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Quantities, DoNotDependOnTheLocale) {
  const std::locale before =
      std::locale::global(std::locale(std::locale::classic(), new GermanNumbers));
  EXPECT_EQ(value("1.28 GS/s", Dimension::sample_rate), 1.28e9);
  EXPECT_EQ(print_quantity({1.28e9}, Dimension::sample_rate), "1.28 GS/s");
  EXPECT_EQ(print_number(1234567.5), "1234567.5");
  std::locale::global(before);
}

}  // namespace
}  // namespace crossroof
