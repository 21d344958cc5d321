// SPDX-License-Identifier: Apache-2.0
// Compares a mapping with the loop nest, amount by amount, exactly.
#ifndef CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_CHECK_H_
#define CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_CHECK_H_

#include <string>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof::oracle {

// One line per amount that differs, or per rule that the mapping breaks; empty when all agree.
std::vector<std::string> differences(const Network& net, const RramChip& chip,
                                     const MappingOptions& options, const Mapping& mapping);

// Who sits where, one line per task.
std::string describe(const Mapping& mapping);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_CHECK_H_
