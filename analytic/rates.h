// SPDX-License-Identifier: Apache-2.0
// Rates of the resources a stage uses, from the machine alone (docs/equations.md E50-E54).
#ifndef CROSSROOF_ANALYTIC_RATES_H_
#define CROSSROOF_ANALYTIC_RATES_H_

#include "models/rram_chip.h"
#include "models/units.h"

namespace crossroof::analytic {

// An L1 with n read-write ports serves reads and writes from one group; with dedicated ports each
// direction has its own. Sequential accesses keep min(ports, banks) words in flight per cycle.
struct L1Rates {
  bool split = false;          // dedicated read and write ports
  BytesPerSecond read, write;  // of the whole port group (equal when not split)
  BytesPerSecond one_port;     // what one requester gets: one burst outstanding, one port
};

L1Rates l1_rates(const L1& l1);

// Lane-operations per second of the SIMD unit: lanes * clock / cycles per operation.
Per<OpsTag, SecondsTag> simd_rate(const SimdUnit& simd);

// Sum over memory controllers of min(rate, port on the NoC).
BytesPerSecond memory_rate(const RramChip& chip);

// All links of a chip to other chips; zero without them.
BytesPerSecond chip_link_rate(const RramChip& chip);

// Time to write one array whose fullest has `rows` physical rows; arrays are written in parallel:
// ceil(rows / rows_parallel) * pulse * verify iterations. Throws Error without a `write`
// description.
Seconds array_write_time(const Crossbar& x, std::int64_t rows);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_RATES_H_
