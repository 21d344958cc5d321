// SPDX-License-Identifier: Apache-2.0
// Random programs in which nothing is shared: trees of tasks, each on a core of its own with one
// stage that reads L1 and one that writes it at most; the first reads a tensor from a controller of
// its own, every chunk sends one message at most, to one of the next tasks; the last store to
// controllers of their own. Random chunks, demands, gates, credits, slots, packets and pipelines.
#ifndef CROSSROOF_TESTS_SIM_PRIVATE_PROGRAMS_H_
#define CROSSROOF_TESTS_SIM_PRIVATE_PROGRAMS_H_

#include <cstdint>

#include "models/rram_chip.h"
#include "workloads/program.h"

namespace crossroof::oracle {

struct PrivateCase {
  RramChip chip;
  Program program;
  std::int64_t images = 1;
};

PrivateCase private_case(std::uint64_t seed);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_SIM_PRIVATE_PROGRAMS_H_
