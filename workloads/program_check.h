// SPDX-License-Identifier: Apache-2.0
// Is a program the mapping it was expanded from, and can it run? What both engines share cannot be
// caught by comparing them, so it is checked here: every weight placed once, no core over capacity,
// every bit with one sender and one receiver, chunks that add up to their tasks, needs that credits
// can satisfy, nothing that waits for what comes later. Speeds and order of events are not looked
// at: whether a program also finishes is for an interpreter to show.
// Cost: O(messages carried + weight blocks + feeds).
#ifndef CROSSROOF_WORKLOADS_PROGRAM_CHECK_H_
#define CROSSROOF_WORKLOADS_PROGRAM_CHECK_H_

#include <string>
#include <vector>

#include "workloads/program.h"

namespace crossroof {

// One sentence for each violation, at most kMostFaults; empty when the program is sound.
inline constexpr std::size_t kMostFaults = 20;
std::vector<std::string> check(const Network& net, const RramChip& chip, const Mapping& mapping,
                               const Program& program);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_PROGRAM_CHECK_H_
