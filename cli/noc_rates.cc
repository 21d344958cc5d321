// SPDX-License-Identifier: Apache-2.0
#include "cli/noc_rates.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "cli/option_text.h"
#include "models/error.h"

namespace crossroof::cli {
namespace {

constexpr double kLeastRate = 1e-6;
constexpr double kMostRates = 1000;

// `where`: "" or the part of `whole` that `found` is, as in "step of ".
[[noreturn]] void refuse(std::string_view where, std::string_view whole, std::string_view found,
                         const std::string& expected) {
  std::string text = "--rate: ";
  if (!where.empty()) text.append(where).append("\"").append(whole).append("\": ");
  text.append("found \"").append(found).append("\", expected ").append(expected);
  throw Error(text, ExitCode::usage);
}

double parse_number(std::string_view where, std::string_view whole, std::string_view text,
                    const std::string& expected) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool read = error == std::errc() && end == text.data() + text.size();
  if (!read || !(number >= kLeastRate && number <= 1)) refuse(where, whole, text, expected);
  return number;
}

std::vector<double> parse_range(const std::string& text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() != 3) refuse("", text, text, "a range from:to:step, as in 0.1:0.5:0.1");
  const std::string rate = "flits per node and cycle from 1e-6 to 1";
  const double from = parse_number("from of ", text, parts[0], rate);
  const double to = parse_number("to of ", text, parts[1], rate);
  const double step = parse_number("step of ", text, parts[2], "a step from 1e-6 to 1");
  if (to < from) {
    refuse("to of ", text, parts[1],
           "at least from, which is " + std::string(parts[0]) + ": a range rises");
  }
  const double count = std::floor((to - from) / step + 1e-9) + 1;
  if (count > kMostRates) {
    refuse("step of ", text, parts[2],
           "one that makes at most 1000 rates, not " +
               std::to_string(static_cast<std::int64_t>(count)));
  }
  std::vector<double> rates;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    // Of 0.1 + 2 * 0.1 the user expects 0.3.
    rates.push_back(std::round((from + static_cast<double>(i) * step) * 1e9) / 1e9);
  }
  return rates;
}

}  // namespace

std::vector<double> parse_rates(const std::string& text) {
  if (text.find(':') != std::string::npos) return parse_range(text);
  const std::vector<std::string_view> parts = split(text, ',');
  if (static_cast<double>(parts.size()) > kMostRates) {
    refuse("", text, text.substr(0, 20) + "...",
           "at most 1000 rates, not " + std::to_string(parts.size()));
  }
  const char* where = parts.size() > 1 ? "in " : "";
  std::vector<double> rates;
  for (const std::string_view part : parts) {
    const double rate = parse_number(
        where, text, part,
        "flits per node and cycle from 1e-6 to 1: one value, a list a,b,c or a range from:to:step");
    if (std::find(rates.begin(), rates.end(), rate) != rates.end()) {
      refuse(where, text, part, "every rate once");
    }
    rates.push_back(rate);
  }
  return rates;
}

}  // namespace crossroof::cli
