// SPDX-License-Identifier: Apache-2.0
// Small networks and machines whose programs are worth running: for the interpreter and for
// simulators. The same for the same seed on every machine.
#ifndef CROSSROOF_TESTS_WORKLOADS_PROGRAM_CASES_H_
#define CROSSROOF_TESTS_WORKLOADS_PROGRAM_CASES_H_

#include <cstdint>
#include <string>

#include "models/rram_chip.h"
#include "workloads/mapping.h"
#include "workloads/network.h"

namespace crossroof::oracle {

struct ProgramCase {
  std::uint64_t seed = 0;
  RramChip chip;
  Network net;
  MappingOptions options;  // options.batch images
  Mapping mapping;
};

// A chain of 1 to 5 layers with skips, branches, joined maps, pooling and strides beyond the
// kernel, in row and column blocks over the cores of a 2 x 2 mesh with one memory controller, some
// with replicas; 1 to 4 images.
ProgramCase random_program_case(std::uint64_t seed);

// Twelve 3x3 convolutions in a chain; a 1x1 convolution of the last result joined with the input of
// the first. Both reach it, one after twelve layers and one at once.
ProgramCase twelve_layer_concat(RunMode mode, std::int64_t images);

// Queries, keys and values of one sequence as in attention: three 1x1 layers of one input; every
// query is multiplied with all keys. What holds the queries back is not on their way.
ProgramCase attention(std::int64_t images);

std::string describe(const ProgramCase& c);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_PROGRAM_CASES_H_
