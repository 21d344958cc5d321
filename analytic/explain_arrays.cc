// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include "analytic/explain_parts.h"
#include "analytic/mvm.h"

namespace crossroof::analytic {
namespace {

constexpr const char* kArrays = "docs/equations.md E10-E15";
constexpr const char* kMvm = "docs/equations.md E16-E23";

class Group {
 public:
  explicit Group(std::string title) { group_.title = std::move(title); }
  void add(const std::string& symbol, const std::string& formula, const std::string& substituted,
           double value, const std::string& unit, const std::string& source,
           const std::string& key = "") {
    group_.figures.push_back({symbol, formula, substituted, value, unit, source, key});
  }
  void add(const std::string& symbol, const std::string& formula, const std::string& substituted,
           std::int64_t value, const std::string& unit, const std::string& source,
           const std::string& key = "") {
    add(symbol, formula, substituted, static_cast<double>(value), unit, source, key);
  }
  FigureGroup take() { return std::move(group_); }

 private:
  FigureGroup group_;
};

std::string doubled(bool twice) { return twice ? " * 2" : ""; }

// Pulse counting: T of one row group.
void add_pulse_count(const Crossbar& x, const MvmWork& w, const MvmTime& t, Group& g) {
  std::string pulses, steps;
  std::int64_t consumed = 0, phases = 0;
  for (const std::int64_t bits : pulse_phases(x.pulse_count, w.input_bits)) {
    pulses +=
        (pulses.empty() ? "" : " + ") + number(static_cast<std::int64_t>(std::exp2(bits)) - 1);
    const std::int64_t left = std::max<std::int64_t>(1, x.adc.bits - consumed);
    steps += (steps.empty() ? "" : " + ") + number(left);
    consumed += bits;
    ++phases;
  }
  g.add("T", "pulse * sum(2^p - 1) + adc_step * sum(out - consumed) + phase * phases",
        number(x.pulse_count.pulse.value()) + " * (" + pulses + ") + " +
            number(x.pulse_count.adc_step.value()) + " * (" + steps + ") + " +
            number(x.pulse_count.phase.value()) + " * " + number(phases),
        t.back.value(), "s",
        "NeuRRAM, Nature 2022, Ext. Data Fig. 12; machine crossbar.pulse_count");
  const std::string groups = number(w.slots / phases);
  g.add("MVM interval", "T * row groups * planes",
        number(t.back.value()) + " * " + groups + " * " + number(w.serial_planes),
        t.interval.value(), "s", kMvm);
}

void add_bit_serial(const Crossbar& x, const MvmWork& w, const MvmTime& t, Group& g) {
  g.add("front", "dac_time + array_read",
        number(x.dac_time.value()) + " + " + number(x.array_read.value()), t.front.value(), "s",
        "machine crossbar");
  if (x.adc.per_column) {
    g.add("back", "conversion (one ADC per column)", number(x.adc.conversion.value()),
          t.back.value(), "s", "machine crossbar.adc");
  } else {
    g.add("back", "ceil(C_used * crossbars / ADCs) * conversion",
          "ceil(" + number(w.columns) + " * " + number(x.adc.crossbars) + " / " +
              number(x.adc.count) + ") * " + number(x.adc.conversion.value()),
          t.back.value(), "s", kMvm);
  }
  const std::string front = number(t.front.value()), back = number(t.back.value());
  const std::string slots = number(w.slots), planes = " * " + number(w.serial_planes);
  if (x.double_sample_hold) {
    g.add("MVM interval", "slots * max(front, back) * planes",
          slots + " * max(" + front + ", " + back + ")" + planes, t.interval.value(), "s", kMvm);
    g.add("MVM latency", "(front + back + (slots - 1) * max(front, back)) * planes",
          "(" + front + " + " + back + " + (" + slots + " - 1) * max(" + front + ", " + back +
              "))" + planes,
          t.latency.value(), "s", kMvm);
  } else {
    g.add("MVM interval", "slots * (front + back) * planes",
          slots + " * (" + front + " + " + back + ")" + planes, t.interval.value(), "s", kMvm);
  }
}

}  // namespace

std::string number(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  return std::string(text, end.ptr);
}

std::string number(std::int64_t value) { return std::to_string(value); }

FigureGroup explain_arrays(const ExplainedLayer& e) {
  const LayerMapping& m = e.mapped();
  const ArrayGeometry& a = m.geometry;
  const Crossbar& x = e.chip.kinds[static_cast<std::size_t>(m.kind)].crossbar;
  Group g("Arrays");
  g.add("s", "ceil(b_w / b_cell)" + doubled(x.sign == Sign::diff_columns),
        "ceil(" + number(m.bits.weight) + " / " + number(x.cell_bits) + ")" +
            doubled(x.sign == Sign::diff_columns),
        a.slices, "cells per weight", kArrays);
  g.add("R'", "floor(R / rows per weight)",
        "floor(" + number(x.rows) + " / " + number(a.rows_per_weight) + ")", a.weight_rows, "rows",
        kArrays);
  g.add("C'", "floor(C / cells in columns)",
        "floor(" + number(x.columns) + " / " + number(a.cells_per_column) + ")", a.weight_columns,
        "columns", kArrays);
  if (a.packed_groups > 0) {
    g.add("G", "floor(min(R' / K, C' / M))",
          "floor(min(" + number(a.weight_rows) + " / " + number(a.matrix.rows) + ", " +
              number(a.weight_columns) + " / " + number(a.matrix.columns) + "))",
          a.packed_groups, "groups per array", kArrays);
    g.add("A", "ceil(groups / G) * unit",
          "ceil(" + number(a.matrix.groups) + " / " + number(a.packed_groups) + ") * " +
              number(a.unit),
          a.arrays(), "arrays per replica", kArrays);
  } else {
    g.add("A", "groups * ceil(K / R') * ceil(M / C') * unit",
          number(a.matrix.groups) + " * ceil(" + number(a.matrix.rows) + " / " +
              number(a.weight_rows) + ") * ceil(" + number(a.matrix.columns) + " / " +
              number(a.weight_columns) + ") * " + number(a.unit),
          a.arrays(), "arrays per replica", kArrays);
  }
  std::int64_t arrays = 0;
  for (const Task& t : m.tasks) arrays += t.held.arrays;
  g.add("arrays", "A * D", number(a.arrays()) + " * " + number(m.plan.replicas), arrays, "arrays",
        kArrays, "arrays");
  const std::int64_t halves = x.sign == Sign::diff_arrays ? 2 : 1;
  g.add("utilisation", "K * M * groups * s * rows per weight * halves / (A * R * C)",
        number(a.matrix.rows) + " * " + number(a.matrix.columns) + " * " + number(a.matrix.groups) +
            " * " + number(a.slices) + " * " + number(a.rows_per_weight) + " * " + number(halves) +
            " / (" + number(a.arrays()) + " * " + number(x.rows) + " * " + number(x.columns) + ")",
        a.utilisation(x), "", kArrays, "utilisation");
  const ChunkPlan& p = m.plan;
  g.add("N", "H_out * W_out", number(e.layer().out.height) + " * " + number(e.layer().out.width),
        p.positions, "positions", "network");
  const ChunkPlan first = default_plan(p.positions, p.width, p.replicas);
  g.add("p0", "ceil(N / (D * ceil(N / (D * W_out))))",
        "ceil(" + number(p.positions) + " / (" + number(p.replicas) + " * ceil(" +
            number(p.positions) + " / (" + number(p.replicas) + " * " + number(p.width) + "))))",
        first.length, "positions", "docs/equations.md E25");
  std::int64_t halvings = 0;
  std::string halved = number(first.length);
  for (std::int64_t length = first.length; length > p.length; length = ceil_div(length, 2)) {
    halved.insert(0, "ceil(").append(" / 2)");
    ++halvings;
  }
  g.add("p", "p0 halved " + number(halvings) + " times for L1 space", halved, p.length, "positions",
        "docs/equations.md E25", "chunk_positions");
  return g.take();
}

FigureGroup explain_mvm(const ExplainedLayer& e) {
  const std::size_t cause = e.times.cause[index(Stage::mac)].task;
  const Task& task = e.mapped().tasks[cause];
  const Crossbar& x = e.chip.kind(task.core).crossbar;
  const MvmWork& w = task.work.mac;
  const MvmTime t = mvm_time(x, w);
  Group g("MVM on core " + std::to_string(static_cast<std::size_t>(task.core)));
  const ArrayGeometry& a = e.mapped().geometry;
  const Rectangle& r = task.rectangle;
  const std::int64_t block_end = std::min(r.block_end * a.weight_rows, a.matrix.rows);
  const std::int64_t rows =
      a.packed_groups > 0 ? a.matrix.rows : block_end - r.block_begin * a.weight_rows;
  if (a.packed_groups > 0) {
    g.add("|K|", "groups held * K", number(task.held.rows / rows) + " * " + number(a.matrix.rows),
          task.held.rows, "rows", kArrays);
  } else {
    g.add("|K|", "groups held * (min(last block * R', K) - first block * R')",
          number(task.held.rows / rows) + " * (min(" + number(r.block_end) + " * " +
              number(a.weight_rows) + ", " + number(a.matrix.rows) + ") - " +
              number(r.block_begin) + " * " + number(a.weight_rows) + ")",
          task.held.rows, "rows", kArrays);
  }
  g.add("|M|", "columns up to its last - columns before its first",
        number(task.held.column_begin + task.held.columns) + " - " + number(task.held.column_begin),
        task.held.columns, "columns", kArrays);
  const std::int64_t inputs = input_slots(x, w.input_bits);
  const bool serial = x.input == InputCoding::bit_serial;
  g.add(
      "slots",
      serial ? "ceil(b_in / b_dac) * ceil(R_used / R_active)" : "phases * ceil(R_used / R_active)",
      (serial ? "ceil(" + number(w.input_bits) + " / " + number(x.dac_bits) + ")"
              : number(inputs)) +
          " * ceil(" + number(task.held.fullest_rows) + " / " + number(x.active_rows) + ")",
      w.slots, "", kMvm);
  if (serial) {
    add_bit_serial(x, w, t, g);
  } else {
    add_pulse_count(x, w, t, g);
  }
  return g.take();
}

}  // namespace crossroof::analytic
