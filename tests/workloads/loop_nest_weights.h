// SPDX-License-Identifier: Apache-2.0
// Where every single weight of a layer sits, found by walking (docs/equations.md E10-E15): columns
// are laid down until the cells of an array run out, rows (channel, ky, kx) until its rows run out;
// small groups share an array diagonally as long as the next one fits. No closed formula.
#ifndef CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_WEIGHTS_H_
#define CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_WEIGHTS_H_

#include <cstdint>
#include <vector>

#include "models/rram_chip.h"
#include "workloads/network.h"

namespace crossroof::oracle {

// A column set, and a row block of it.
struct Place {
  std::int64_t set = 0, block = 0;
};

struct ArrayBlock {
  std::int64_t rows = 0;   // physical rows in use
  std::int64_t cells = 0;  // cells in use in the columns of each of its arrays
};

struct WeightWalk {
  std::int64_t arrays_per_block = 1;
  std::int64_t cells_per_weight = 1;            // over all rows, columns and arrays
  std::vector<Place> place;                     // by (group * K + row) * M + column
  std::vector<std::vector<ArrayBlock>> blocks;  // by set, then row block
};

WeightWalk walk_weights(const Layer& layer, std::int64_t weight_bits, const Crossbar& crossbar);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_LOOP_NEST_WEIGHTS_H_
