// SPDX-License-Identifier: Apache-2.0
#include "sim/crossbar_server.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "models/amount.h"

namespace crossroof::sim {
namespace {

Tick times(std::int64_t n, Tick t) {
  return static_cast<Tick>(checked_mul(n, static_cast<std::int64_t>(t)));
}

// a - b, but not before the beginning of time.
Tick less(Tick a, Tick b) { return a > b ? a - b : 0; }

// Input bits of each phase: without the sign, in one phase or two.
std::vector<std::int64_t> phase_bits(const PulseCount& p, std::int64_t input_bits) {
  const std::int64_t bits = std::max<std::int64_t>(1, input_bits - 1);
  if (p.two_phase && bits > 3) return {ceil_div(bits, 2), bits / 2};
  return {bits};
}

// Front: the pulses; back: a step for each output bit not yet there, and the fixed time.
SlotTimes pulse_times(const Crossbar& x, const MvmShape& shape) {
  SlotTimes t;
  std::int64_t consumed = 0;
  for (const std::int64_t bits : phase_bits(x.pulse_count, shape.input_bits)) {
    const double pulses = std::exp2(static_cast<double>(bits)) - 1;
    const std::int64_t steps = std::max<std::int64_t>(1, x.adc.bits - consumed);
    t.front.push_back(ticks(x.pulse_count.pulse * pulses));
    t.back.push_back(times(steps, ticks(x.pulse_count.adc_step)) + ticks(x.pulse_count.phase));
    consumed += bits;
  }
  return t;
}

}  // namespace

SlotTimes slot_times(const Crossbar& x, const MvmShape& shape) {
  if (x.input == InputCoding::pulse_count) return pulse_times(x, shape);
  const std::int64_t sweep =
      x.adc.per_column ? 1 : ceil_div(checked_mul(shape.columns, x.adc.crossbars), x.adc.count);
  SlotTimes t;
  t.front = {ticks(x.dac_time) + ticks(x.array_read)};
  t.back = {times(sweep, ticks(x.adc.conversion))};
  t.overlap = x.double_sample_hold;
  return t;
}

CrossbarServer::CrossbarServer(const Crossbar& crossbar, const MvmShape& shape,
                               const std::vector<CrossbarBlock>& blocks, CrossbarMode mode)
    : times_(slot_times(crossbar, shape)),
      slots_(shape.slots),
      planes_(shape.serial_planes),
      array_write_(crossbar.write),
      mode_(mode) {
  const auto phases = static_cast<std::int64_t>(times_.front.size());
  assert(slots_ > 0 && slots_ % phases == 0 && planes_ > 0);
  for (std::size_t p = 0; p < times_.front.size(); ++p) {
    mvm_serial_ += times(checked_mul(slots_ / phases, planes_), times_.front[p] + times_.back[p]);
  }
  count_blocks(crossbar, blocks);
}

void CrossbarServer::count_blocks(const Crossbar& crossbar,
                                  const std::vector<CrossbarBlock>& blocks) {
  for (const CrossbarBlock& b : blocks) {
    const auto groups = static_cast<std::size_t>(ceil_div(b.rows, crossbar.active_rows));
    if (groups > group_columns_.size()) {
      group_columns_.resize(groups);
      group_blocks_.resize(groups);
    }
    for (std::size_t g = 0; g < groups; ++g) {
      group_columns_[g] = checked_add(group_columns_[g], b.columns);
      ++group_blocks_[g];
    }
  }
  if (blocks.empty()) return;
  const auto groups = static_cast<std::int64_t>(group_columns_.size());
  assert(slots_ % groups == 0);
  for (std::size_t g = 0; g < group_columns_.size(); ++g) {
    const std::int64_t inputs = slots_ / groups;
    mvm_conversions_ = checked_add(mvm_conversions_, checked_mul(inputs, group_columns_[g]));
    mvm_block_slots_ = checked_add(mvm_block_slots_, checked_mul(inputs, group_blocks_[g]));
  }
}

Tick CrossbarServer::interval() const {
  if (!times_.overlap) return mvm_serial_;
  return times(checked_mul(slots_, planes_), std::max(times_.front[0], times_.back[0]));
}

Tick CrossbarServer::latency() const {
  if (!times_.overlap) return mvm_serial_;
  return interval() + std::min(times_.front[0], times_.back[0]);
}

CrossbarSpan CrossbarServer::run(std::int64_t mvms, Tick ready, Tick operands) {
  assert(mvms > 0 && operands <= ready);
  const Tick written = array_write_ && !array_write_->overlaps_mvm ? written_ : 0;
  use_.blocked += less(ready, std::max({operands, finish_, written}));
  ready = std::max(ready, written);
  ++use_.chunks;
  use_.mvms = checked_add(use_.mvms, mvms);
  return mode_ == CrossbarMode::step ? run_stepped(mvms, ready) : run_batched(mvms, ready);
}

CrossbarSpan CrossbarServer::run_batched(std::int64_t mvms, Tick ready) {
  const Tick before = finish_;
  const Tick work = times(mvms, interval());
  CrossbarSpan span;
  if (times_.overlap) {
    const Tick lead = std::min(times_.front[0], times_.back[0]);
    span.start = std::max(ready, less(before, lead));
    span.finish = span.start + lead + work;
  } else {
    span.start = std::max(ready, before);
    span.finish = span.start + work;
  }
  finish_ = span.finish;
  use_.busy += span.finish - std::max(span.start, before);
  const std::int64_t rounds = checked_mul(slots_, planes_);
  use_.slots = checked_add(use_.slots, checked_mul(mvms, rounds));
  use_.block_slots = checked_add(use_.block_slots, checked_mul(mvms, mvm_block_slots_));
  use_.conversions = checked_add(use_.conversions, checked_mul(mvms, mvm_conversions_));
  return span;
}

CrossbarSpan CrossbarServer::run_stepped(std::int64_t mvms, Tick ready) {
  CrossbarSpan span;
  const std::int64_t slots = checked_mul(slots_, planes_);
  for (std::int64_t m = 0; m < mvms; ++m) {
    for (std::int64_t k = 0; k < slots; ++k) {
      const Tick start = step_slot(k, ready);
      if (m == 0 && k == 0) span.start = start;
      if (k < slots_) count_slot(k);  // a block has its turn in one of the rounds
      ++use_.slots;
    }
  }
  span.finish = finish_;
  return span;
}

// One slot: a front when the front unit is free and, of two sample-and-hold stages, the one that
// the slot before last used (held_: end of its back); without the second stage, when the back
// before has ended. Then a back when the converters are free. Returns the latest start of the
// front that delays nothing.
Tick CrossbarServer::step_slot(std::int64_t slot, Tick ready) {
  const std::size_t phase = static_cast<std::size_t>(slot) % times_.front.size();
  const Tick sampled = times_.overlap ? held_ : finish_;
  const Tick front = std::max({ready, front_free_, sampled});
  front_free_ = front + times_.front[phase];
  const Tick back = std::max(front_free_, finish_);
  held_ = finish_;
  finish_ = back + times_.back[phase];
  occupy(front, front_free_);
  occupy(back, finish_);
  return back - times_.front[phase];
}

// Adds what of [from, to) lies after everything counted so far.
void CrossbarServer::occupy(Tick from, Tick to) {
  use_.busy += less(to, std::max(from, occupied_));
  occupied_ = std::max(occupied_, to);
}

void CrossbarServer::count_slot(std::int64_t slot) {
  if (group_columns_.empty()) return;
  const std::int64_t inputs = slots_ / static_cast<std::int64_t>(group_columns_.size());
  const auto group = static_cast<std::size_t>(slot / inputs);
  use_.block_slots += group_blocks_[group];
  use_.conversions += group_columns_[group];
}

Tick CrossbarServer::write_time(std::int64_t rows) const {
  assert(array_write_.has_value());
  const ArrayWrite& w = *array_write_;
  return times(checked_mul(ceil_div(rows, w.rows_parallel), w.verify_iterations), ticks(w.pulse));
}

CrossbarSpan CrossbarServer::write(std::int64_t rows, Tick ready) {
  const Tick time = write_time(rows);
  CrossbarSpan span;
  span.start = std::max(ready, written_);
  if (!array_write_->overlaps_mvm) span.start = std::max(span.start, finish_);
  span.finish = span.start + time;
  written_ = span.finish;
  use_.rows_written = checked_add(use_.rows_written, rows);
  use_.writing += time;
  return span;
}

}  // namespace crossroof::sim
