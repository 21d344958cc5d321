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

// Collects the stage times of one layer.
class LayerTimer {
 public:
  LayerTimer(const Network& net, const RramChip& chip, const Mapping& mapping, LayerId id,
             std::int64_t phase, Sharing sharing, double batch)
      : chip_(chip),
        mapping_(mapping),
        id_(id),
        layer_(net.layers[index(id)]),
        m_(mapping.layer(id)),
        phase_(phase),
        sharing_(sharing),
        batch_(batch),
        sums_(mapping, id, phase),
        writes_(m_.tasks.size()) {}

  LayerTimes run() {
    loads();
    transfers(
        Stage::noc_read, [](const TaskWork& w) { return w.noc_read; },
        [](const TaskWork& w) { return w.memory_read; },
        [](const TaskWork& w) { return w.chip_read; });
    transfers(
        Stage::noc_write, [](const TaskWork& w) { return w.noc_write; },
        [](const TaskWork& w) { return w.memory_write; },
        [](const TaskWork& w) { return w.chip_write; });
    l1(Stage::l1_read_mac, true, [](const TaskWork& w) { return w.l1_read_mac; });
    l1(Stage::l1_write_mac, false, [](const TaskWork& w) { return w.l1_write_mac; });
    l1(Stage::l1_read_simd, true, [](const TaskWork& w) { return w.l1_read_simd; });
    l1(Stage::l1_write_simd, false, [](const TaskWork& w) { return w.l1_write_simd; });
    for (std::size_t i = 0; i < m_.tasks.size(); ++i) {
      if (!sums_.counts(m_.tasks[i])) continue;
      mac(i);
      simd(i);
    }
    rank();
    return t_;
  }

 private:
  // Weights that are loaded travel once per batch and wait for the arrays to be written.
  void loads() {
    for (std::size_t p = 0; p < mapping_.phases.size(); ++p) {
      if (phase_ >= 0 && p != static_cast<std::size_t>(phase_)) continue;
      for (const WeightLoad& load : mapping_.phases[p].loads) {
        if (load.layer == id_) add_load(load);
      }
    }
  }

  void add_load(const WeightLoad& load) {
    const Crossbar& x = chip_.kind(m_.tasks[load.task].core).crossbar;
    const Seconds write = array_write_time(x, load.rows) / (load.per_image ? 1.0 : batch_);
    weights_ += load.bits;
    writes_[load.task] = write;
    raise(t_, Stage::write, write, {load.task, false, Bits()});
    raise(t_, Stage::noc_read, (load.bits.bytes() / chip_.noc.link_rate()) / batch_,
          {load.task, false, load.bits});
  }

  template <class OfStage, class OfMemory, class OfChips>
  void transfers(Stage stage, OfStage all_of, OfMemory memory_of, OfChips chips_of) {
    sums_.per_core(all_of, [&](CoreId, const CoreSum& c) {
      raise(t_, stage, Bits(c.total).bytes() / chip_.noc.link_rate(),
            {c.task, false, Bits(c.total)});
    });
    through_memory(stage, memory_of);
    if (!chip_.chip_link) return;
    std::map<std::int64_t, Bits> crossing;
    for (std::size_t i = 0; i < m_.tasks.size(); ++i) {
      if (!sums_.counts(m_.tasks[i])) continue;
      Bits& bits = crossing[m_.tasks[i].chip];
      bits += chips_of(m_.tasks[i].work);
      raise(t_, stage, bits.bytes() / chip_link_rate(chip_), {i, false, bits});
    }
  }

