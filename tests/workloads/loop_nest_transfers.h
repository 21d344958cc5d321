// SPDX-License-Identifier: Apache-2.0
// Counts S1 and S8 value by value (docs/equations.md E37-E43): every value of every message that
// a task needs and that does not already sit on its core moves once to that task; partial sums move
// to their root; results of the network and tensors that cross a phase or spill go to memory once.
#ifndef CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_TRANSFERS_H_
#define CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_TRANSFERS_H_

#include "tests/workloads/loop_nest.h"

namespace crossroof::oracle {

void count_transfers(const Network& net, const RramChip& chip, const Mapping& mapping,
                     Recount& counted);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_TRANSFERS_H_
