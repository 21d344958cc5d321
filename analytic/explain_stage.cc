// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "analytic/explain_parts.h"
#include "analytic/mvm.h"
#include "analytic/rates.h"
#include "workloads/edges.h"
#include "workloads/task_work.h"

namespace crossroof::analytic {
namespace {

constexpr const char* kAmounts = "docs/equations.md E31-E36";
constexpr const char* kStage = "docs/equations.md E55-E60";

// Explains one stage of one layer, of the task that sets its time.
class StageExplained {
 public:
  StageExplained(const ExplainedLayer& e, const StageInfo& s)
      : e_(e),
        s_(s),
        cause_(e.times.cause[index(s.stage)]),
        group_{std::string(s.step) + "  " + std::string(s.title), {}} {
    const std::vector<Task>& tasks = e.mapped().tasks;
    task_ = tasks.empty() ? nullptr : &tasks[cause_.task];
  }

  FigureGroup run() {
    if (task_ == nullptr || time() == Seconds()) {
      add(symbol("time"), "no work", "0", time().value(), "s", kStage, key());
      return std::move(group_);
    }
    switch (s_.stage) {
      case Stage::noc_read:
      case Stage::noc_write:
        return explain_transfers(e_, s_, std::move(group_));
      case Stage::mac:
        mac();
        break;
      case Stage::simd:
        simd();
        break;
      case Stage::write:
        write();
        break;
      default:
        l1();
    }
    return std::move(group_);
  }

 private:
  Seconds time() const { return e_.times.time[index(s_.stage)]; }
  std::string key() const { return "stages." + std::string(s_.key); }
  std::string symbol(const char* what) const { return std::string(s_.step) + " " + what; }
  bool reads() const { return s_.stage == Stage::l1_read_mac || s_.stage == Stage::l1_read_simd; }

  void add(const std::string& symbol, const std::string& formula, const std::string& substituted,
           double value, const std::string& unit, const std::string& source,
           const std::string& key = "") {
    group_.figures.push_back({symbol, formula, substituted, value, unit, source, key});
  }

  bool same_core(const Task& t) const { return t.chip == task_->chip && t.core == task_->core; }

  // Bytes of `amount` of every task of the layer on the deciding core, as a list of terms.
  template <class Amount>
  std::vector<std::string> on_core(Amount amount) const {
    std::vector<std::string> terms;
    for (const Task& t : e_.mapped().tasks) {
      const std::int64_t bits = amount(t.work).count();
      if (same_core(t) && bits > 0) terms.push_back(number(bits) + " / 8");
    }
    return terms;
  }

  Bits amount(const TaskWork& w) const { return stage_bits(s_.stage, w); }

  // How the bits of the deciding task come about.
  void task_bits() {
    const LayerMapping& m = e_.mapped();
    const CoreKind& kind = e_.chip.kind(task_->core);
    const TaskWork& w = task_->work;
    const std::string mvms = number(w.mac.count), columns = number(task_->held.columns);
    const std::int64_t q = task_->row_blocks;
    const std::string acc = number(kind.accumulator_bits);
    const std::string sums = mvms + " * " + columns + " * " + acc;
    const std::string name = symbol("bits");
    const auto value = static_cast<double>(amount(w).count());
    if (!m.on_crossbars) {
      if (s_.stage == Stage::l1_write_simd) {
        add(name, "positions * channels * b_out",
            number(task_->positions) + " * " + number(task_->channels.length()) + " * " +
                number(m.bits.output),
            value, "bit", kAmounts);
      } else {
        add(name, "sum over operands of channels * reads * bits", operands(), value, "bit",
            kAmounts);
      }
      return;
    }
    const bool root = task_->role == Role::root;
    const bool direct = w.l1_write_simd == Bits();
    switch (s_.stage) {
      case Stage::l1_read_mac:
        if (e_.mapping.reuse == Reuse::line_buffer) {
          add(name, "distinct inputs * b_in",
              number(amount(w).count() / m.bits.input) + " * " + number(m.bits.input), value, "bit",
              kAmounts);
        } else {
          add(name, "m * |K| * b_in",
              mvms + " * " +
                  number(kind.input_broadcast ? task_->held.rows : task_->held.rows_per_set) +
                  " * " + number(m.bits.input),
              value, "bit", kAmounts);
        }
        break;
      case Stage::l1_write_mac:
        if (root && direct) {
          add(name, "m * |M| * b_out", mvms + " * " + columns + " * " + number(m.bits.output),
              value, "bit", kAmounts);
        } else {
          add(name, "m * |M| * b_acc * q", sums + " * " + number(q), value, "bit", kAmounts);
        }
        break;
      case Stage::l1_read_simd: {
        add(name, "m * |M| * b_acc * (q + remote) + fused operand bits",
            sums + " * (" + number(q) + " + " + number(root ? task_->remote : 0) + ") + " +
                (root ? operands() : "0"),
            value, "bit", kAmounts);
        break;
      }
      case Stage::l1_write_simd:
        if (root) {
          add(name, "positions * channels * b_out",
              number(task_->positions) + " * " + number(task_->channels.length()) + " * " +
                  number(m.bits.output),
              value, "bit", kAmounts);
        } else {
          add(name, "m * |M| * b_acc", sums, value, "bit", kAmounts);
        }
        break;
      default:
        break;
    }
  }

