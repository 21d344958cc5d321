// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "analytic/mvm.h"
#include "cli/report/envelope_json.h"
#include "cli/report/machine_report.h"
#include "cli/report/published.h"
#include "validation/published.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;

Json published_json(const RramChip& chip) {
  Json all = Json::array();
  for (const Published& p : chip.published) {
    const std::optional<double> model = validation::derived_value(chip, p);
    all.push_back({{"quantity", p.quantity},
                   {"value", p.value},
                   {"unit", p.unit},
                   {"model", model ? Json(*model) : Json()},
                   {"verdict", verdict(p, model)},
                   {"derivable", p.derivable},
                   {"tolerance", p.tolerance},
                   {"definition", p.definition},
                   {"reason", p.reason},
                   {"source", p.source}});
  }
  return all;
}

}  // namespace

std::string machine_json(const Machine& machine) {
  const RramChip& chip = machine.chip;
  Json j;
  j["name"] = chip.name;
  j["title"] = chip.title;
  j["source"] = chip.source;
  j["peak_ops_per_s"] = analytic::peak(chip).value();
  j["peak_definition"] = peak_definition(chip);
  j["cores"] = chip.cores.size();
  j["crossbars"] = crossbars(chip);
  j["published"] = published_json(chip);
  j["description"] = Json::parse(resolved_json(machine));
  return envelope("machine show", std::move(j), {});
}

}  // namespace crossroof::cli
