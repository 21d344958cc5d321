// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "workloads/program_faults.h"

namespace crossroof {
namespace {

class Tasks {
 public:
  Tasks(const CheckedProgram& p, Faults& faults)
      : net_(p.net), chip_(p.chip), mapping_(p.mapping), program_(p.program), faults_(faults) {}

  void run() {
    std::size_t first = 0;
    for (std::size_t l = 0; l < mapping_.layers.size() && !faults_.full(); ++l) {
      const LayerMapping& m = mapping_.layers[l];
      if (m.on_crossbars) weights(l);
      chunks(l, first);
      for (std::size_t t = 0; t < m.tasks.size(); ++t) {
        amounts(m.tasks[t], first + t);
        arrays(m.tasks[t], first + t);
        stages(first + t);
      }
      first += m.tasks.size();
    }
    capacity();
    reloads();
  }

 private:
  // Rectangles of each replica cover column sets x row blocks, each once.
  void weights(std::size_t l) {
    const LayerMapping& m = mapping_.layers[l];
    const std::int64_t sets = m.geometry.column_sets, blocks = m.geometry.row_blocks;
    std::map<std::int64_t, std::vector<std::int32_t>> placed;
    for (const Task& t : m.tasks) {
      const Rectangle& r = t.rectangle;
      if (r.set_begin < 0 || r.set_end > sets || r.block_begin < 0 || r.block_end > blocks) {
        return faults_.add("layer '" + net_.layers[l].name + "' has a rectangle beyond its matrix");
      }
      std::vector<std::int32_t>& of = placed[t.replica];
      of.resize(static_cast<std::size_t>(sets * blocks));
      for (std::int64_t s = r.set_begin; s < r.set_end; ++s) {
        for (std::int64_t b = r.block_begin; b < r.block_end; ++b) {
          ++of[static_cast<std::size_t>(s * blocks + b)];
        }
      }
    }
    faults_.expect_equal("number of placed replicas of layer '" + net_.layers[l].name + "'",
                         static_cast<std::int64_t>(placed.size()), m.plan.replicas);
    for (const auto& [replica, of] : placed) {
      if (std::all_of(of.begin(), of.end(), [](std::int32_t n) { return n == 1; })) continue;
      faults_.add("replica " + std::to_string(replica) + " of layer '" + net_.layers[l].name +
                  "' does not hold every weight once");
    }
  }

  // Tasks of a replica have the same chunks, in order; each chunk belongs to one replica.
  void chunks(std::size_t l, std::size_t first) {
    const LayerMapping& m = mapping_.layers[l];
    std::map<std::int64_t, std::size_t> of_replica;
    std::vector<std::int32_t> owners(static_cast<std::size_t>(m.plan.count()), 0);
    for (std::size_t t = first; t < first + m.tasks.size(); ++t) {
      const CoreTask& task = program_.tasks[t];
      const auto [known, is_new] = of_replica.emplace(task.replica, t);
      if (!is_new) {
        if (task.chunks != program_.tasks[known->second].chunks) {
          faults_.add(faults_.task(t) + " has not the chunks of its replica");
        }
        continue;
      }
      for (std::size_t j = 0; j < task.chunks.size(); ++j) {
        const std::int32_t c = task.chunks[j];
        if (c < 0 || c >= m.plan.count() || (j > 0 && c <= task.chunks[j - 1])) {
          return faults_.add("chunks of " + faults_.task(t) + " do not ascend");
        }
        ++owners[static_cast<std::size_t>(c)];
      }
    }
    const bool once =
        std::all_of(owners.begin(), owners.end(), [](std::int32_t n) { return n == 1; });
    if (!once) faults_.add("not every chunk of '" + net_.layers[l].name + "' has one replica");
  }

  // What all chunks ask is what the task has.
  void amounts(const Task& from, std::size_t t) {
    const CoreTask& task = program_.tasks[t];
    StageWork sum;
    std::array<std::int64_t, kSimdKindCount> simd{};
    for (std::size_t j = 0; j < task.chunks.size(); ++j) {
      const StageWork& w = task.work(static_cast<std::int64_t>(j));
      sum.s2.amount += w.s2.amount;
      sum.mvms += w.mvms;
      sum.conversions += w.conversions;
      sum.macs += w.macs;
      sum.s4.amount += w.s4.amount;
      sum.s5.amount += w.s5.amount;
      sum.s7.amount += w.s7.amount;
      for (const SimdWork& op : w.s6) simd[index(op.kind)] += op.count;
    }
    const TaskWork& w = from.work;
    std::array<std::int64_t, kSimdKindCount> expected{};
    for (const SimdWork& op : w.simd) expected[index(op.kind)] += op.count;
    const std::string of = " of " + faults_.task(t);
    faults_.expect_equal("S2" + of, sum.s2.amount, w.l1_read_mac);
    faults_.expect_equal("number of MVMs" + of, sum.mvms, w.mac.count);
    faults_.expect_equal("number of conversions" + of, sum.conversions, w.mac.conversions);
    faults_.expect_equal("number of MACs" + of, sum.macs, w.mac.macs);
    faults_.expect_equal("S4" + of, sum.s4.amount, w.l1_write_mac);
    faults_.expect_equal("S5" + of, sum.s5.amount, w.l1_read_simd);
    faults_.expect_equal("S7" + of, sum.s7.amount, w.l1_write_simd);
    for (std::size_t k = 0; k < simd.size(); ++k) {
      faults_.expect_equal("number of SIMD operations" + of, simd[k], expected[k]);
    }
  }

