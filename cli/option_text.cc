// SPDX-License-Identifier: Apache-2.0
#include "cli/option_text.h"

#include "models/error.h"

namespace crossroof::cli {

void refuse(std::string_view option, std::string_view found, const std::string& expected) {
  throw Error(std::string(option) + ": found \"" + std::string(found) + "\", expected " + expected,
              ExitCode::usage);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace crossroof::cli
