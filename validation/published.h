// SPDX-License-Identifier: Apache-2.0
// Published figures of machines against the model. Quantities that are derived here:
//   peak_tops[:in=BITS,weight=BITS,out=BITS,phases=1|2]   analytic::peak at that precision
//   weight_bytes          weights that all crossbars hold at the machine's own precision
//   mvm_latency_cycles    one MVM that fills a crossbar, in cycles of the digital clock
// Others have no value of ours.
#ifndef CROSSROOF_VALIDATION_PUBLISHED_H_
#define CROSSROOF_VALIDATION_PUBLISHED_H_

#include <optional>
#include <string>
#include <vector>

#include "models/rram_chip.h"

namespace crossroof::validation {

// In the unit of the published figure (TOPS, B, cycle); nullopt when it is not one of those above.
// A figure that is not derivable still has a value of ours to be compared with.
std::optional<double> derived_value(const RramChip& chip, const Published& figure);

enum class FigureVerdict {
  agrees,         // within its tolerance
  differs,        // by more
  not_derivable,  // says the machine, with its reason
  not_compared    // derivable, but none of the quantities above
};
FigureVerdict verdict_of(const Published& figure, std::optional<double> predicted);

struct FigureCheck {
  std::string machine;
  Published figure;
  std::optional<double> predicted, error;  // error = predicted / published - 1
  FigureVerdict verdict = FigureVerdict::not_compared;
};

FigureCheck check_figure(const RramChip& chip, const Published& figure);
// Of every preset, in order.
std::vector<FigureCheck> check_figures();

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_PUBLISHED_H_
