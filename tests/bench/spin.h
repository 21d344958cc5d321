// SPDX-License-Identifier: Apache-2.0
// The yardstick of every speed bar: a fixed loop of dependent integer adds, one per clock cycle on
// every machine of interest. A time divided by the time of one add, measured in the same run, is a
// number of cycles that does not depend on the clock of the computer; at 3.2 GHz,
//   equivalent seconds = CPU seconds / (CPU seconds of one add) / 3.2e9.
// CPU time is user + system, of the whole process and of the children it has waited for. Not
// modelled: memory and cache speed.
#ifndef CROSSROOF_TESTS_BENCH_SPIN_H_
#define CROSSROOF_TESTS_BENCH_SPIN_H_

#include <functional>

namespace crossroof::bench {

// User + system CPU seconds that this process and its finished children have used.
double process_cpu_seconds();

// CPU seconds of one dependent add: the best of `runs` loops of about 30 ms.
double spin_seconds_per_add(int runs = 10);

struct BestOf {
  double cpu_seconds;         // best user + system time of one call
  double adds;                // the same in dependent adds
  double equivalent_seconds;  // the same on a 3.2 GHz machine
};

// Calls f `runs` times, each between two looks at the CPU clock, and spins in the same run. A call
// should last longer than the clock's step (about 1 us); repeat short work inside f.
BestOf best_of(int runs, const std::function<void()>& f);

}  // namespace crossroof::bench

#endif  // CROSSROOF_TESTS_BENCH_SPIN_H_
