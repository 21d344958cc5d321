// SPDX-License-Identifier: Apache-2.0
#include "models/machine_build.h"

#include <string>
#include <utility>

namespace crossroof {
namespace {

Seconds seconds(const TextQuantity& time, Hertz clock) {
  return time.in_cycles ? Cycles(time.value) / clock : Seconds(time.value);
}

Cycles cycles(const TextQuantity& time, Hertz clock) {
  return time.in_cycles ? Cycles(time.value) : Seconds(time.value) * clock;
}

BytesPerSecond byte_rate(const TextQuantity& rate, Hertz clock) {
  return rate.in_cycles ? BytesPerCycle(rate.value) * clock : BytesPerSecond(rate.value);
}

Seconds conversion(const RawAdc& adc, Hertz clock) {
  if (adc.rate) {
    const double rate = adc.rate->value;
    return Seconds(1 / (adc.rate->in_cycles ? rate * clock.value() : rate));
  }
  for (const auto& [bits, time] : adc.conversion_time) {
    if (bits == std::to_string(adc.resolution)) return seconds(time, clock);
  }
  return {};  // a pulse-counting read has no conversions
}

Crossbar build_crossbar(const RawCrossbar& raw, Hertz clock) {
  Crossbar crossbar;
  crossbar.rows = raw.rows;
  crossbar.columns = raw.columns;
  crossbar.cell_bits = raw.cell_bits;
  crossbar.slices = raw.slices;
  crossbar.sign = raw.sign;
  crossbar.input = raw.input;
  crossbar.dac_bits = raw.dac_bits;
  crossbar.active_rows = raw.active_rows.value_or(raw.rows);
  crossbar.planes = raw.planes;
  crossbar.adc.per_column = raw.adc.per_crossbar.per_column;
  crossbar.adc.count = raw.adc.per_crossbar.count;
  crossbar.adc.crossbars = raw.adc.per_crossbar.crossbars;
  crossbar.adc.bits = raw.adc.resolution;
  crossbar.adc.conversion = conversion(raw.adc, clock);
  crossbar.dac_time = seconds(raw.dac_time, clock);
  crossbar.array_read = seconds(raw.array_read, clock);
  crossbar.double_sample_hold = raw.double_sample_hold;
  if (raw.pulse_count) {
    crossbar.pulse_count = {seconds(raw.pulse_count->pulse, clock),
                            seconds(raw.pulse_count->adc_step, clock),
                            seconds(raw.pulse_count->phase, clock), raw.pulse_count->two_phase};
  }
  if (raw.write) {
    crossbar.write =
        ArrayWrite{seconds(raw.write->pulse, clock), raw.write->rows_parallel,
                   raw.write->verify_iterations, raw.write->endurance, raw.write->overlaps_mvm};
  }
  return crossbar;
}

CoreKind build_kind(const std::string& name, const RawCore& raw, Hertz clock) {
  CoreKind kind;
  kind.name = name;
  kind.crossbars = raw.crossbars;
  kind.crossbar = build_crossbar(raw.crossbar, clock);
  kind.l1.capacity = raw.l1.capacity;
  kind.l1.banks = raw.l1.banks;
  kind.l1.word = raw.l1.word;
  kind.l1.ports = raw.l1.ports;
  kind.l1.burst = raw.l1.burst;
  kind.l1.dma = raw.l1.dma;
  kind.l1.clock = raw.l1.clock.value_or(clock);
  kind.simd.lanes = raw.simd.lanes;
  kind.simd.cycles_per_op = raw.simd.cycles_per_op;
  kind.simd.lane_ops = raw.simd.lane_ops.cost;
  kind.simd.clock = raw.simd.clock.value_or(clock);
  kind.partial_sums = raw.partial_sums;
  kind.accumulator_bits = raw.accumulator_bits;
  kind.input_broadcast = raw.input_broadcast;
  return kind;
}

void build_cores(const RawMachine& raw, RramChip& chip) {
  if (raw.core) chip.kinds.push_back(build_kind("core", *raw.core, raw.clock));
  for (const auto& [name, core] : raw.core_kinds) {
    chip.kinds.push_back(build_kind(name, core, raw.clock));
  }
  if (raw.cores.count) {
    chip.cores.assign(static_cast<std::size_t>(*raw.cores.count), KindId(0));
  }
  for (const RawCoreGroup& group : raw.cores.groups) {
    std::size_t kind = 0;
    while (chip.kinds[kind].name != group.kind) ++kind;
    chip.cores.insert(chip.cores.end(), static_cast<std::size_t>(group.count), KindId(kind));
  }
}

Noc build_noc(const RawNoc& raw, Hertz chip_clock, Topology topology) {
  Noc noc;
  noc.topology = std::move(topology);
  noc.clock = raw.clock.value_or(chip_clock);
  noc.flit = raw.flit;
  noc.payload_flits = raw.payload_flits;
  noc.header_flits = raw.header_flits;
  noc.router_pipeline = cycles(raw.router_pipeline, noc.clock);
  noc.interface_pipeline = cycles(raw.interface_pipeline, noc.clock);
  noc.virtual_channels = raw.virtual_channels;
  noc.buffer_flits = raw.buffer_flits;
  noc.multicast = raw.multicast;
  return noc;
}

Calibration build_calibration(const RawCalibration& raw, Hertz clock) {
  Calibration c;
  for (const RawFactor& f : raw.factors) {
    c.factors.push_back({f.resource, f.core_kind, f.value, f.low, f.high, f.residual,
                         seconds(f.start, clock), f.programs});
  }
  c.residual = raw.residual;
  c.programs = raw.programs;
  c.tier = raw.tier;
  c.program = raw.program;
  c.granularity = raw.granularity;
  c.l1_model = raw.l1_model;
  return c;
}

}  // namespace

RramChip build_chip(const RawMachine& raw, const Node& root, Mistakes& mistakes) {
  RramChip chip;
  chip.name = raw.name;
  chip.title = raw.title;
  chip.source = raw.source;
  chip.clock = raw.clock;
  chip.precision = raw.precision;
  chip.stage_slots = raw.stage_slots;
  chip.dynamic_products = raw.dynamic_products;
  build_cores(raw, chip);
  chip.noc = build_noc(raw.noc, raw.clock, build_topology(raw, chip.cores.size(), root, mistakes));
  for (const RawController& memory : raw.memory) {
    chip.memory.push_back(
        {memory.name, byte_rate(memory.rate, raw.clock), seconds(memory.latency, raw.clock)});
  }
  if (raw.chip_link) {
    chip.chip_link = ChipLink{byte_rate(raw.chip_link->rate, raw.clock),
                              seconds(raw.chip_link->latency, raw.clock), raw.chip_link->links};
  }
  chip.chips = raw.chips;
  chip.published = raw.published;
  if (raw.calibration) chip.calibration = build_calibration(*raw.calibration, raw.clock);
  return chip;
}

}  // namespace crossroof
