// SPDX-License-Identifier: Apache-2.0
// The groups of figures explain() is made of, and how numbers are written in them.
#ifndef CROSSROOF_ANALYTIC_EXPLAIN_PARTS_H_
#define CROSSROOF_ANALYTIC_EXPLAIN_PARTS_H_

#include <string>
#include <vector>

#include "analytic/explain.h"

namespace crossroof::analytic {

struct ExplainedLayer {
  const Network& net;
  const RramChip& chip;
  const Mapping& mapping;
  LayerId id;
  Sharing sharing;
  LayerTimes times;

  const Layer& layer() const { return net.layers[index(id)]; }
  const LayerMapping& mapped() const { return mapping.layer(id); }
};

// Shortest decimal that reads back as the same number.
std::string number(double value);
std::string number(std::int64_t value);

// "a + 3 * b + c": equal terms that follow each other are counted; "0" for none.
std::string sum_of(const std::vector<std::string>& terms);

// The bits a stage moves for a task; none for S3, S6 and writing.
Bits stage_bits(Stage stage, const TaskWork& work);

FigureGroup explain_arrays(const ExplainedLayer& e);
FigureGroup explain_mvm(const ExplainedLayer& e);
// Adds the figures of S1 or S8 to a group.
FigureGroup explain_transfers(const ExplainedLayer& e, const StageInfo& stage, FigureGroup group);
FigureGroup explain_stage(const ExplainedLayer& e, const StageInfo& stage);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_EXPLAIN_PARTS_H_
