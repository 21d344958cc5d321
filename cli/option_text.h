// SPDX-License-Identifier: Apache-2.0
// Pieces of option values, and the one form in which a bad value is refused.
#ifndef CROSSROOF_CLI_OPTION_TEXT_H_
#define CROSSROOF_CLI_OPTION_TEXT_H_

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace crossroof::cli {

// Throws a usage Error: `option`: found "...", expected ...
[[noreturn]] void refuse(std::string_view option, std::string_view found,
                         const std::string& expected);

// Whether all of the text is a number of that type.
template <class T>
bool reads_as(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_OPTION_TEXT_H_
