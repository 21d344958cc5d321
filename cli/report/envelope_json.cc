// SPDX-License-Identifier: Apache-2.0
#include "cli/report/envelope_json.h"

#include <nlohmann/json.hpp>

#include "cli/report/finite.h"

namespace crossroof::cli {
namespace {

void check_finite(const nlohmann::ordered_json& value, const std::string& path) {
  if (value.is_number_float()) finite(value.get<double>(), path);
  if (!value.is_structured()) return;
  for (const auto& [key, member] : value.items()) {
    std::string below = path;
    check_finite(member, below.append(".").append(key));
  }
}

}  // namespace

std::string envelope(const std::string& command, nlohmann::ordered_json result,
                     const std::vector<std::string>& warnings) {
  check_finite(result, "result");
  nlohmann::ordered_json document;
  document["crossroof"] = 1;
  document["command"] = command;
  document["version"] = CROSSROOF_VERSION;
  document["result"] = std::move(result);
  document["warnings"] = warnings;
  // Names from files need not be UTF-8.
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace crossroof::cli
