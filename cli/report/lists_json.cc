// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "cli/report/envelope_json.h"
#include "cli/report/lists.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {

std::string list_report(const std::string& command, const std::string& what,
                        const std::vector<Named>& items, const OutputArguments& output) {
  if (output.json) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const Named& item : items) {
      all.push_back({{"name", item.name}, {"description", item.description}});
    }
    return envelope(command, {{what, std::move(all)}}, {});
  }
  FactList facts;
  for (const Named& item : items) facts.add(item.name, item.description);
  return facts.text();
}

}  // namespace crossroof::cli
