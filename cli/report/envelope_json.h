// SPDX-License-Identifier: Apache-2.0
// The one document every `--json` prints: {"crossroof": 1, "command", "version", "result",
// "warnings"}. Keys carry their unit (SI base units); no number is nan or inf.
#ifndef CROSSROOF_CLI_REPORT_ENVELOPE_JSON_H_
#define CROSSROOF_CLI_REPORT_ENVELOPE_JSON_H_

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace crossroof::cli {

std::string envelope(const std::string& command, nlohmann::ordered_json result,
                     const std::vector<std::string>& warnings);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ENVELOPE_JSON_H_
