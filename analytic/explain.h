// SPDX-License-Identifier: Apache-2.0
// Every figure of a layer's estimate as formula, numbers substituted, result and source, to be
// checked with a pocket calculator. `substituted` is plain arithmetic over numbers: + - * / ( ),
// max(a, b, ...), min(a, b, ...), ceil(a), floor(a); it evaluates to `value`.
#ifndef CROSSROOF_ANALYTIC_EXPLAIN_H_
#define CROSSROOF_ANALYTIC_EXPLAIN_H_

#include <string>
#include <vector>

#include "analytic/stage_max.h"

namespace crossroof::analytic {

struct Figure {
  std::string symbol;       // "S2 time"
  std::string formula;      // "bytes / rate"
  std::string substituted;  // "576 / 2e+09"
  double value = 0;
  std::string unit;    // "s", "byte", "bit", "", ...
  std::string source;  // "docs/equations.md E31" or the machine key the number comes from
  std::string key;     // path in the layer's JSON of the same figure ("stages.mac"); may be ""
};

struct FigureGroup {
  std::string title;  // "S2  L1 read of MAC operands"
  std::vector<Figure> figures;
};

// The figures of one layer; those of a stage are of the task that sets its time.
std::vector<FigureGroup> explain(const Network& net, const RramChip& chip, const Mapping& mapping,
                                 LayerId layer, Sharing sharing);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_EXPLAIN_H_
