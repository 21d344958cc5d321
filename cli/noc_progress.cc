// SPDX-License-Identifier: Apache-2.0
#include "cli/noc_progress.h"

#include "cli/report/engineering.h"
#include "models/units_text.h"

namespace crossroof::cli {

std::string noc_progress_text(const NocProgressPoint& point, sim::Cycle cycles) {
  return "point " + std::to_string(point.number) + " of " + std::to_string(point.points) +
         ", rate " + print_number(point.rate) + ", " +
         counted(static_cast<std::int64_t>(cycles), "cycle");
}

}  // namespace crossroof::cli
