// SPDX-License-Identifier: Apache-2.0
// How the weight matrix of a layer is cut into crossbar arrays (docs/equations.md E10-E15).
//   cells per weight  s  = ceil(b_w / b_cell), doubled for differential columns
//   weight rows       R' = floor(R / 2) for differential rows, else R
//   weight columns    C' = floor(C / s) with slices in columns, C with slices in arrays
//   arrays            A  = ceil(K / R') * ceil(M / C') * unit per group, or
//                         ceil(groups / G) * unit when G >= 1 groups share an array diagonally,
//                         G = floor(min(R' / K, C' / M)); unit = s for slices in arrays, doubled
//                         for differential arrays.
// A *column set* is all row blocks of one column block (of one group, or of G packed groups): what
// placement keeps together.
#ifndef CROSSROOF_WORKLOADS_ARRAY_GEOMETRY_H_
#define CROSSROOF_WORKLOADS_ARRAY_GEOMETRY_H_

#include <cstdint>
#include <vector>

#include "models/rram_chip.h"

namespace crossroof {

struct MatrixShape {
  std::int64_t rows = 0, columns = 0, groups = 1;  // K, M of one group
};

struct ArrayGeometry {
  MatrixShape matrix;
  std::int64_t slices = 1;            // s
  std::int64_t weight_rows = 0;       // R'
  std::int64_t weight_columns = 0;    // C'
  std::int64_t unit = 1;              // arrays that hold one block
  std::int64_t packed_groups = 0;     // G; 0: a group needs its own arrays
  std::int64_t row_blocks = 1;        // of one column set
  std::int64_t column_blocks = 1;     // of one group or bundle of packed groups
  std::int64_t column_sets = 1;       // in total
  std::int64_t rows_per_weight = 1;   // physical rows a weight row takes
  std::int64_t cells_per_column = 1;  // cells a weight takes in the columns of one array

  std::int64_t arrays() const { return column_sets * row_blocks * unit; }
  // Fraction of all cells of the arrays that hold weights.
  double utilisation(const Crossbar& x) const;
};

// Whether a weight of that many bits fits in a crossbar at all.
bool holds_weight(std::int64_t weight_bits, const Crossbar& x);

// Throws Error when not even one weight fits in a crossbar.
ArrayGeometry array_geometry(const MatrixShape& m, std::int64_t weight_bits, const Crossbar& x);

// A rectangle of column sets [set_begin, set_end) x row blocks [block_begin, block_end).
struct Rectangle {
  std::int64_t set_begin = 0, set_end = 0, block_begin = 0, block_end = 0;
};

// What a rectangle holds. `rows` counts each weight row of a group once, `rows_per_set` once per
// column set; `column_begin` numbers columns over all groups.
struct RectangleContents {
  std::int64_t rows = 0, rows_per_set = 0;
  std::int64_t column_begin = 0, columns = 0;
  std::int64_t arrays = 0;
  std::int64_t macs_per_position = 0;
  std::int64_t fullest_rows = 0;     // physical rows of the fullest block
  std::int64_t fullest_columns = 0;  // cells of the fullest block
};

RectangleContents contents(const ArrayGeometry& g, const Rectangle& r);

// `arrays` arrays of a rectangle that hold blocks of the same physical rows and cells of a row.
struct ArrayBlock {
  std::int64_t rows = 0, columns = 0, arrays = 0;
};
std::vector<ArrayBlock> array_blocks(const ArrayGeometry& g, const Rectangle& r);

// Conversions of one MVM over all blocks of a rectangle, each block counted with its own slots
// (= input_slots * ceil(rows used / active rows)) and its own columns.
std::int64_t conversions(const ArrayGeometry& g, const Rectangle& r, const Crossbar& x,
                         std::int64_t input_slots);

// Sequential read-outs of one MVM by input bits: ceil(b_in / b_dac), or the phases of pulse
// counting.
std::int64_t input_slots(const Crossbar& x, std::int64_t input_bits);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ARRAY_GEOMETRY_H_
