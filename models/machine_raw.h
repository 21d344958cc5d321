// SPDX-License-Identifier: Apache-2.0
// A machine file of kind "rram" as it is written: one struct per object, quantities still in the
// units of their text (times in seconds or cycles). models/machine_fields.cc says what each member
// means; models/machine_build.h makes the RramChip of it.
#ifndef CROSSROOF_MODELS_MACHINE_RAW_H_
#define CROSSROOF_MODELS_MACHINE_RAW_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/adc_share.h"
#include "models/rram_chip.h"
#include "models/units_text.h"

namespace crossroof {

template <class T>
using Named = std::vector<std::pair<std::string, T>>;  // in order of the file

struct RawAdc {
  AdcShare per_crossbar;
  std::int64_t resolution = 0;
  std::optional<TextQuantity> rate;
  Named<TextQuantity> conversion_time;  // by resolution
};

struct RawPulseCount {
  TextQuantity pulse, adc_step, phase;
  bool two_phase = false;
};

struct RawWrite {
  TextQuantity pulse;
  std::int64_t rows_parallel = 0, verify_iterations = 0;
  std::optional<double> endurance;
  bool overlaps_mvm = false;
};

struct RawCrossbar {
  std::int64_t rows = 0, columns = 0, cell_bits = 0;
  Slices slices = Slices::columns;
  Sign sign = Sign::offset;
  InputCoding input = InputCoding::bit_serial;
  std::int64_t dac_bits = 0;
  std::optional<std::int64_t> active_rows;
  std::int64_t planes = 0;
  RawAdc adc;
  TextQuantity dac_time, array_read;
  bool double_sample_hold = false;
  std::optional<RawPulseCount> pulse_count;
  std::optional<RawWrite> write;
};

struct RawL1 {
  Bits capacity;
  std::int64_t banks = 0;
  Bits word;
  L1Ports ports;
  std::optional<Bits> burst;
  Dma dma = Dma::dedicated;
  std::optional<Hertz> clock;
};

struct RawLaneOps {
  std::array<double, kSimdKindCount> cost{};
};

struct RawSimd {
  std::int64_t lanes = 0;
  double cycles_per_op = 0;
  RawLaneOps lane_ops;
  std::optional<Hertz> clock;
};

struct RawCore {
  std::int64_t crossbars = 0;
  RawCrossbar crossbar;
  RawL1 l1;
  RawSimd simd;
  PartialSums partial_sums = PartialSums::simd;
  std::int64_t accumulator_bits = 0;
  bool input_broadcast = true;
};

struct RawCoreGroup {
  std::string kind;
  std::int64_t count = 0;
};

struct RawCores {
  std::optional<std::int64_t> count;  // of the one kind
  std::vector<RawCoreGroup> groups;
};

enum class RawTopology { mesh, cmesh, torus, bus, star, full, explicit_table };

struct RawNoc {
  RawTopology topology = RawTopology::mesh;
  std::optional<std::int64_t> width, height, concentration, routers;
  std::vector<std::vector<std::int64_t>> links;  // [from, to]
  std::vector<std::int64_t> attach;              // router of each core
  Bits flit;
  std::int64_t payload_flits = 0, header_flits = 0;
  TextQuantity router_pipeline, interface_pipeline;
  std::int64_t virtual_channels = 0, buffer_flits = 0;
  bool multicast = false;
  std::optional<Hertz> clock;
};

struct RawController {
  std::string name;
  TextQuantity rate, latency;
  std::optional<std::int64_t> router;
};

struct RawChipLink {
  TextQuantity rate, latency;
  std::int64_t links = 0;
};

struct RawFactor {
  CalibratedResource resource{};
  std::string core_kind;
  double value = 0, low = 0, high = 0, residual = 0;
  TextQuantity start;
  std::int64_t programs = 0;
};

struct RawCalibration {
  std::vector<RawFactor> factors;
  double residual = 0;
  std::int64_t programs = 0;
  std::string tier, program, granularity, l1_model;
};

struct RawMachine {
  std::int64_t version = 0;
  std::string kind, extends, schema, name, title, source;
  Hertz clock;
  Precision precision;
  std::int64_t stage_slots = 0;
  DynamicProducts dynamic_products = DynamicProducts::simd;
  std::optional<RawCore> core;
  Named<RawCore> core_kinds;
  RawCores cores;
  RawNoc noc;
  std::vector<RawController> memory;
  std::optional<RawChipLink> chip_link;
  std::int64_t chips = 0;
  std::vector<Published> published;
  std::optional<RawCalibration> calibration;
};

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_MACHINE_RAW_H_
