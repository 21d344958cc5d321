// SPDX-License-Identifier: Apache-2.0
// The yardstick itself, printed with every run of the benchmarks: adds_per_second is the clock of
// this computer as the other figures see it.
#include "tests/bench/spin.h"

#include <benchmark/benchmark.h>

namespace crossroof::bench {
namespace {

void spin(benchmark::State& state) {
  double seconds_per_add = 1;
  while (state.KeepRunning()) seconds_per_add = spin_seconds_per_add();
  state.counters["adds_per_second"] = 1 / seconds_per_add;
}
BENCHMARK(spin)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace crossroof::bench
