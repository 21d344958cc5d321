// SPDX-License-Identifier: Apache-2.0
#include "analytic/rates.h"

#include <algorithm>

#include "models/error.h"

namespace crossroof::analytic {

L1Rates l1_rates(const L1& l1) {
  L1Rates r;
  r.one_port = (l1.word.bytes() / Cycles(1)) * l1.clock;
  const auto group = [&](std::int64_t ports) {
    return r.one_port * static_cast<double>(std::min(ports, l1.banks));
  };
  r.split = l1.ports.read_write == 0;
  r.read = group(r.split ? l1.ports.read : l1.ports.read_write);
  r.write = group(r.split ? l1.ports.write : l1.ports.read_write);
  return r;
}

OpsPerSecond simd_rate(const SimdUnit& simd) {
  return OpsPerSecond(static_cast<double>(simd.lanes) * simd.clock.value() / simd.cycles_per_op);
}

BytesPerSecond memory_rate(const RramChip& chip) {
  BytesPerSecond sum;
  for (const MemoryController& m : chip.memory) sum += std::min(m.rate, chip.noc.link_rate());
  return sum;
}

BytesPerSecond chip_link_rate(const RramChip& chip) {
  if (!chip.chip_link) return BytesPerSecond();
  return chip.chip_link->rate * static_cast<double>(chip.chip_link->links);
}

Seconds array_write_time(const Crossbar& x, std::int64_t rows) {
  if (!x.write) {
    throw Error("the machine does not say how crossbars are written; expected crossbar.write");
  }
  return x.write->pulse *
         static_cast<double>(ceil_div(rows, x.write->rows_parallel) * x.write->verify_iterations);
}

}  // namespace crossroof::analytic
