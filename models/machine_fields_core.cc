// SPDX-License-Identifier: Apache-2.0
// Tables of what is inside a core.
#include "models/machine_checks.h"
#include "models/machine_fields.h"

namespace crossroof {
namespace {

constexpr double kMostRows = 65536, kMostBanks = 4096, kMostOps = 1e6;

Type time_type() { return quantity_type(Dimension::time); }

}  // namespace

template <>
const Table& table_of<RawAdc>() {
  static const Table table =
      TableOf<RawAdc>("adc", "The analogue-to-digital converters of a crossbar.")
          .field("per_crossbar", &RawAdc::per_crossbar, share_type(), "1",
                 "converters per crossbar: a number, a ratio (\"1/2\": one shared by two), or one "
                 "per column (no sweep)")
          .field("resolution", &RawAdc::resolution, integer_type(1, 32), kRequired,
                 "bits of one conversion")
          .field("rate", &RawAdc::rate, positive_quantity_type(Dimension::sample_rate), kOptional,
                 "conversions of one converter per second, or per cycle of the digital clock")
          .field("conversion_time", &RawAdc::conversion_time,
                 map_type(positive_quantity_type(Dimension::time), 1), kOptional,
                 "instead of a rate: time of one conversion by resolution, {\"8\": \"100 ns\"}")
          .verify(check_adc)
          .done();
  return table;
}

template <>
const Table& table_of<RawPulseCount>() {
  static const Table table =
      TableOf<RawPulseCount>(
          "pulse_count",
          "Pulse-counting read: a phase of p input bits takes 2^p - 1 pulses, then one step per "
          "output bit not produced yet, and a fixed time.")
          .field("pulse", &RawPulseCount::pulse, positive_quantity_type(Dimension::time), kRequired,
                 "time of one input pulse")
          .field("adc_step", &RawPulseCount::adc_step, positive_quantity_type(Dimension::time),
                 kRequired, "time of one output bit")
          .field("phase", &RawPulseCount::phase, time_type(), kRequired, "fixed time of a phase")
          .field("two_phase", &RawPulseCount::two_phase, boolean_type(), "false",
                 "inputs of more than 3 bits (without sign) are split in two phases")
          .done();
  return table;
}

template <>
const Table& table_of<RawWrite>() {
  static const Table table =
      TableOf<RawWrite>("write", "How weights are written into a crossbar.")
          .field("pulse", &RawWrite::pulse, positive_quantity_type(Dimension::time), kRequired,
                 "time of one write of the rows written together")
          .field("rows_parallel", &RawWrite::rows_parallel, integer_type(1, kMostRows), "1",
                 "rows written together")
          .field("verify_iterations", &RawWrite::verify_iterations, integer_type(1, 1e6), "1",
                 "writes until the cells hold their value")
          .field("endurance", &RawWrite::endurance, number_type(1, 1e30), kOptional,
                 "writes a cell survives")
          .field("overlaps_mvm", &RawWrite::overlaps_mvm, boolean_type(), "false",
                 "one crossbar can be written while others of the core compute")
          .done();
  return table;
}

template <>
const Table& table_of<RawCrossbar>() {
  static const Table table =
      TableOf<RawCrossbar>("crossbar", "One array of cells with its converters.")
          .field("rows", &RawCrossbar::rows, integer_type(1, kMostRows), kRequired,
                 "physical rows (inputs)")
          .field("columns", &RawCrossbar::columns, integer_type(1, kMostRows), kRequired,
                 "physical columns (outputs)")
          .field("cell_bits", &RawCrossbar::cell_bits, integer_type(1, 8), kRequired,
                 "bits one cell stores")
          .field("slices", &RawCrossbar::slices, word_type({"columns", "arrays"}), "\"columns\"",
                 "where the cells of one weight sit: in columns of one crossbar, or at the same "
                 "place of several crossbars")
          .field("sign", &RawCrossbar::sign,
                 word_type({"offset", "diff-columns", "diff-rows", "diff-arrays"}), "\"offset\"",
                 "how negative weights are stored: with an offset, or as the difference of two "
                 "columns, rows or crossbars")
          .field("input", &RawCrossbar::input, word_type({"bit-serial", "pulse-count"}),
                 "\"bit-serial\"", "how inputs are applied: in slots of dac_bits, or as pulses")
          .field("dac_bits", &RawCrossbar::dac_bits, integer_type(1, 16), "1",
                 "input bits applied in one slot")
          .field("active_rows", &RawCrossbar::active_rows, integer_type(1, kMostRows), kOptional,
                 "physical rows driven at once; all when absent")
          .field("planes", &RawCrossbar::planes, integer_type(1, kMostBanks), "1",
                 "weight planes behind one read-out, one of them active at a time")
          .field("adc", &RawCrossbar::adc, record_type<RawAdc>(), kRequired, "converters")
          .field("dac_time", &RawCrossbar::dac_time, time_type(), "\"0 s\"",
                 "time to apply the inputs of a slot")
          .field("array_read", &RawCrossbar::array_read, time_type(), kRequired,
                 "time until the column currents can be sampled")
          .field("double_sample_hold", &RawCrossbar::double_sample_hold, boolean_type(), "false",
                 "a second sample-and-hold lets the next slot be read during conversion")
          .field("pulse_count", &RawCrossbar::pulse_count, record_type<RawPulseCount>(), kOptional,
                 "times of a pulse-counting read; goes with \"input\": \"pulse-count\"")
          .field("write", &RawCrossbar::write, record_type<RawWrite>(), kOptional,
                 "writing of weights; without it weights cannot be reloaded")
          .verify(check_crossbar)
          .done();
  return table;
}

template <>
const Table& table_of<L1Ports>() {
  static const Table table =
      TableOf<L1Ports>("ports", "Ports of the L1 memory; each moves one word per cycle.")
          .field("read_write", &L1Ports::read_write, integer_type(0, kMostBanks), "0",
                 "ports that read or write")
          .field("read", &L1Ports::read, integer_type(0, kMostBanks), "0", "ports that only read")
          .field("write", &L1Ports::write, integer_type(0, kMostBanks), "0",
                 "ports that only write")
          .verify(check_ports)
          .done();
  return table;
}

template <>
const Table& table_of<RawL1>() {
  static const Table table =
      TableOf<RawL1>("l1", "The local memory of a core.")
          .field("capacity", &RawL1::capacity, positive_quantity_type(Dimension::size), kRequired,
                 "bytes it holds")
          .field("word", &RawL1::word, positive_quantity_type(Dimension::size), kRequired,
                 "width of a port")
          .field("banks", &RawL1::banks, integer_type(1, kMostBanks), "1",
                 "banks, interleaved by word")
          .field("ports", &RawL1::ports, record_type<L1Ports>(), "{\"read_write\": 1}", "ports")
          .field("burst", &RawL1::burst, positive_quantity_type(Dimension::size), kOptional,
                 "longest access served without interruption; a whole chunk when absent")
          .field("dma", &RawL1::dma, word_type({"dedicated", "shared"}), "\"dedicated\"",
                 "NoC traffic has a port of its own, or shares the ports")
          .field("clock", &RawL1::clock, positive_quantity_type(Dimension::frequency), kOptional,
                 "its clock; the digital clock when absent")
          .verify(check_l1)
          .done();
  return table;
}

template <>
const Table& table_of<RawLaneOps>() {
  static const Table table = [] {
    TableOf<RawLaneOps> fields("lane_ops", "Lane operations per element, by kind of operation.");
    for (const SimdKindInfo& kind : kSimdKinds) {
      const std::string key(kind.key), cost = std::to_string(kind.lane_ops);
      const std::string meaning =
          std::string(kind.meaning) + (kind.guess ? " (default: a guess)" : "");
      fields.field_with(
          key.c_str(),
          [i = index(kind.kind)](const Type& type, const Node& node, RawLaneOps& out) {
            fill(type, node, out.cost[i]);
          },
          number_type(0, kMostOps), cost.c_str(), meaning.c_str());
    }
    return fields.done();
  }();
  return table;
}

template <>
const Table& table_of<RawSimd>() {
  static const Table table =
      TableOf<RawSimd>("simd", "The vector unit of a core.")
          .field("lanes", &RawSimd::lanes, integer_type(1, kMostRows), kRequired,
                 "elements worked on at once")
          .field("cycles_per_op", &RawSimd::cycles_per_op, positive_number_type(kMostOps), "1",
                 "cycles a lane operation takes")
          .field("lane_ops", &RawSimd::lane_ops, record_type<RawLaneOps>(), "{}",
                 "lane operations per element")
          .field("clock", &RawSimd::clock, positive_quantity_type(Dimension::frequency), kOptional,
                 "its clock; the digital clock when absent")
          .done();
  return table;
}

template <>
const Table& table_of<RawCore>() {
  static const Table table =
      TableOf<RawCore>("core", "One kind of core: crossbars, local memory, vector unit.")
          .field("crossbars", &RawCore::crossbars, integer_type(1, 1e6), kRequired,
                 "crossbars of a core")
          .field("crossbar", &RawCore::crossbar, record_type<RawCrossbar>(), kRequired,
                 "what each of them is")
          .field("l1", &RawCore::l1, record_type<RawL1>(), kRequired, "local memory")
          .field("simd", &RawCore::simd, record_type<RawSimd>(), kRequired, "vector unit")
          .field("partial_sums", &RawCore::partial_sums, word_type({"simd", "adder-tree"}),
                 "\"simd\"", "what adds the results of the row blocks of one core")
          .field("accumulator_bits", &RawCore::accumulator_bits, integer_type(1, 128), "32",
                 "width of a partial sum")
          .field("input_broadcast", &RawCore::input_broadcast, boolean_type(), "true",
                 "an input is read once for all crossbars of the core that need it")
          .verify(check_core)
          .done();
  return table;
}

}  // namespace crossroof
