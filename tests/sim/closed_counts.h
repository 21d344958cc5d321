// SPDX-License-Identifier: Apache-2.0
// What a run must count, in closed form: amounts from the tasks and flows of the mapping, packets
// and flits from the sizes of the messages, flit-hops from the lengths of the routes. Nothing of it
// comes from an event.
//   packets = ceil(bits / (payload flits * flit)), flits = ceil(bits / flit) + header * packets
#ifndef CROSSROOF_TESTS_SIM_CLOSED_COUNTS_H_
#define CROSSROOF_TESTS_SIM_CLOSED_COUNTS_H_

#include <cstdint>
#include <string>

#include "models/rram_chip.h"
#include "sim/simulate.h"
#include "workloads/program.h"

namespace crossroof::oracle {

// Of `images` images without multicast. Left at 0: slots, lane operations, words, conflicts.
sim::SimCounts closed_counts(const RramChip& chip, const Mapping& mapping, const Program& program,
                             std::int64_t images);

// One line per count that differs; empty when all agree.
std::string differences(const sim::SimCounts& expected, const sim::SimCounts& counted);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_SIM_CLOSED_COUNTS_H_