  template <class OfMemory>
  void through_memory(Stage stage, OfMemory memory_of) {
    const BytesPerSecond rate = memory_rate(chip_);
    Bits sum;
    std::size_t largest = 0;
    for (std::size_t i = 0; i < m_.tasks.size(); ++i) {
      if (!sums_.counts(m_.tasks[i])) continue;
      sum += memory_of(m_.tasks[i].work);
      if (memory_of(m_.tasks[i].work) > memory_of(m_.tasks[largest].work)) largest = i;
    }
    const Bytes loaded = stage == Stage::noc_read ? weights_.bytes() / batch_ : Bytes();
    const Bytes bytes = sum.bytes() + loaded;
    if (bytes == Bytes()) return;
    raise(t_, stage, bytes / (rate * static_cast<double>(mapping_.chips)), {largest, true, sum});
    if (sharing_ != Sharing::equal) return;
    const BytesPerSecond share = rate / static_cast<double>(chip_.cores.size());
    sums_.per_core(memory_of, [&](CoreId, const CoreSum& c) {
      if (c.total > 0) {
        raise(t_, stage, Bits(c.total).bytes() / share, {c.task, true, Bits(c.total)});
      }
    });
  }

  template <class OfStage>
  void l1(Stage stage, bool reads, OfStage bits_of) {
    sums_.per_core(bits_of, [&](CoreId core, const CoreSum& c) {
      const L1Rates rates = l1_rates(chip_.kind(core).l1);
      const Seconds shared = Bits(c.total).bytes() / (reads ? rates.read : rates.write);
      const Seconds alone = Bits(c.largest).bytes() / rates.one_port;
      raise(t_, stage, std::max(shared, alone),
            {c.task, false, Bits(shared > alone ? c.total : c.largest)});
    });
  }

  void mac(std::size_t i) {
    const Task& task = m_.tasks[i];
    if (task.work.mac.count == 0) return;
    const Crossbar& x = chip_.kind(task.core).crossbar;
    const Seconds macs = mac_time(layer_, m_.plan, task.work.mac, mvm_time(x, task.work.mac));
    raise(t_, Stage::mac, macs, {i, false, Bits()});
    const bool overlaps = x.write && x.write->overlaps_mvm;
    if (overlaps || writes_[i] == Seconds() || macs + writes_[i] <= t_.mac_and_write) return;
    t_.mac_and_write = macs + writes_[i];
    t_.mac_and_write_task = i;
  }

  void simd(std::size_t i) {
    const Task& task = m_.tasks[i];
    if (task.work.simd.empty()) return;
    const SimdUnit& unit = chip_.kind(task.core).simd;
    Seconds& busy = simd_[{task.chip, task.core}];
    busy += lane_operations(unit, task.work.simd) / simd_rate(unit);
    raise(t_, Stage::simd, busy, {i, false, Bits()});
  }

  void rank() {
    for (const StageInfo& s : kStages) {
      const Seconds time = t_.time[index(s.stage)];
      if (time > t_.largest) {
        t_.next = t_.largest;
        t_.second = t_.bottleneck;
        t_.largest = time;
        t_.bottleneck = s.stage;
      } else if (time > t_.next) {
        t_.next = time;
        t_.second = s.stage;
      }
    }
    t_.interval = std::max(t_.largest, t_.mac_and_write);
  }

  const RramChip& chip_;
  const Mapping& mapping_;
  LayerId id_;
  const Layer& layer_;
  const LayerMapping& m_;
  std::int64_t phase_;
  Sharing sharing_;
  double batch_;
  LayerSums sums_;
  Bits weights_;
  std::vector<Seconds> writes_;
  std::map<std::pair<std::int64_t, CoreId>, Seconds> simd_;
  LayerTimes t_;
};

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
  const auto batch = static_cast<double>(images > 0 ? images : mapping.batch);
  return LayerTimer(net, chip, mapping, id, phase, sharing, batch).run();
}

std::vector<Seconds> phase_intervals(const Network& net, const RramChip& chip,
                                     const Mapping& mapping, LayerId layer, Sharing sharing) {
  std::set<std::int64_t> phases;
  for (const Task& t : mapping.layer(layer).tasks) phases.insert(t.phase);
  std::vector<Seconds> intervals;
  intervals.reserve(phases.size());
  for (const std::int64_t p : phases) {
    intervals.push_back(stage_times(net, chip, mapping, layer, p, sharing).interval);
  }
  return intervals;
}

}  // namespace crossroof::analytic
