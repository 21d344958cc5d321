// SPDX-License-Identifier: Apache-2.0
#include "analytic/stage_max.h"

#include <algorithm>
#include <map>
#include <set>

#include "analytic/mvm.h"
#include "analytic/rates.h"

namespace crossroof::analytic {
namespace {

// Bits of one layer's stage per core, with the largest single requester.
struct CoreSum {
  std::int64_t total = 0, largest = 0;
  std::size_t task = 0;
};

class LayerSums {
 public:
  LayerSums(const Mapping& mapping, LayerId layer, std::int64_t phase)
      : tasks_(mapping.layer(layer).tasks), phase_(phase) {}

  bool counts(const Task& t) const { return phase_ < 0 || t.phase == phase_; }

  // Calls back once per core with the sum of `amount` over the layer's tasks there.
  template <class Amount, class Visit>
  void per_core(Amount amount, Visit visit) const {
    std::map<std::pair<std::int64_t, CoreId>, CoreSum> cores;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (!counts(tasks_[i])) continue;
      CoreSum& c = cores[{tasks_[i].chip, tasks_[i].core}];
      const std::int64_t bits = amount(tasks_[i].work).count();
      c.total += bits;
      if (bits > c.largest) {
        c.largest = bits;
        c.task = i;
      }
    }
    for (const auto& [core, sum] : cores) visit(core.second, sum);
  }

 private:
  const std::vector<Task>& tasks_;
  std::int64_t phase_;
};

void raise(LayerTimes& t, Stage stage, Seconds time, const StageCause& cause) {
  if (time <= t.time[index(stage)]) return;
  t.time[index(stage)] = time;
  t.cause[index(stage)] = cause;
}

}  // namespace

Ops lane_operations(const SimdUnit& unit, const std::vector<SimdWork>& work) {
  Ops sum;
  for (const SimdWork& w : work) {
    sum += Ops(static_cast<double>(w.count) * unit.lane_ops[index(w.kind)]);
  }
  return sum;
}