  // "channels * reads * bits + ..." of the operands the SIMD unit reads beside sums.
  std::string operands() const {
    std::vector<std::string> terms;
    for (const Edge& e : e_.layer().in_edges) {
      if (e.gate != Gate::s5_operands || e_.mapped().dynamic) continue;
      const OperandReads reads =
          operand_reads(e_.layer(), e_.mapped(), e, *task_, e_.mapping.reuse);
      if (reads.channels == 0 || reads.each == 0) continue;
      terms.push_back(number(reads.channels) + " * " + number(reads.each) + " * " +
                      number(edge_bits(e_.mapping.layers, e_.id, e)));
    }
    return sum_of(terms);
  }

  void l1() {
    task_bits();
    const L1Rates rates = l1_rates(e_.chip.kind(task_->core).l1);
    const BytesPerSecond group = reads() ? rates.read : rates.write;
    const L1& l = e_.chip.kind(task_->core).l1;
    add("port rate", "word / 8 * clock",
        number(l.word.count()) + " / 8 * " + number(l.clock.value()), rates.one_port.value(),
        "byte/s", "machine core.l1");
    const auto terms = on_core([this](const TaskWork& w) { return amount(w); });
    std::int64_t largest = 0;
    for (const Task& t : e_.mapped().tasks) {
      if (same_core(t)) largest = std::max(largest, amount(t.work).count());
    }
    add(symbol("time"), "max(bytes on the core / ports' rate, bytes of one task / port rate)",
        "max((" + sum_of(terms) + ") / " + number(group.value()) + ", " + number(largest) +
            " / 8 / " + number(rates.one_port.value()) + ")",
        time().value(), "s", kStage, key());
  }

  void mac() {
    const MvmTime t = mvm_time(e_.chip.kind(task_->core).crossbar, task_->work.mac);
    const ChunkPlan& p = e_.mapped().plan;
    const auto count = static_cast<double>(task_->work.mac.count);
    if (e_.layer().vectors == 0 && !e_.mapped().dynamic) {
      const std::int64_t full = ceil_div(p.count() - task_->replica, p.replicas) * p.length;
      add("m", "ceil((ceil(N / p) - replica) / D) * p - rest of the last chunk",
          "ceil((ceil(" + number(p.positions) + " / " + number(p.length) + ") - " +
              number(task_->replica) + ") / " + number(p.replicas) + ") * " + number(p.length) +
              " - " + number(full - task_->work.mac.count),
          count, "MVMs", "docs/equations.md E25-E27");
    } else {
      add("m", "MVMs of the task", number(task_->work.mac.count), count, "MVMs",
          "docs/equations.md E32");
    }
    const std::string m = number(task_->work.mac.count), interval = number(t.interval.value());
    if (e_.layer().recurrent() && e_.mapped().plan.replicas == 1) {
      add(symbol("time"), "max(m * MVM interval, (steps - 1) * MVM latency + MVM interval)",
          "max(" + m + " * " + interval + ", (" + number(e_.layer().steps) + " - 1) * " +
              number(t.latency.value()) + " + " + interval + ")",
          time().value(), "s", kStage, key());
    } else {
      add(symbol("time"), "m * MVM interval", m + " * " + interval, time().value(), "s", kStage,
          key());
    }
    std::int64_t macs = 0;
    for (const Task& each : e_.mapped().tasks) macs += each.work.mac.macs;
    add("OPS as mapped", "2 * MACs / S3", "2 * " + number(macs) + " / " + number(time().value()),
        2.0 * static_cast<double>(macs) / time().value(), "op/s", kStage, "ops_per_s_as_mapped");
  }

  void simd() {
    const SimdUnit& unit = e_.chip.kind(task_->core).simd;
    std::vector<std::string> terms;
    for (const Task& t : e_.mapped().tasks) {
      if (!same_core(t)) continue;
      for (const SimdWork& w : t.work.simd) {
        terms.push_back(number(w.count) + " * " + number(unit.lane_ops[index(w.kind)]));
      }
    }
    Ops lane_ops;
    for (const Task& t : e_.mapped().tasks) {
      if (same_core(t)) lane_ops += lane_operations(unit, t.work.simd);
    }
    add(symbol("lane operations"), "sum of operations * lane-operations of their kind",
        sum_of(terms), lane_ops.value(), "op", "machine core.simd");
    add("SIMD rate", "lanes * clock / cycles per operation",
        number(unit.lanes) + " * " + number(unit.clock.value()) + " / " +
            number(unit.cycles_per_op),
        simd_rate(unit).value(), "op/s", "machine core.simd");
    add(symbol("time"), "lane operations / SIMD rate",
        number(lane_ops.value()) + " / " + number(simd_rate(unit).value()), time().value(), "s",
        kStage, key());
  }

  void write() {
    const Crossbar& x = e_.chip.kind(task_->core).crossbar;
    const bool each_image = e_.mapped().dynamic;
    add(symbol("time"),
        each_image ? "ceil(rows / rows in parallel) * pulse * verify iterations / 1 (every image)"
                   : "ceil(rows / rows in parallel) * pulse * verify iterations / B",
        "ceil(" + number(task_->held.fullest_rows) + " / " + number(x.write->rows_parallel) +
            ") * " + number(x.write->pulse.value()) + " * " + number(x.write->verify_iterations) +
            " / " + number(each_image ? 1 : e_.mapping.batch),
        time().value(), "s", "docs/equations.md E60; machine crossbar.write", key());
  }

  const ExplainedLayer& e_;
  const StageInfo& s_;
  StageCause cause_;
  const Task* task_ = nullptr;
  FigureGroup group_;
};

}  // namespace

FigureGroup explain_stage(const ExplainedLayer& e, const StageInfo& stage) {
  return StageExplained(e, stage).run();
}

}  // namespace crossroof::analytic
