// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "models/units_text.h"
#include "validation/calibration.h"

namespace crossroof::validation {

std::string calibration_block(const Calibration& calibration) {
  using Json = nlohmann::ordered_json;
  Json factors = Json::array();
  for (const CalibrationFactor& f : calibration.factors) {
    factors.push_back({{"resource", kCalibrated[index(f.resource)].key},
                       {"core_kind", f.core_kind},
                       {"value", f.value},
                       {"low", f.low},
                       {"high", f.high},
                       {"residual", f.residual},
                       {"start", print_quantity({f.start.value(), false}, Dimension::time)},
                       {"programs", f.programs}});
  }
  const Json block = {{"factors", std::move(factors)},    {"residual", calibration.residual},
                      {"programs", calibration.programs}, {"tier", calibration.tier},
                      {"program", calibration.program},   {"granularity", calibration.granularity},
                      {"l1_model", calibration.l1_model}};
  return block.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace crossroof::validation
