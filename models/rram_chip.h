// SPDX-License-Identifier: Apache-2.0
// An RRAM accelerator chip as a checked value: crossbars in cores, cores and memory controllers on
// a NoC (docs/machine.md). Made only by load_machine() in models/machine_json.h, which refuses an
// impossible machine; every field is then consistent.
#ifndef CROSSROOF_MODELS_RRAM_CHIP_H_
#define CROSSROOF_MODELS_RRAM_CHIP_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/amount.h"
#include "models/calibration.h"
#include "models/simd_ops.h"
#include "models/topology.h"
#include "models/units.h"

namespace crossroof {

enum class Slices { columns, arrays };  // where the slices of a weight sit
enum class Sign {
  offset,
  diff_columns,
  diff_rows,
  diff_arrays
};  // how negative weights are stored
enum class InputCoding { bit_serial, pulse_count };
enum class PartialSums { simd, adder_tree };
enum class Dma { dedicated, shared };                 // shared: S1 and S8 use the L1 ports too
enum class DynamicProducts { simd, crossbar_write };  // products of two activations

// `count` converters serve `crossbars` crossbars (a ratio; 1:2 means one ADC shared by two).
struct Adc {
  bool per_column = false;  // one converter per column: all columns at once, no sweep
  std::int64_t count = 1;
  std::int64_t crossbars = 1;
  std::int64_t bits = 8;  // resolution
  Seconds conversion;     // time of one conversion at that resolution; 0 with pulse_count
};

// NeuRRAM-like read: a phase of p input bits takes 2^p - 1 pulses, then one ADC step per output bit
// not yet produced, plus a fixed time. T = pulse*sum(2^p - 1) + adc_step*sum(out - consumed) +
// phase*phases, with n = max(1, b_in - 1) bits in one phase or, two-phase and n > 3, in
// ceil(n/2) and floor(n/2) (reference: NeuRRAM, Nature 2022, Ext. Data Fig. 12).
struct PulseCount {
  Seconds pulse, adc_step, phase;
  bool two_phase = false;
};

// Programming a crossbar: rows_parallel rows at once, each `pulse` long, verify_iterations times.
struct ArrayWrite {
  Seconds pulse;
  std::int64_t rows_parallel = 1;
  std::int64_t verify_iterations = 1;
  std::optional<double> endurance;  // writes a cell survives
  bool overlaps_mvm = false;
};

struct Crossbar {
  std::int64_t rows = 0, columns = 0, cell_bits = 0;
  Slices slices = Slices::columns;
  Sign sign = Sign::offset;
  InputCoding input = InputCoding::bit_serial;
  std::int64_t dac_bits = 1;
  std::int64_t active_rows = 0;  // physical rows driven at once
  std::int64_t planes = 1;       // weight planes behind one read-out, one active at a time
  Adc adc;
  Seconds dac_time, array_read;  // their sum is the front of an MVM slot
  bool double_sample_hold = false;
  PulseCount pulse_count;  // used when input == pulse_count
  std::optional<ArrayWrite> write;
};

struct L1Ports {
  std::int64_t read_write = 1, read = 0,
               write = 0;  // read_write == 0: dedicated read and write ports
};

struct L1 {
  Bits capacity;
  std::int64_t banks = 1;
  Bits word;  // one port moves one word per cycle
  L1Ports ports;
  std::optional<Bits> burst;  // none: one burst per chunk
  Dma dma = Dma::dedicated;
  Hertz clock;
};

struct SimdUnit {
  std::int64_t lanes = 1;
  double cycles_per_op = 1;                       // cycles a lane-operation occupies its lane
  std::array<double, kSimdKindCount> lane_ops{};  // cost per element, by SimdKind
  Hertz clock;
};

struct CoreKind {
  std::string name;
  std::int64_t crossbars = 0;
  Crossbar crossbar;
  L1 l1;
  SimdUnit simd;
  PartialSums partial_sums = PartialSums::simd;
  std::int64_t accumulator_bits = 32;
  bool input_broadcast = true;
};

struct MemoryController {
  std::string name;
  BytesPerSecond rate;
  Seconds latency;
};

// Nodes of the topology: cores 0..cores-1 first, then the memory controllers.
struct Noc {
  Topology topology;
  Bits flit;
  std::int64_t payload_flits = 1, header_flits = 0;  // of a packet
  Cycles router_pipeline, interface_pipeline;
  std::int64_t virtual_channels = 1, buffer_flits = 8;
  bool multicast = false;
  Hertz clock;
  BytesPerSecond link_rate() const { return (flit.bytes() / Cycles(1)) * clock; }
};

struct ChipLink {
  BytesPerSecond rate;
  Seconds latency;
  std::int64_t links = 1;
};

// Operand widths the chip is built for; a network's own quantised widths win.
struct Precision {
  std::int64_t input = 8, weight = 8, output = 8;
};

// A figure published about the machine, compared with what the model derives.
struct Published {
  std::string quantity;  // "peak_tops", ...
  double value = 0;
  std::string unit;
  std::string definition;  // of an operation, of what is counted
  double tolerance = 0;    // relative
  bool derivable = false;
  std::string reason;  // why not derivable, or a remark
  std::string source;
};

enum class KindId : std::size_t {};
enum class CoreId : std::size_t {};

struct RramChip {
  std::string name, title, source;
  Hertz clock;  // digital domain
  Precision precision;
  std::int64_t stage_slots = 2;  // C: slots between stages (double buffering)
  DynamicProducts dynamic_products = DynamicProducts::simd;
  std::vector<CoreKind> kinds;
  std::vector<KindId> cores;  // kind of each core
  Noc noc;
  std::vector<MemoryController> memory;
  std::optional<ChipLink> chip_link;
  std::int64_t chips = 1;  // chips a multi-chip mapping may use
  std::vector<Published> published;
  std::optional<Calibration> calibration;  // nothing but analytic/calibrated.h looks at it

  const CoreKind& kind(CoreId c) const {
    return kinds[static_cast<std::size_t>(cores[static_cast<std::size_t>(c)])];
  }
  NodeId core_node(CoreId c) const { return NodeId(static_cast<std::size_t>(c)); }
  NodeId memory_node(std::size_t controller) const { return NodeId(cores.size() + controller); }
};

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_RRAM_CHIP_H_
