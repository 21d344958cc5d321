// SPDX-License-Identifier: Apache-2.0
// Random machines and networks, the same for the same seed everywhere; docs/cli-validate.md lists
// the distributions. Three of four cases are balanced: after mapping, the rates of two to four
// kinds of resources are set so that each carries 75 to 100 % of what the busiest carried.
#ifndef CROSSROOF_VALIDATION_RANDOM_CASES_H_
#define CROSSROOF_VALIDATION_RANDOM_CASES_H_

#include <cstdint>
#include <optional>

#include "analytic/duplicate.h"
#include "models/rram_chip.h"
#include "validation/dice.h"
#include "workloads/mapping.h"
#include "workloads/network.h"

namespace crossroof::validation {

struct RandomCase {
  Network net;
  RramChip chip;
  RunMode mode = RunMode::layer_pipeline;
  std::int64_t batch = 1;  // layer-serial
};

// Case `number` of a seed, in the mode given, else in one drawn. A draw that cannot be mapped is
// drawn again.
RandomCase random_case(std::uint64_t seed, std::uint64_t number, std::optional<RunMode> mode,
                       const MappingOptions& options, analytic::Duplication duplication);

// Parts of it.
Network random_network(Dice& dice);
RramChip random_chip(Dice& dice);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_RANDOM_CASES_H_
