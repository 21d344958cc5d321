// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/loop_nest_tasks.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "tests/workloads/loop_nest_holders.h"

namespace crossroof::oracle {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// The blocks of one task, and its columns with the row blocks held of each.
struct Holding {
  std::vector<Place> blocks;
  std::vector<std::int64_t> channels;     // output channels, over all groups
  std::vector<std::int64_t> row_blocks;   // by channel
  std::vector<std::int64_t> other_cores;  // by channel: tasks with further row blocks of it
};

Holding holding(const LayerView& v, std::size_t task) {
  Holding h;
  const auto number = static_cast<std::int64_t>(task);
  const auto& holders = v.walk.task_of[at(v.tasks[task].replica)];
  for (std::size_t s = 0; s < holders.size(); ++s) {
    for (std::size_t b = 0; b < holders[s].size(); ++b) {
      if (holders[s][b] != number) continue;
      h.blocks.push_back({static_cast<std::int64_t>(s), static_cast<std::int64_t>(b)});
    }
  }
  for (std::int64_t c = 0; c < v.layer.groups * v.layer.M; ++c) {
    const auto& column = holders[at(set_of_channel(v.layer, v.walk.weights, c))];
    const auto held = std::count(column.begin(), column.end(), number);
    if (held == 0) continue;
    std::set<std::int64_t> others(column.begin(), column.end());
    others.erase(number);
    h.channels.push_back(c);
    h.row_blocks.push_back(held);
    h.other_cores.push_back(static_cast<std::int64_t>(others.size()));
  }
  return h;
}

std::int64_t count_input_slots(const Crossbar& x, std::int64_t input_bits) {
  std::int64_t slots = 0;
  if (x.input == InputCoding::pulse_count) {
    const std::int64_t bits = std::max<std::int64_t>(1, input_bits - 1);
    return x.pulse_count.two_phase && bits > 3 ? 2 : 1;
  }
  for (std::int64_t bits = 0; bits < input_bits; bits += x.dac_bits) ++slots;
  return slots;
}

// Counts one MVM of a block: slots one after the other, in each a conversion per column in use.
struct BlockMvm {
  std::int64_t slots = 0, conversions = 0;
};

BlockMvm run_block(const LayerView& v, const ArrayBlock& block) {
  BlockMvm mvm;
  for (std::int64_t i = 0; i < count_input_slots(v.kind.crossbar, v.walk.bits.input); ++i) {
    for (std::int64_t row = 0; row < block.rows; row += v.kind.crossbar.active_rows) {
      ++mvm.slots;
      for (std::int64_t a = 0; a < v.walk.weights.arrays_per_block; ++a) {
        mvm.conversions += block.cells;
      }
    }
  }
  return mvm;
}

void count_rows(const LayerView& v, std::size_t task, TaskCounts& n) {
  const auto& weights = v.walk.weights;
  const std::int64_t rows = v.layer.groups * v.layer.K;
  std::vector<bool> on_core(at(rows));
  std::vector<std::vector<bool>> in_set(weights.blocks.size(), std::vector<bool>(at(rows)));
  std::size_t weight = 0;
  for (std::size_t row = 0; row < at(rows); ++row) {
    for (std::int64_t m = 0; m < v.layer.M; ++m) {
      const Place& place = weights.place[weight++];
      if (v.walk.task_at(at(v.tasks[task].replica), place) != static_cast<std::int64_t>(task)) {
        continue;
      }
      ++n.weights;
      n.rows += on_core[row] ? 0 : 1;
      n.rows_per_set += in_set[at(place.set)][row] ? 0 : 1;
      on_core[row] = true;
      in_set[at(place.set)][row] = true;
    }
  }
}

}  // namespace

void count_held(const LayerView& v, std::vector<TaskCounts>& counts) {
  for (std::size_t t = 0; t < v.tasks.size(); ++t) {
    TaskCounts& n = counts[t];
    const Holding h = holding(v, t);
    count_rows(v, t, n);
    if (h.channels.empty()) continue;
    n.row_blocks = v.kind.partial_sums == PartialSums::simd ? h.row_blocks[0] : 1;
    n.remote = v.tasks[t].role == Role::root ? h.other_cores[0] : 0;
    for (const Place& p : h.blocks) {
      const ArrayBlock& block = v.walk.weights.blocks[at(p.set)][at(p.block)];
      for (std::int64_t a = 0; a < v.walk.weights.arrays_per_block; ++a) {
        if (n.arrays++ == n.serial_planes * v.kind.crossbars) ++n.serial_planes;
      }
      n.fullest_rows = std::max(n.fullest_rows, block.rows);
      n.fullest_columns = std::max(n.fullest_columns, block.cells);
      n.slots = std::max(n.slots, run_block(v, block).slots);
    }
  }
}

namespace {

// Remembers what a core has read: for the position at hand and, for line buffers, for good.
class OperandCounter {
 public:
  OperandCounter(const LayerView& v, Reuse reuse, std::vector<TaskCounts>& counts)
      : v_(v),
        reuse_(reuse),
        counts_(counts),
        read_by_task_(v.tasks.size(),
                      std::vector<std::int64_t>(at(v.layer.groups * v.layer.K), -1)),
        read_by_set_(v.walk.weights.blocks.size(), read_by_task_[0]),
        distinct_(v.tasks.size(), std::vector<bool>(at(v.layer.in.elements()))) {}