  // A chunk has work only at stages its task has, and every task has one.
  void stages(std::size_t t) {
    const CoreTask& task = program_.tasks[t];
    const auto none = [&](Stage stage, bool work) {
      if (work && !task.has[index(stage)]) {
        faults_.add(faults_.task(t) + " has work at a stage that does not exist");
      }
    };
    for (const StageWork& w : task.classes) {
      none(Stage::l1_read_mac, w.s2.amount > Bits());
      none(Stage::mac, w.mvms > 0);
      none(Stage::l1_write_mac, w.s4.amount > Bits());
      none(Stage::l1_read_simd, w.s5.amount > Bits());
      none(Stage::simd, !w.s6.empty());
      none(Stage::l1_write_simd, w.s7.amount > Bits());
    }
  }

  void arrays(const Task& from, std::size_t t) {
    const CoreTask& task = program_.tasks[t];
    faults_.expect_equal("number of arrays of " + faults_.task(t), task.arrays, from.held.arrays);
    std::int64_t of_blocks = 0;
    const Crossbar& x = chip_.kind(task.core).crossbar;
    for (const ArrayBlock& b : task.blocks) {
      of_blocks += b.arrays;
      if (b.rows > x.rows || b.columns > x.columns) {
        faults_.add(faults_.task(t) + " has a block larger than a crossbar");
      }
    }
    if (task.mvm.count > 0) {
      faults_.expect_equal("number of arrays of all blocks of " + faults_.task(t), of_blocks,
                           task.arrays);
    }
    faults_.expect_equal("L1 space of " + faults_.task(t), task.buffers, from.buffers);
  }

  // Weights stay where they are unless they are reloaded; L1 is free again after each phase.
  void capacity() {
    std::map<std::tuple<std::int64_t, std::int64_t, CoreId>, std::int64_t> arrays, l1;
    for (const CoreTask& t : program_.tasks) {
      arrays[{t.chip, mapping_.passes > 1 ? t.phase : 0, t.core}] += t.arrays;
      l1[{t.chip, t.phase, t.core}] += t.buffers.count();
    }
    for (const auto& [where, n] : arrays) {
      const CoreKind& kind = chip_.kind(std::get<2>(where));
      if (n <= kind.crossbars * kind.crossbar.planes) continue;
      faults_.add("core " + std::to_string(static_cast<std::size_t>(std::get<2>(where))) +
                  " should hold " + std::to_string(n) + " arrays, more than it has");
    }
    for (const auto& [where, n] : l1) {
      if (n <= chip_.kind(std::get<2>(where)).l1.capacity.count()) continue;
      faults_.add("core " + std::to_string(static_cast<std::size_t>(std::get<2>(where))) +
                  " should keep " + std::to_string(n) + " bits in L1, more than it has");
    }
  }

  // With reload, the arrays of every task are written once, with all its weights.
  void reloads() {
    std::vector<std::int64_t> bits(program_.tasks.size(), 0);
    for (std::size_t p = 0; p < program_.phases.size(); ++p) {
      for (const Reload& r : program_.phases[p].reloads) {
        if (program_.task(r.task).phase != static_cast<std::int64_t>(p)) {
          faults_.add("weights of " + faults_.task(index(r.task)) + " are loaded in another phase");
        }
        for (const Bits b : r.from_controller) bits[index(r.task)] += b.count();
        const auto [least, most] =
            std::minmax_element(r.from_controller.begin(), r.from_controller.end());
        if (most->count() - least->count() > 1) {
          faults_.add("weights of " + faults_.task(index(r.task)) + " come in unequal parts");
        }
        if (r.rows <= 0) faults_.add(faults_.task(index(r.task)) + " is loaded with no rows");
      }
    }
    std::size_t first = 0;
    for (std::size_t l = 0; l < mapping_.layers.size(); ++l) {
      const LayerMapping& m = mapping_.layers[l];
      const bool loaded = mapping_.passes > 1 && m.on_crossbars && !m.dynamic;
      const Layer& layer = net_.layers[l];
      const std::int64_t weights =
          loaded ? layer.groups * layer.K * layer.M * m.bits.weight * m.plan.replicas : 0;
      std::int64_t sum = 0;
      for (std::size_t t = first; t < first + m.tasks.size(); ++t) sum += bits[t];
      faults_.expect_equal("weights loaded for layer '" + layer.name + "'", Bits(sum),
                           Bits(weights));
      first += m.tasks.size();
    }
  }

  const Network& net_;
  const RramChip& chip_;
  const Mapping& mapping_;
  const Program& program_;
  Faults& faults_;
};

}  // namespace

void check_tasks(const CheckedProgram& p, Faults& faults) { Tasks(p, faults).run(); }

}  // namespace crossroof
