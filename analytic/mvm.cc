// SPDX-License-Identifier: Apache-2.0
#include "analytic/mvm.h"

#include <algorithm>
#include <cmath>

#include "workloads/array_geometry.h"

namespace crossroof::analytic {

std::vector<std::int64_t> pulse_phases(const PulseCount& p, std::int64_t input_bits) {
  const std::int64_t n = std::max<std::int64_t>(1, input_bits - 1);
  if (!p.two_phase || n <= 3) return {n};
  return {ceil_div(n, 2), n / 2};
}

Seconds pulse_count_time(const PulseCount& p, std::int64_t input_bits, std::int64_t output_bits) {
  Seconds t;
  std::int64_t consumed = 0;
  for (const std::int64_t bits : pulse_phases(p, input_bits)) {
    t += p.pulse * (std::exp2(static_cast<double>(bits)) - 1);
    t += p.adc_step * static_cast<double>(std::max<std::int64_t>(1, output_bits - consumed));
    t += p.phase;
    consumed += bits;
  }
  return t;
}

MvmTime mvm_time(const Crossbar& x, const MvmWork& work) {
  MvmTime t;
  const double slots = static_cast<double>(work.slots);
  if (x.input == InputCoding::pulse_count) {
    const auto phases = static_cast<double>(pulse_phases(x.pulse_count, work.input_bits).size());
    t.back = pulse_count_time(x.pulse_count, work.input_bits, x.adc.bits);
    t.interval = t.latency = t.back * (slots / phases);
  } else {
    t.front = x.dac_time + x.array_read;
    const std::int64_t steps =
        x.adc.per_column ? 1 : ceil_div(work.columns * x.adc.crossbars, x.adc.count);
    t.back = x.adc.conversion * static_cast<double>(steps);
    if (x.double_sample_hold) {
      const Seconds slower = std::max(t.front, t.back);
      t.interval = slower * slots;
      t.latency = t.front + t.back + slower * (slots - 1);
    } else {
      t.interval = t.latency = (t.front + t.back) * slots;
    }
  }
  t.interval = t.interval * static_cast<double>(work.serial_planes);
  t.latency = t.latency * static_cast<double>(work.serial_planes);
  return t;
}

Seconds mac_time(const Layer& layer, const ChunkPlan& plan, const MvmWork& work,
                 const MvmTime& mvm) {
  const Seconds streaming = mvm.interval * static_cast<double>(work.count);
  if (!layer.recurrent() || plan.replicas > 1) return streaming;
  return std::max(streaming, mvm.latency * static_cast<double>(layer.steps - 1) + mvm.interval);
}

OpsPerSecond peak(const RramChip& chip, const Precision& precision) {
  OpsPerSecond sum;
  for (const KindId id : chip.cores) {
    const CoreKind& kind = chip.kinds[static_cast<std::size_t>(id)];
    if (kind.crossbars == 0) continue;
    const Crossbar& x = kind.crossbar;
    if (!holds_weight(precision.weight, x)) continue;
    const ArrayGeometry one = array_geometry({1, 1, 1}, precision.weight, x);
    MvmWork full;
    full.slots = input_slots(x, precision.input) *
                 ceil_div(one.weight_rows * one.rows_per_weight, x.active_rows);
    full.columns = one.weight_columns * one.cells_per_column;
    full.input_bits = precision.input;
    const auto macs = static_cast<double>(one.weight_rows * one.weight_columns);
    const std::int64_t whole = kind.crossbars / one.unit;  // weights that all their arrays hold
    const auto arrays = static_cast<double>(whole);
    sum += Ops(2 * macs * arrays) / mvm_time(x, full).interval;
  }
  return sum;
}

}  // namespace crossroof::analytic
