// SPDX-License-Identifier: Apache-2.0
// Mapping and evaluation of ResNet-50 on ISAAC, and the whole process; each also as equivalent
// seconds at 3.2 GHz by the spin-loop yardstick of the same run (spin.h).
// Complexity: mapping O(layers * cores + chunks * window + flows), evaluation O(tasks + flows *
// hops).
#include <cstdlib>
#include <string>

#include <benchmark/benchmark.h>

#include "analytic/contention.h"
#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "models/machine_json.h"
#include "tests/bench/spin.h"
#include "workloads/networks.h"

namespace crossroof {
namespace {

void report(benchmark::State& state, const bench::BestOf& best) {
  state.counters["cpu_s"] = best.cpu_seconds;
  state.counters["s_at_3.2GHz"] = best.equivalent_seconds;
}

template <class Work>
void measure(benchmark::State& state, Work work) {
  for (auto _ : state) report(state, bench::best_of(10, work));
}

const RramChip& isaac() {
  static const RramChip chip = load_machine("isaac-ce").chip;
  return chip;
}

const Network& resnet50() {
  static const Network net = load_network("resnet50", {});
  return net;
}

void map_once(benchmark::State& state) {
  measure(state, [] { benchmark::DoNotOptimize(map_network(resnet50(), isaac(), {})); });
}
BENCHMARK(map_once)->Name("map/resnet50 on isaac-ce, one copy")->Iterations(1);

void map_with_replicas(benchmark::State& state) {
  measure(state, [] {
    benchmark::DoNotOptimize(analytic::map_with_replicas(
        resnet50(), isaac(), {}, analytic::Duplication::greedy, analytic::Sharing::max_min));
  });
}
BENCHMARK(map_with_replicas)->Name("map/resnet50 on isaac-ce, with replicas")->Iterations(1);

void evaluate(benchmark::State& state) {
  const Mapping m = analytic::map_with_replicas(
      resnet50(), isaac(), {}, analytic::Duplication::greedy, analytic::Sharing::max_min);
  measure(state, [&m] {
    benchmark::DoNotOptimize(
        analytic::estimate(resnet50(), isaac(), m, analytic::Sharing::max_min));
  });
}
BENCHMARK(evaluate)->Name("evaluate/resnet50 on isaac-ce")->Iterations(1);

// The contention tier alone, of an image of so many pixels a side.
void contention(benchmark::State& state) {
  ImportOptions options;
  options.input_shapes["input"] = {1, 3, state.range(0), state.range(0)};
  const Network net = load_network("resnet50", options);
  const Mapping m = analytic::map_with_replicas(net, isaac(), {}, analytic::Duplication::greedy,
                                                analytic::Sharing::max_min);
  measure(state, [&] {
    const analytic::Contention tier(net, isaac(), m);
    benchmark::DoNotOptimize(tier.phase(0));
  });
}
BENCHMARK(contention)->Name("contention/resnet50 on isaac-ce")->Arg(224)->Arg(448)->Iterations(1);

void whole_process(benchmark::State& state) {
  const std::string command =
      std::string("'") + CROSSROOF_PROGRAM + "' estimate resnet50 --machine isaac-ce > /dev/null";
  measure(state, [&command] {
    if (std::system(command.c_str()) != 0) std::abort();
  });
}
BENCHMARK(whole_process)->Name("process/estimate resnet50 --machine isaac-ce")->Iterations(1);

}  // namespace
}  // namespace crossroof
