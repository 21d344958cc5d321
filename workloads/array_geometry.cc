// SPDX-License-Identifier: Apache-2.0
#include "workloads/array_geometry.h"

#include <algorithm>
#include <string>

#include "models/amount.h"
#include "models/error.h"

namespace crossroof {
namespace {

// Weight rows and columns of one block: column set `set`, row block `block`.
struct BlockShape {
  std::int64_t rows = 0, columns = 0;
};

BlockShape block_shape(const ArrayGeometry& g, std::int64_t set, std::int64_t block) {
  if (g.packed_groups > 0) {
    const std::int64_t first = set * g.packed_groups;
    const std::int64_t groups = std::min(g.packed_groups, g.matrix.groups - first);
    return {groups * g.matrix.rows, groups * g.matrix.columns};
  }
  const std::int64_t column_block = set % g.column_blocks;
  return {std::min(g.weight_rows, g.matrix.rows - block * g.weight_rows),
          std::min(g.weight_columns, g.matrix.columns - column_block * g.weight_columns)};
}

std::int64_t first_column(const ArrayGeometry& g, std::int64_t set) {
  if (g.packed_groups > 0)
    return std::min(set * g.packed_groups, g.matrix.groups) * g.matrix.columns;
  const std::int64_t group = set / g.column_blocks;
  return group * g.matrix.columns +
         std::min((set % g.column_blocks) * g.weight_columns, g.matrix.columns);
}

}  // namespace

double ArrayGeometry::utilisation(const Crossbar& x) const {
  const double used = static_cast<double>(matrix.rows) * static_cast<double>(matrix.columns) *
                      static_cast<double>(matrix.groups) * static_cast<double>(slices) *
                      static_cast<double>(rows_per_weight) *
                      (x.sign == Sign::diff_arrays ? 2.0 : 1.0);
  return used / (static_cast<double>(arrays()) * static_cast<double>(x.rows) *
                 static_cast<double>(x.columns));
}

namespace {

std::int64_t cells_per_weight(std::int64_t weight_bits, const Crossbar& x) {
  return ceil_div(weight_bits, x.cell_bits) * (x.sign == Sign::diff_columns ? 2 : 1);
}

}  // namespace

bool holds_weight(std::int64_t weight_bits, const Crossbar& x) {
  const bool rows = x.rows >= (x.sign == Sign::diff_rows ? 2 : 1);
  return rows && (x.slices == Slices::arrays || cells_per_weight(weight_bits, x) <= x.columns);
}

ArrayGeometry array_geometry(const MatrixShape& m, std::int64_t weight_bits, const Crossbar& x) {
  ArrayGeometry g;
  g.matrix = m;
  g.slices = cells_per_weight(weight_bits, x);
  g.rows_per_weight = x.sign == Sign::diff_rows ? 2 : 1;
  g.weight_rows = x.rows / g.rows_per_weight;
  const bool in_columns = x.slices == Slices::columns;
  g.weight_columns = in_columns ? x.columns / g.slices : x.columns;
  g.cells_per_column = in_columns ? g.slices : 1;
  g.unit = (in_columns ? 1 : g.slices) * (x.sign == Sign::diff_arrays ? 2 : 1);
  if (g.weight_rows < 1 || g.weight_columns < 1) {
    throw Error("a weight of " + std::to_string(weight_bits) + " bits takes " +
                std::to_string(g.slices) + " cells, more than the " + std::to_string(x.columns) +
                " columns of a crossbar");
  }
  if (m.groups > 1) {
    g.packed_groups = std::min(g.weight_rows / m.rows, g.weight_columns / m.columns);
  }
  if (g.packed_groups > 0) {
    g.column_sets = ceil_div(m.groups, g.packed_groups);
  } else {
    g.row_blocks = ceil_div(m.rows, g.weight_rows);
    g.column_blocks = ceil_div(m.columns, g.weight_columns);
    g.column_sets = checked_mul(m.groups, g.column_blocks);
  }
  checked_mul(checked_mul(g.column_sets, g.row_blocks), g.unit);
  return g;
}

RectangleContents contents(const ArrayGeometry& g, const Rectangle& r) {
  RectangleContents c;
  c.column_begin = first_column(g, r.set_begin);
  c.columns = first_column(g, r.set_end) - c.column_begin;
  c.arrays = (r.set_end - r.set_begin) * (r.block_end - r.block_begin) * g.unit;
  const auto rows_of = [&](std::int64_t set) {
    if (g.packed_groups > 0) return block_shape(g, set, 0).rows;
    return std::min(r.block_end * g.weight_rows, g.matrix.rows) - r.block_begin * g.weight_rows;
  };
  for (std::int64_t set = r.set_begin; set < r.set_end; ++set) {
    const std::int64_t rows = rows_of(set);
    c.rows_per_set += rows;
    const bool new_rows = g.packed_groups > 0 || set == r.set_begin || set % g.column_blocks == 0;
    if (new_rows) c.rows += rows;
    const BlockShape first = block_shape(g, set, r.block_begin);
    c.fullest_rows = std::max(c.fullest_rows, first.rows * g.rows_per_weight);
    c.fullest_columns = std::max(c.fullest_columns, first.columns * g.cells_per_column);
    const std::int64_t packed = g.packed_groups > 0 ? first.rows / g.matrix.rows : 1;
    c.macs_per_position =
        checked_add(c.macs_per_position, checked_mul(rows, first.columns) / packed);
  }
  return c;
}

std::vector<ArrayBlock> array_blocks(const ArrayGeometry& g, const Rectangle& r) {
  std::vector<ArrayBlock> blocks;
  for (std::int64_t set = r.set_begin; set < r.set_end; ++set) {
    for (std::int64_t block = r.block_begin; block < r.block_end; ++block) {
      const BlockShape b = block_shape(g, set, block);
      const ArrayBlock one{b.rows * g.rows_per_weight, b.columns * g.cells_per_column, g.unit};
      const auto same = std::find_if(blocks.begin(), blocks.end(), [&](const ArrayBlock& o) {
        return o.rows == one.rows && o.columns == one.columns;
      });
      if (same == blocks.end()) {
        blocks.push_back(one);
      } else {
        same->arrays += one.arrays;
      }
    }
  }
  return blocks;
}

std::int64_t conversions(const ArrayGeometry& g, const Rectangle& r, const Crossbar& x,
                         std::int64_t input_slots) {
  std::int64_t total = 0;
  const auto add = [&](std::int64_t set, std::int64_t block, std::int64_t times) {
    const BlockShape b = block_shape(g, set, block);
    const std::int64_t slots = input_slots * ceil_div(b.rows * g.rows_per_weight, x.active_rows);
    total =
        checked_add(total, checked_mul(checked_mul(slots * b.columns, g.cells_per_column), times));
  };
  for (std::int64_t set = r.set_begin; set < r.set_end; ++set) {
    // All row blocks but the last of the matrix are full and alike.
    add(set, r.block_end - 1, g.unit);
    const std::int64_t others = r.block_end - 1 - r.block_begin;
    if (others > 0) add(set, r.block_begin, others * g.unit);
  }
  return total;
}

std::int64_t input_slots(const Crossbar& x, std::int64_t input_bits) {
  if (x.input == InputCoding::bit_serial) return ceil_div(input_bits, x.dac_bits);
  const std::int64_t pulses = std::max<std::int64_t>(1, input_bits - 1);
  return x.pulse_count.two_phase && pulses > 3 ? 2 : 1;
}

}  // namespace crossroof
