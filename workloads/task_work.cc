// SPDX-License-Identifier: Apache-2.0
#include "workloads/task_work.h"

#include <algorithm>

#include "workloads/edges.h"

namespace crossroof {
namespace {

__extension__ using Wide = __int128;

// floor(count * part / whole) without overflow; part <= whole.
std::int64_t proportion(std::int64_t count, std::int64_t part, std::int64_t whole) {
  return static_cast<std::int64_t>(static_cast<Wide>(count) * part / whole);
}

// Splits the operations of a layer over its tasks by results produced; the parts sum to the whole.
class WorkShare {
 public:
  WorkShare(const std::vector<SimdWork>& work, std::int64_t elements)
      : work_(work), elements_(elements) {}

  void next(std::int64_t elements, std::vector<SimdWork>& out) {
    for (const SimdWork& w : work_) {
      const std::int64_t n =
          proportion(w.count, done_ + elements, elements_) - proportion(w.count, done_, elements_);
      if (n > 0) out.push_back({w.kind, n});
    }
    done_ += elements;
  }

 private:
  const std::vector<SimdWork>& work_;
  std::int64_t elements_, done_ = 0;
};

void add_operations(std::vector<SimdWork>& work, SimdKind kind, std::int64_t count) {
  if (count > 0) work.push_back({kind, count});
}

// Times a task reads one channel of an S5 operand.
std::int64_t reads_of_channel(const Layer& layer, const LayerMapping& m, const Edge& e,
                              const Task& task, Reuse reuse) {
  const std::int64_t from = e.from.positions();
  switch (e.need) {
    case Need::same:
      return std::min(task.positions, from);
    case Need::window:
      if (reuse == Reuse::line_buffer) return distinct_inputs(layer, m, task);
      return checked_mul(task.positions, layer.window.taps());
    case Need::whole:
      break;
  }
  if (layer.product_batch == 0) return from;
  // The second operand of a product: its block is read again for every row of the first.
  const std::int64_t blocks = from % position_blocks(layer) == 0 ? position_blocks(layer) : 1;
  const std::int64_t rows = std::max<std::int64_t>(1, layer.out.positions() / blocks);
  return checked_mul(from / blocks,
                     reuse == Reuse::line_buffer ? ceil_div(task.positions, rows) : task.positions);
}

}  // namespace

OperandReads operand_reads(const Layer& layer, const LayerMapping& m, const Edge& e,
                           const Task& task, Reuse reuse) {
  const Span channels =
      m.all_channels && !m.on_crossbars ? Span{0, layer.in.channels} : task.channels;
  return {layer.channel_groups > 1 ? grouped_channels(layer, e, task.channels).length()
                                   : channels_carried(layer, e, channels),
          reads_of_channel(layer, m, e, task, reuse)};
}

std::int64_t mvm_count(const Layer& layer, const ChunkPlan& plan, std::int64_t replica) {
  const std::int64_t positions = plan.replica_positions(replica);
  if (layer.vectors == 0) return positions;
  std::int64_t before = 0;
  for (std::int64_t r = 0; r < replica; ++r) before += plan.replica_positions(r);
  const std::int64_t all = layer.out.positions();
  return proportion(layer.vectors, before + positions, all) -
         proportion(layer.vectors, before, all);
}

namespace {

// S5 operands of a task beside its sums.
struct Operands {
  bool any = false;
  std::int64_t bits = 0;
};

Operands read_operands(const Layer& layer, const std::vector<LayerMapping>& layers, LayerId id,
                       const Task& task, Reuse reuse) {
  Operands operands;
  const LayerMapping& m = layers[index(id)];
  if (task.role == Role::partial || m.dynamic) return operands;
  for (const Edge& e : layer.in_edges) {
    if (e.gate != Gate::s5_operands) continue;
    operands.any = true;
    const OperandReads reads = operand_reads(layer, m, e, task, reuse);
    operands.bits = checked_add(operands.bits, checked_mul(checked_mul(reads.channels, reads.each),
                                                           edge_bits(layers, id, e)));
  }
  return operands;
}

// S2 and S3.
void fill_mac(const Layer& layer, const LayerMapping& m, const CoreKind& kind, Reuse reuse,
              Task& task) {
  const Crossbar& x = kind.crossbar;
  TaskWork& w = task.work;
  const std::int64_t mvms = m.dynamic ? layer.product_m : mvm_count(layer, m.plan, task.replica);
  if (reuse == Reuse::line_buffer) {
    w.l1_read_mac = Bits(distinct_inputs(layer, m, task)) * m.bits.input;
  } else {
    const std::int64_t rows = kind.input_broadcast ? task.held.rows : task.held.rows_per_set;
    w.l1_read_mac = Bits(checked_mul(rows, m.bits.input)) * mvms;
  }
  const std::int64_t inputs = input_slots(x, m.bits.input);
  w.mac.count = mvms;
  w.mac.input_bits = m.bits.input;
  w.mac.slots = inputs * ceil_div(task.held.fullest_rows, x.active_rows);
  w.mac.columns = task.held.fullest_columns;
  w.mac.conversions = checked_mul(conversions(m.geometry, task.rectangle, x, inputs), mvms);
  w.mac.macs = checked_mul(task.held.macs_per_position, mvms);
  w.mac.serial_planes = ceil_div(task.held.arrays, kind.crossbars);
}

// A partial adds its own row blocks and sends one sum.
void fill_partial(std::int64_t values, Bits sums, Task& task) {
  TaskWork& w = task.work;
  w.l1_write_mac = sums * task.row_blocks;
  if (task.row_blocks == 1) return;
  w.l1_read_simd = sums * task.row_blocks;
  add_operations(w.simd, SimdKind::add, checked_mul(values, task.row_blocks - 1));
  w.l1_write_simd = sums;
}

// A root adds its own row blocks and those of remote cores.
void fill_root(std::int64_t values, Bits sums, Bits operands, Task& task) {
  TaskWork& w = task.work;
  const std::int64_t q = task.row_blocks;
  w.l1_write_mac = sums * q;
  w.l1_read_simd = sums * (q + task.remote) + operands;
  add_operations(w.simd, SimdKind::add, checked_mul(values, q - 1 + task.remote));
}

}  // namespace

void fill_task_work(const Network& net, const RramChip& chip, const MappingOptions& options,
                    LayerId id, std::vector<LayerMapping>& layers) {
  const Layer& layer = net.layers[index(id)];
  LayerMapping& m = layers[index(id)];
  const std::int64_t elements = checked_mul(layer.out.positions(), layer.out.channels);
  WorkShare own(layer.work, elements), fused(layer.fused, elements);
  for (Task& task : m.tasks) {
    task.work = {};
    const std::int64_t results = checked_mul(task.positions, task.channels.length());
    const Operands operands = read_operands(layer, layers, id, task, options.reuse);
    if (!m.on_crossbars) {
      task.work.l1_read_simd = Bits(operands.bits);
      own.next(results, task.work.simd);
      fused.next(results, task.work.simd);
      task.work.l1_write_simd = Bits(results) * m.bits.output;
      continue;
    }
    const CoreKind& kind = chip.kind(task.core);
    fill_mac(layer, m, kind, options.reuse, task);
    const std::int64_t values = checked_mul(task.held.columns, task.work.mac.count);
    if (task.role == Role::partial) {
      fill_partial(values, Bits(values) * kind.accumulator_bits, task);
    } else if (task.row_blocks + task.remote == 1 && layer.fused.empty() && !operands.any) {
      task.work.l1_write_mac = Bits(values) * m.bits.output;
    } else {
      fill_root(values, Bits(values) * kind.accumulator_bits, Bits(operands.bits), task);
      fused.next(results, task.work.simd);
      task.work.l1_write_simd = Bits(results) * m.bits.output;
    }
  }
}

}  // namespace crossroof
