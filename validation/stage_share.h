// SPDX-License-Identifier: Apache-2.0
// The work of one stage, made larger or smaller by a ratio and nothing else: every amount of it
// becomes floor(amount * to / from), but none vanishes unless `to` is 0. In a mapping it is what
// the analytic engine divides by rates, in a program what the event engine runs, so that a case can
// be given one dominating stage, or one engine another amount than the other. For networks of one
// layer whose results no core passes on to another: their S1 comes from memory and their S8 goes
// there.
#ifndef CROSSROOF_VALIDATION_STAGE_SHARE_H_
#define CROSSROOF_VALIDATION_STAGE_SHARE_H_

#include <cstdint>

#include "models/stages.h"
#include "workloads/mapping.h"
#include "workloads/program.h"

namespace crossroof::validation {

struct Ratio {
  std::int64_t to = 1, from = 1;
};

// S1 to S8.
void scale_stage(Stage stage, Ratio ratio, Mapping& mapping);
void scale_stage(Stage stage, Ratio ratio, Program& program);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_STAGE_SHARE_H_
