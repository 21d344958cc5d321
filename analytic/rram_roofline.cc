// SPDX-License-Identifier: Apache-2.0
#include "analytic/rram_roofline.h"

#include <algorithm>

#include "analytic/mvm.h"
#include "analytic/rates.h"
#include "workloads/array_geometry.h"

namespace crossroof::analytic {
namespace {

PerRoof<Bits> moved(const RramChip& chip, const Task& task) {
  const TaskWork& w = task.work;
  const Bits noc = w.noc_read + w.noc_write;
  Bits l1 = w.l1_read_mac + w.l1_write_mac + w.l1_read_simd + w.l1_write_simd;
  if (chip.kind(task.core).l1.dma == Dma::shared) l1 += noc;
  return {w.memory_read + w.memory_write, noc, l1};
}

// Of a block of `rows` x `columns` weights on `unit` arrays.
MacsPerSecond block_rate(const Crossbar& x, const ArrayGeometry& g, std::int64_t input_bits,
                         std::int64_t rows, std::int64_t columns) {
  MvmWork work;
  work.slots = input_slots(x, input_bits) * ceil_div(rows * g.rows_per_weight, x.active_rows);
  work.columns = columns * g.cells_per_column;
  work.input_bits = input_bits;
  return Macs(static_cast<double>(rows * columns)) / mvm_time(x, work).interval;
}

// Of all arrays of a core: groups of rows as full as they can be, any number of columns.
MacsPerSecond peak_of(const CoreKind& kind, const Precision& precision) {
  const Crossbar& x = kind.crossbar;
  if (kind.crossbars == 0 || !holds_weight(precision.weight, x)) return {};
  const ArrayGeometry g = array_geometry({1, 1, 1}, precision.weight, x);
  MacsPerSecond fastest;
  const std::int64_t groups = ceil_div(g.weight_rows * g.rows_per_weight, x.active_rows);
  for (std::int64_t k = 1; k <= groups; ++k) {
    const std::int64_t rows = std::min(k * x.active_rows / g.rows_per_weight, g.weight_rows);
    for (std::int64_t columns = 1; rows > 0 && columns <= g.weight_columns; ++columns) {
      fastest = std::max(fastest, block_rate(x, g, precision.input, rows, columns));
    }
  }
  const std::int64_t blocks = kind.crossbars / g.unit;
  return fastest * static_cast<double>(blocks);
}

void add(const RoofPoint& part, RoofPoint& sum) {
  sum.macs += part.macs;
  for (std::size_t l = 0; l < kRoofLevels; ++l) sum.moved[l] += part.moved[l];
}

void find_limit(const PerRoof<BytesPerSecond>& bandwidth, RoofPoint& point) {
  point.attainable = point.peak;
  for (const RoofLevel level : {RoofLevel::memory, RoofLevel::noc, RoofLevel::l1}) {
    const std::optional<MacsPerByte> intensity = point.intensity(level);
    if (!intensity) continue;
    const MacsPerSecond roof = *intensity * bandwidth[index(level)];
    if (roof >= point.attainable) continue;
    point.attainable = roof;
    point.limit = level;
  }
}

}  // namespace

std::optional<MacsPerByte> RoofPoint::intensity(RoofLevel level) const {
  const Bits bits = moved[analytic::index(level)];
  if (bits == Bits()) return {};
  return macs / bits.bytes();
}

std::optional<MacsPerByte> RramRoofline::ridge(RoofLevel level) const {
  const BytesPerSecond rate = bandwidth[analytic::index(level)];
  if (rate == BytesPerSecond()) return {};
  return MacsPerByte(peak.value() / rate.value());
}

MacsPerSecond peak_macs(const RramChip& chip, const Precision& precision) {
  std::vector<MacsPerSecond> of_kind;
  for (const CoreKind& kind : chip.kinds) of_kind.push_back(peak_of(kind, precision));
  MacsPerSecond sum;
  for (const KindId id : chip.cores) sum += of_kind[static_cast<std::size_t>(id)];
  return sum;
}

PerRoof<BytesPerSecond> roof_bandwidths(const RramChip& chip) {
  PerRoof<BytesPerSecond> sum{};
  const BytesPerSecond both_ways = chip.noc.link_rate() * 2.0;
  for (const MemoryController& m : chip.memory) {
    sum[index(RoofLevel::memory)] += std::min(m.rate, both_ways);
  }
  for (const KindId id : chip.cores) {
    sum[index(RoofLevel::noc)] += both_ways;
    const L1Rates l1 = l1_rates(chip.kinds[static_cast<std::size_t>(id)].l1);
    sum[index(RoofLevel::l1)] += l1.read;
    if (l1.split) sum[index(RoofLevel::l1)] += l1.write;
  }
  return sum;
}

RramRoofline rram_roofline(const RramChip& chip, const Mapping& mapping) {
  const auto chips = static_cast<double>(mapping.chips);
  RramRoofline r;
  r.peak = peak_macs(chip, mapping.precision) * chips;
  r.bandwidth = roof_bandwidths(chip);
  for (BytesPerSecond& b : r.bandwidth) b = b * chips;
  for (const LayerMapping& layer : mapping.layers) {
    RoofPoint point;
    for (const Task& t : layer.tasks) {
      RoofPoint part;
      part.macs = Macs(static_cast<double>(t.work.mac.macs));
      part.moved = moved(chip, t);
      add(part, point);
    }
    add(point, r.network);
    if (layer.on_crossbars) {
      point.peak =
          peak_macs(chip, {layer.bits.input, layer.bits.weight, layer.bits.output}) * chips;
      find_limit(r.bandwidth, point);
    }
    r.layers.push_back(point);
  }
  for (const RoofPoint& p : r.layers) r.peak = std::max(r.peak, p.peak);
  r.network.peak = r.peak;
  find_limit(r.bandwidth, r.network);
  return r;
}

}  // namespace crossroof::analytic
