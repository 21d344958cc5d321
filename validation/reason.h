// SPDX-License-Identifier: Apache-2.0
// What simulated time is made of, in words: from the stage that is busy longest, along what it
// waits for. A stage that starves leads to the stage before it or to its producer, one that is
// blocked to the stage behind it or to its consumer, one that is queued to the resource it shares.
#ifndef CROSSROOF_VALIDATION_REASON_H_
#define CROSSROOF_VALIDATION_REASON_H_

#include <string>

#include "sim/simulate.h"
#include "workloads/network.h"
#include "workloads/program.h"

namespace crossroof::validation {

// Of images streaming or passing phases: where the time between two of them goes.
std::string interval_reason(const Network& net, const RramChip& chip, const Program& program,
                            const sim::SimResult& run);

// Of one image alone: the layer that takes longest, and where its time goes.
std::string latency_reason(const Network& net, const RramChip& chip, const Program& program,
                           const sim::SimResult& run);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_REASON_H_
