// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "workloads/expand.h"

namespace crossroof {
namespace {

__extension__ using Wide = __int128;

// The part of `total` that positions [begin, end) of `all` have: floors of running sums, so the
// parts add up to the whole.
std::int64_t share(std::int64_t total, Span positions, std::int64_t all) {
  const auto upto = [&](std::int64_t n) {
    return static_cast<std::int64_t>(static_cast<Wide>(total) * n / all);
  };
  return upto(positions.end) - upto(positions.begin);
}

bool same_access(const Access& a, const Access& b) { return a.amount == b.amount; }

bool same_work(const StageWork& a, const StageWork& b) {
  const auto same_simd = [](const SimdWork& x, const SimdWork& y) {
    return x.kind == y.kind && x.count == y.count;
  };
  return a.mvms == b.mvms && same_access(a.s2, b.s2) && same_access(a.s4, b.s4) &&
         same_access(a.s5, b.s5) && same_access(a.s7, b.s7) &&
         std::equal(a.s6.begin(), a.s6.end(), b.s6.begin(), b.s6.end(), same_simd);
}

// Cuts the work of a mapped task into that of its chunks, in proportion to their positions.
class ChunkWork {
 public:
  ChunkWork(const Task& task, std::int64_t stride) : task_(task), stride_(stride) {}

  StageWork next(std::int64_t positions) {
    const Span span{done_, done_ + positions};
    done_ = span.end;
    const auto bits = [&](Bits total) {
      return Access{Bits(share(total.count(), span, task_.positions))};
    };
    const TaskWork& w = task_.work;
    StageWork part;
    part.s2 = bits(w.l1_read_mac);
    if (w.mac.count > 0) {
      part.mvms = share(w.mac.count, span, task_.positions);
      part.conversions = w.mac.conversions / w.mac.count * part.mvms;
      part.macs = w.mac.macs / w.mac.count * part.mvms;
    }
    part.s4 = bits(w.l1_write_mac);
    part.s5 = bits(w.l1_read_simd);
    if (stride_ > 1) {
      part.s5.pattern = Pattern::stride;
      part.s5.stride = stride_;
    }
    for (const SimdWork& op : w.simd) {
      const std::int64_t n = share(op.count, span, task_.positions);
      if (n > 0) part.s6.push_back({op.kind, n});
    }
    part.s7 = bits(w.l1_write_simd);
    return part;
  }

 private:
  const Task& task_;
  std::int64_t stride_;  // of S5, in words
  std::int64_t done_ = 0;
};

std::uint32_t class_of(const StageWork& work, std::vector<StageWork>& classes) {
  // Alternating shares make few classes; the last ones are the likeliest.
  constexpr std::size_t kLook = 8;
  const std::size_t first = classes.size() > kLook ? classes.size() - kLook : 0;
  for (std::size_t i = classes.size(); i-- > first;) {
    if (same_work(classes[i], work)) return static_cast<std::uint32_t>(i);
  }
  classes.push_back(work);
  return static_cast<std::uint32_t>(classes.size() - 1);
}

PerStage<bool> stages_of(const TaskWork& w) {
  PerStage<bool> has{};
  has[index(Stage::l1_read_mac)] = w.l1_read_mac > Bits();
  has[index(Stage::mac)] = w.mac.count > 0;
  has[index(Stage::l1_write_mac)] = w.l1_write_mac > Bits();
  has[index(Stage::l1_read_simd)] = w.l1_read_simd > Bits();
  has[index(Stage::simd)] = !w.simd.empty();
  has[index(Stage::l1_write_simd)] = w.l1_write_simd > Bits();
  return has;
}

// Data movement gathers channel by channel: from one position to the next of the source, in words.
std::int64_t gather_stride(const Layer& layer, const LayerMapping& m, const RramChip& chip,
                           const Task& task) {
  if (layer.kind != LayerKind::move) return 1;
  const std::int64_t bits = checked_mul(layer.in.channels, m.bits.output);
  return std::max<std::int64_t>(1, bits / chip.kind(task.core).l1.word.count());
}

}  // namespace

std::vector<std::int32_t> chunks_of(const ChunkPlan& plan, std::int64_t replica) {
  std::vector<std::int32_t> chunks;
  if (plan.run > 0) {
    const std::int64_t end = std::min((replica + 1) * plan.run, plan.positions);
    for (std::int64_t c = replica * plan.run / plan.length; c * plan.length < end; ++c) {
      chunks.push_back(static_cast<std::int32_t>(c));
    }
    return chunks;
  }
  for (std::int64_t c = replica; c < plan.count(); c += plan.replicas) {
    chunks.push_back(static_cast<std::int32_t>(c));
  }
  return chunks;
}

CoreTask expand_task(const Network& net, const RramChip& chip, const Mapping& mapping, LayerId id,
                     const Task& from) {
  const Layer& layer = net.layers[index(id)];
  const LayerMapping& m = mapping.layer(id);
  CoreTask task;
  task.layer = id;
  task.replica = from.replica;
  task.chip = from.chip;
  task.phase = from.phase;
  task.core = from.core;
  task.role = from.role;
  task.channels = from.channels;
  task.mvm = from.work.mac;
  task.arrays = from.held.arrays;
  if (from.work.mac.count > 0) task.blocks = array_blocks(m.geometry, from.rectangle);
  task.has = stages_of(from.work);
  task.buffers = from.buffers;
  task.chunks = chunks_of(m.plan, from.replica);
  if (m.dynamic) task.rows_per_image = from.held.fullest_rows;
  ChunkWork work(from, gather_stride(layer, m, chip, from));
  for (const std::int32_t c : task.chunks) {
    task.chunk_class.push_back(class_of(work.next(m.plan.chunk(c).length()), task.classes));
  }
  return task;
}

}  // namespace crossroof