LayerTimes stage_times(const Network& net, const RramChip& chip, const Mapping& mapping, LayerId id,
                       std::int64_t phase, Sharing sharing, std::int64_t images) {
  const Layer& layer = net.layers[index(id)];
  const LayerMapping& m = mapping.layer(id);
  const LayerSums sums(mapping, id, phase);
  const double batch = static_cast<double>(images > 0 ? images : mapping.batch);
  LayerTimes t;

  // Weights that are loaded travel once per batch and wait for the arrays to be written.
  Bits weights;
  std::vector<Seconds> writes(m.tasks.size());
  for (std::size_t p = 0; p < mapping.phases.size(); ++p) {
    if (phase >= 0 && p != static_cast<std::size_t>(phase)) continue;
    for (const WeightLoad& load : mapping.phases[p].loads) {
      if (load.layer != id) continue;
      const Task& task = m.tasks[load.task];
      weights += load.bits;
      const Seconds write = array_write_time(chip.kind(task.core).crossbar, load.rows) /
                            (load.per_image ? 1.0 : batch);
      writes[load.task] = write;
      raise(t, Stage::write, write, {load.task, false, Bits()});
      const Bits arriving = load.bits;
      raise(t, Stage::noc_read, (arriving.bytes() / chip.noc.link_rate()) / batch,
            {load.task, false, arriving});
    }
  }

  const BytesPerSecond memory = memory_rate(chip);
  const auto noc = [&](Stage stage, auto bytes_of, auto memory_of, Bits loaded) {
    Bits through_memory;
    std::size_t largest = 0;
    const double nodes = static_cast<double>(chip.cores.size());
    for (std::size_t i = 0; i < m.tasks.size(); ++i) {
      if (!sums.counts(m.tasks[i])) continue;
      through_memory += memory_of(m.tasks[i].work);
      if (memory_of(m.tasks[i].work) > memory_of(m.tasks[largest].work)) largest = i;
    }
    sums.per_core(bytes_of, [&](CoreId, const CoreSum& c) {
      raise(t, stage, Bits(c.total).bytes() / chip.noc.link_rate(), {c.task, false, Bits(c.total)});
    });
    if (sharing == Sharing::equal) {
      sums.per_core(memory_of, [&](CoreId, const CoreSum& c) {
        if (c.total > 0) {
          raise(t, stage, Bits(c.total).bytes() / (memory / nodes), {c.task, true, Bits(c.total)});
        }
      });
    }
    if (chip.chip_link) {
      std::map<std::int64_t, Bits> leaving;
      for (std::size_t i = 0; i < m.tasks.size(); ++i) {
        if (!sums.counts(m.tasks[i])) continue;
        Bits& bits = leaving[m.tasks[i].chip];
        bits += stage == Stage::noc_read ? m.tasks[i].work.chip_read : m.tasks[i].work.chip_write;
        raise(t, stage, bits.bytes() / chip_link_rate(chip), {i, false, bits});
      }
    }
    const Bytes all = through_memory.bytes() + loaded.bytes() / batch;
    if (all > Bytes()) {
      const double chips = static_cast<double>(mapping.chips);
      raise(t, stage, all / (memory * chips), {largest, true, through_memory});
    }
  };
  noc(
      Stage::noc_read, [](const TaskWork& w) { return w.noc_read; },
      [](const TaskWork& w) { return w.memory_read; }, weights);
  noc(
      Stage::noc_write, [](const TaskWork& w) { return w.noc_write; },
      [](const TaskWork& w) { return w.memory_write; }, Bits());

  const auto l1 = [&](Stage stage, bool reads, auto bits_of) {
    sums.per_core(bits_of, [&](CoreId core, const CoreSum& c) {
      const L1Rates rates = l1_rates(chip.kind(core).l1);
      const Seconds shared = Bits(c.total).bytes() / (reads ? rates.read : rates.write);
      const Seconds alone = Bits(c.largest).bytes() / rates.one_port;
      const bool by_group = shared > alone;
      raise(t, stage, std::max(shared, alone),
            {c.task, false, Bits(by_group ? c.total : c.largest)});
    });
  };
  l1(Stage::l1_read_mac, true, [](const TaskWork& w) { return w.l1_read_mac; });
  l1(Stage::l1_write_mac, false, [](const TaskWork& w) { return w.l1_write_mac; });
  l1(Stage::l1_read_simd, true, [](const TaskWork& w) { return w.l1_read_simd; });
  l1(Stage::l1_write_simd, false, [](const TaskWork& w) { return w.l1_write_simd; });

  std::map<std::pair<std::int64_t, CoreId>, Seconds> simd;
  for (std::size_t i = 0; i < m.tasks.size(); ++i) {
    const Task& task = m.tasks[i];
    if (!sums.counts(task)) continue;
    const CoreKind& kind = chip.kind(task.core);
    if (task.work.mac.count > 0) {
      const MvmTime mvm = mvm_time(kind.crossbar, task.work.mac);
      const Seconds macs = mac_time(layer, m.plan, task.work.mac, mvm);
      raise(t, Stage::mac, macs, {i, false, Bits()});
      const bool overlaps = kind.crossbar.write && kind.crossbar.write->overlaps_mvm;
      if (!overlaps && writes[i] > Seconds() && macs + writes[i] > t.mac_and_write) {
        t.mac_and_write = macs + writes[i];
        t.mac_and_write_task = i;
      }
    }
    if (task.work.simd.empty()) continue;
    Seconds& busy = simd[{task.chip, task.core}];
    busy += lane_operations(kind.simd, task.work.simd) / simd_rate(kind.simd);
    raise(t, Stage::simd, busy, {i, false, Bits()});
  }

  for (const StageInfo& s : kStages) {
    const Seconds time = t.time[index(s.stage)];
    if (time > t.largest) {
      t.next = t.largest;
      t.second = t.bottleneck;
      t.largest = time;
      t.bottleneck = s.stage;
    } else if (time > t.next) {
      t.next = time;
      t.second = s.stage;
    }
  }
  t.interval = std::max(t.largest, t.mac_and_write);
  return t;
}

std::vector<Seconds> phase_intervals(const Network& net, const RramChip& chip,
                                     const Mapping& mapping, LayerId layer, Sharing sharing) {
  std::set<std::int64_t> phases;
  for (const Task& t : mapping.layer(layer).tasks) phases.insert(t.phase);
  std::vector<Seconds> intervals;
  for (const std::int64_t p : phases) {
    intervals.push_back(stage_times(net, chip, mapping, layer, p, sharing).interval);
  }
  return intervals;
}

}  // namespace crossroof::analytic
