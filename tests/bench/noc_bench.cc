// SPDX-License-Identifier: Apache-2.0
// The NoC at packet granularity: simulated cycles per CPU second of an 8x8 mesh under uniform
// traffic, its generation included, and packets per CPU second of a chip's concentrated mesh. Each
// also at 3.2 GHz by the spin-loop yardstick of the same run (spin.h).
// Complexity: O(packets * hops) when packets fit the buffers; else O(flits * hops / buffer).
#include <cstdint>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "models/machine_json.h"
#include "sim/packet_noc.h"
#include "tests/bench/spin.h"

namespace crossroof::sim {
namespace {

struct Counter : NocSink {
  std::uint64_t landed = 0;
  void leaving(std::uint64_t, Cycle) override {}
  void arriving(std::uint64_t, Cycle, Cycle) override { ++landed; }
};

struct Work {
  std::uint64_t packets = 0, events = 0;
  Cycle cycles = 0;
};

// Packets of `flits` from random nodes to random nodes, `load` flits per cycle in all.
Work random_traffic(const Noc& noc, std::uint32_t flits, double load, std::uint64_t packets) {
  const auto model = make_packet_noc(noc);
  Counter sink;
  std::mt19937_64 random(1);
  const std::uint64_t nodes = noc.topology.nodes();
  double next = 0;
  for (std::uint64_t i = 0; i < packets; ++i) {
    next += 2 * flits / load * (static_cast<double>(random() >> 11) * 0x1p-53);
    const Cycle now = static_cast<Cycle>(next);
    for (Cycle c = model->next(); c < now; c = model->next()) model->advance(c, sink);
    Packet packet;
    packet.id = i;
    packet.source = NodeId(random() % nodes);
    packet.destination = NodeId(random() % nodes);
    packet.flits = flits;
    model->inject(packet, now);
  }
  Work work;
  for (Cycle c = model->next(); c != kNoCycle; c = model->next()) {
    model->advance(c, sink);
    work.cycles = c;
  }
  work.packets = sink.landed;
  work.events = model->use().events;
  return work;
}

Noc reference_mesh() {
  std::vector<RouterId> router_of;
  for (std::size_t r = 0; r < 64; ++r) router_of.push_back(RouterId(r));
  Noc noc;
  noc.topology = make_mesh(8, 8, router_of);
  noc.router_pipeline = Cycles(4);
  noc.interface_pipeline = Cycles(1);
  noc.virtual_channels = 2;
  noc.buffer_flits = 8;
  return noc;
}

void measure(benchmark::State& state, const Noc& noc, std::uint32_t flits, double load,
             std::uint64_t packets) {
  for (auto _ : state) {
    Work work;
    const bench::BestOf best =
        bench::best_of(10, [&] { work = random_traffic(noc, flits, load, packets); });
    const double seconds = best.equivalent_seconds;
    state.counters["cpu_s"] = best.cpu_seconds;
    state.counters["s_at_3.2GHz"] = seconds;
    state.counters["cycles_per_s_at_3.2GHz"] = static_cast<double>(work.cycles) / seconds;
    state.counters["packets_per_s_at_3.2GHz"] = static_cast<double>(work.packets) / seconds;
    state.counters["events_per_s_at_3.2GHz"] = static_cast<double>(work.events) / seconds;
  }
}

void mesh(benchmark::State& state, double rate) {
  measure(state, reference_mesh(), 5, 64 * rate, 80000);
}
BENCHMARK_CAPTURE(mesh, idle, 0.1)->Name("noc/8x8 mesh, uniform, 5 flits, 0.1")->Iterations(1);
BENCHMARK_CAPTURE(mesh, busy, 0.3)->Name("noc/8x8 mesh, uniform, 5 flits, 0.3")->Iterations(1);

void chip(benchmark::State& state, const char* machine) {
  measure(state, load_machine(machine).chip.noc, 17, 8, 200000);
}
BENCHMARK_CAPTURE(chip, isaac, "isaac-ce")->Name("noc/isaac-ce, 17 flits")->Iterations(1);
BENCHMARK_CAPTURE(chip, pimsim, "pimsim-nn")->Name("noc/pimsim-nn, 17 flits")->Iterations(1);

}  // namespace
}  // namespace crossroof::sim
