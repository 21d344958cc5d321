// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/loop_nest_weights.h"

#include <utility>

namespace crossroof::oracle {
namespace {

// Physical rows of a weight row, cells of a weight in the columns of one array, arrays of a block.
struct Footprint {
  std::int64_t rows = 1, columns = 1, arrays = 1;
};

Footprint footprint(std::int64_t weight_bits, const Crossbar& crossbar) {
  std::int64_t cells = 0;
  for (std::int64_t held = 0; held < weight_bits; held += crossbar.cell_bits) {
    cells += crossbar.sign == Sign::diff_columns ? 2 : 1;
  }
  Footprint f;
  (crossbar.slices == Slices::columns ? f.columns : f.arrays) = cells;
  if (crossbar.sign == Sign::diff_arrays) f.arrays += f.arrays;
  if (crossbar.sign == Sign::diff_rows) f.rows = 2;
  return f;
}

// Numbers `items` of `size` each into bins of `capacity`, in order; opens bins from `first`.
std::vector<std::int64_t> fill_bins(std::int64_t items, std::int64_t size, std::int64_t capacity,
                                    std::int64_t first) {
  std::vector<std::int64_t> bin_of;
  std::int64_t used = 0;
  for (std::int64_t i = 0; i < items; ++i) {
    if (used + size > capacity) {
      ++first;
      used = 0;
    }
    used += size;
    bin_of.push_back(first);
  }
  return bin_of;
}

// The sets of the columns and the row blocks of the rows of each group.
struct GroupPlaces {
  std::vector<std::int64_t> set_of_column, block_of_row;
};

std::vector<GroupPlaces> place_groups(const Layer& layer, const Footprint& f, const Crossbar& x) {
  std::vector<GroupPlaces> groups;
  std::int64_t rows_used = 0;
  std::int64_t columns_used = 0;
  std::int64_t set = -1;
  for (std::int64_t g = 0; g < layer.groups; ++g) {
    const std::int64_t rows = layer.K * f.rows;
    const std::int64_t columns = layer.M * f.columns;
    const bool fits_one_array = rows <= x.rows && columns <= x.columns;
    const bool shares = g > 0 && fits_one_array && rows_used + rows <= x.rows &&
                        columns_used + columns <= x.columns;
    if (!shares) {
      ++set;
      rows_used = 0;
      columns_used = 0;
    }
    rows_used += rows;
    columns_used += columns;
    groups.push_back(
        {fill_bins(layer.M, f.columns, x.columns, set), fill_bins(layer.K, f.rows, x.rows, 0)});
    set = groups.back().set_of_column.back();
  }
  return groups;
}

// Counts what each block holds: a row or column of a group is new to a block once.
class BlockCounter {
 public:
  BlockCounter(const Layer& layer, const Footprint& f, std::size_t sets, std::size_t blocks)
      : footprint_(f),
        blocks_(sets, std::vector<ArrayBlock>(blocks)),
        row_seen_(sets * blocks, std::vector<bool>(index(layer.groups, layer.K))),
        column_seen_(sets * blocks, std::vector<bool>(index(layer.groups, layer.M))) {}

  void add(const Place& p, std::size_t row, std::size_t column) {
    const auto set = static_cast<std::size_t>(p.set);
    const auto block = static_cast<std::size_t>(p.block);
    const std::size_t flat = set * blocks_[0].size() + block;
    if (!row_seen_[flat][row]) blocks_[set][block].rows += footprint_.rows;
    if (!column_seen_[flat][column]) blocks_[set][block].cells += footprint_.columns;
    row_seen_[flat][row] = true;
    column_seen_[flat][column] = true;
  }

  std::vector<std::vector<ArrayBlock>> take() && { return std::move(blocks_); }

 private:
  static std::size_t index(std::int64_t groups, std::int64_t n) {
    return static_cast<std::size_t>(groups * n);
  }

  Footprint footprint_;
  std::vector<std::vector<ArrayBlock>> blocks_;
  std::vector<std::vector<bool>> row_seen_, column_seen_;
};

}  // namespace

WeightWalk walk_weights(const Layer& layer, std::int64_t weight_bits, const Crossbar& crossbar) {
  const Footprint f = footprint(weight_bits, crossbar);
  const std::vector<GroupPlaces> groups = place_groups(layer, f, crossbar);
  WeightWalk walk;
  walk.arrays_per_block = f.arrays;
  walk.cells_per_weight = f.rows * f.columns * f.arrays;
  BlockCounter counter(layer, f, static_cast<std::size_t>(groups.back().set_of_column.back() + 1),
                       static_cast<std::size_t>(groups.back().block_of_row.back() + 1));
  std::size_t row = 0;
  std::size_t first_column = 0;
  for (const GroupPlaces& group : groups) {
    for (const std::int64_t block : group.block_of_row) {
      std::size_t column = first_column;
      for (const std::int64_t set : group.set_of_column) {
        walk.place.push_back({set, block});
        counter.add(walk.place.back(), row, column++);
      }
      ++row;
    }
    first_column += group.set_of_column.size();
  }
  walk.blocks = std::move(counter).take();
  return walk;
}

}  // namespace crossroof::oracle