  // One multiplication: the weight at `place` with row `row`, and the input (channel, tap).
  void multiply(std::int64_t position, std::size_t row, const Place& place, std::int64_t channel,
                const Tap& tap) {
    const std::size_t replica = v_.walk.chunks.replica[v_.walk.chunks.chunk_of[at(position)]];
    const std::int64_t task = v_.walk.task_at(replica, place);
    if (task < 0) return;
    TaskCounts& n = counts_[at(task)];
    ++n.macs;
    std::int64_t& last =
        v_.kind.input_broadcast ? read_by_task_[at(task)][row] : read_by_set_[at(place.set)][row];
    if (reuse_ == Reuse::im2col && last != position) n.l1_read_mac += v_.walk.bits.input;
    last = position;
    if (reuse_ != Reuse::line_buffer || !tap.inside) return;
    const std::int64_t input = (channel * v_.layer.in.height + tap.y) * v_.layer.in.width + tap.x;
    if (!distinct_[at(task)][at(input)]) n.l1_read_mac += v_.walk.bits.input;
    distinct_[at(task)][at(input)] = true;
  }

 private:
  const LayerView& v_;
  Reuse reuse_;
  std::vector<TaskCounts>& counts_;
  std::vector<std::vector<std::int64_t>> read_by_task_, read_by_set_;  // last position, by row
  std::vector<std::vector<bool>> distinct_;                            // by task, then input
};

void count_mvms(const LayerView& v, std::vector<TaskCounts>& counts) {
  for (std::size_t t = 0; t < v.tasks.size(); ++t) {
    const Holding h = holding(v, t);
    BlockMvm one;
    for (const Place& p : h.blocks) {
      one.conversions += run_block(v, v.walk.weights.blocks[at(p.set)][at(p.block)]).conversions;
    }
    for (const std::size_t chunk : v.walk.chunks.chunk_of) {
      if (v.walk.chunks.replica[chunk] != at(v.tasks[t].replica)) continue;
      ++counts[t].positions;
      ++counts[t].mvms;
      counts[t].conversions += one.conversions;
    }
  }
}

}  // namespace

void count_operands(const LayerView& v, Reuse reuse, std::vector<TaskCounts>& counts) {
  count_mvms(v, counts);
  OperandCounter counter(v, reuse, counts);
  for (std::int64_t position = 0; position < v.layer.out.positions(); ++position) {
    const std::vector<Tap> taps = taps_at(v.layer, position);
    std::size_t row = 0;
    std::size_t weight = 0;
    for (std::int64_t channel = 0; channel < v.layer.in.channels; ++channel) {
      for (const Tap& tap : taps) {
        for (std::int64_t m = 0; m < v.layer.M; ++m) {
          counter.multiply(position, row, v.walk.weights.place[weight++], channel, tap);
        }
        ++row;
      }
    }
  }
}

namespace {

constexpr std::size_t kAdd = index(SimdKind::add);

// A core without the last word: adds its own row blocks, if several, and keeps one partial.
void partial_result(const LayerView& v, std::int64_t row_blocks, TaskCounts& n) {
  const std::int64_t accumulator = v.kind.accumulator_bits;
  for (std::int64_t b = 0; b < row_blocks; ++b) n.l1_write_mac += accumulator;
  if (row_blocks == 1) return;
  for (std::int64_t b = 0; b < row_blocks; ++b) n.l1_read_simd += accumulator;
  for (std::int64_t b = 1; b < row_blocks; ++b) ++n.simd[kAdd];
  n.l1_write_simd += accumulator;
}

void root_result(const LayerView& v, std::int64_t row_blocks, std::int64_t remote,
                 const std::vector<std::int64_t>& operands, TaskCounts& n) {
  const bool nothing_fused = operands.empty() && v.layer.fused.empty();
  if (row_blocks == 1 && remote == 0 && nothing_fused) {
    n.l1_write_mac += v.walk.bits.output;
    return;
  }
  const std::int64_t accumulator = v.kind.accumulator_bits;
  for (std::int64_t b = 0; b < row_blocks; ++b) n.l1_write_mac += accumulator;
  for (std::int64_t b = 0; b < row_blocks + remote; ++b) n.l1_read_simd += accumulator;
  for (std::int64_t b = 1; b < row_blocks + remote; ++b) ++n.simd[kAdd];
  for (const std::int64_t bits : operands) n.l1_read_simd += bits;
  for (const SimdWork& work : v.layer.fused) {
    assert(work.count % v.layer.out.elements() == 0);
    n.simd[index(work.kind)] += work.count / v.layer.out.elements();
  }
  n.l1_write_simd += v.walk.bits.output;
}

}  // namespace

void count_results(const LayerView& v, const std::vector<std::vector<std::int64_t>>& operand_bits,
                   std::vector<TaskCounts>& counts) {
  for (std::size_t t = 0; t < v.tasks.size(); ++t) {
    const Holding h = holding(v, t);
    for (const std::size_t chunk : v.walk.chunks.chunk_of) {
      if (v.walk.chunks.replica[chunk] != at(v.tasks[t].replica)) continue;
      for (std::size_t c = 0; c < h.channels.size(); ++c) {
        const std::int64_t blocks = v.kind.partial_sums == PartialSums::simd ? h.row_blocks[c] : 1;
        if (v.tasks[t].role == Role::root) {
          root_result(v, blocks, h.other_cores[c], operand_bits[at(h.channels[c])], counts[t]);
        } else {
          partial_result(v, blocks, counts[t]);
        }
      }
    }
  }
}

}  // namespace crossroof::oracle
