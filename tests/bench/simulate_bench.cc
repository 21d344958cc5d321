// SPDX-License-Identifier: Apache-2.0
// The event engine: whole networks, and how cost grows with events; each also as equivalent seconds
// at 3.2 GHz by the spin-loop yardstick of the same run (spin.h). Complexity: O(events * log of
// those in flight).
#include "sim/simulate.h"

#include <benchmark/benchmark.h>

#include "analytic/duplicate.h"
#include "models/machine_json.h"
#include "tests/bench/spin.h"
#include "workloads/networks.h"

namespace crossroof::sim {
namespace {

// Runs `images` of a network once per repetition; every event passes module borders.
void run(benchmark::State& state, const char* network, const char* machine, std::int64_t images,
         int repetitions) {
  const Network net = load_network(network, {});
  const RramChip chip = load_machine(machine).chip;
  const Mapping mapping = analytic::map_with_replicas(net, chip, {}, analytic::Duplication::greedy,
                                                      analytic::Sharing::max_min);
  const Program program = expand(net, chip, mapping);
  SimOptions options;
  options.batch = images;
  for (auto _ : state) {
    SimResult result;
    const bench::BestOf best =
        bench::best_of(repetitions, [&] { result = simulate(chip, program, options); });
    const auto events = static_cast<double>(result.events);
    state.counters["cpu_s"] = best.cpu_seconds;
    state.counters["s_at_3.2GHz"] = best.equivalent_seconds;
    state.counters["events"] = events;
    state.counters["events_per_s_at_3.2GHz"] = events / best.equivalent_seconds;
  }
}

BENCHMARK_CAPTURE(run, resnet18, "resnet18", "pimsim-nn", 1, 10)
    ->Name("simulate/resnet18 on pimsim-nn, one image")
    ->Iterations(1);
BENCHMARK_CAPTURE(run, resnet50, "resnet50", "isaac-ce", 1, 3)
    ->Name("simulate/resnet50 on isaac-ce, one image")
    ->Iterations(1);
// One image of the worked example makes 340 events.
BENCHMARK_CAPTURE(run, million, "worked-example", "teaching", 2942, 10)
    ->Name("simulate/worked example, 1e6 events")
    ->Iterations(1);
BENCHMARK_CAPTURE(run, ten_million, "worked-example", "teaching", 29420, 3)
    ->Name("simulate/worked example, 1e7 events")
    ->Iterations(1);
BENCHMARK_CAPTURE(run, hundred_million, "worked-example", "teaching", 294200, 1)
    ->Name("simulate/worked example, 1e8 events")
    ->Iterations(1);

}  // namespace
}  // namespace crossroof::sim
