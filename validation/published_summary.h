// SPDX-License-Identifier: Apache-2.0
// How well published figures and measured rows are met, group by group.
#ifndef CROSSROOF_VALIDATION_PUBLISHED_SUMMARY_H_
#define CROSSROOF_VALIDATION_PUBLISHED_SUMMARY_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "validation/noc_check.h"
#include "validation/published.h"

namespace crossroof::validation {

struct PublishedChecks {
  std::vector<FigureCheck> figures;
  std::vector<NocCheck> noc;
};

struct GroupSummary {
  std::string name;
  std::size_t count = 0;                // with an error
  std::size_t judged = 0, within = 0;   // of those with a tolerance or a band
  std::optional<double> mape, largest;  // of the absolute errors; none without any
};

// Of the bands of the estimate, so many must hold.
inline constexpr double kBandCoverage = 0.95;

struct PublishedSummary {
  std::vector<GroupSummary> groups;
  std::size_t not_derivable = 0;
  std::size_t bands = 0, bands_held = 0;  // of the estimate, all groups
  std::vector<std::string> missed;        // what does not hold, a sentence each
};

PublishedSummary summarise(const PublishedChecks& checks);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_PUBLISHED_SUMMARY_H_
