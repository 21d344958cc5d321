// SPDX-License-Identifier: Apache-2.0
// Runs a program on the structure of a chip, event by event (docs/simulator.md). Plain types in and
// out; any number of runs in one process, one at a time (parallel runs are processes). Nothing here
// or below knows a rate or a service time of the analytic engine.
#ifndef CROSSROOF_SIM_SIMULATE_H_
#define CROSSROOF_SIM_SIMULATE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/rram_chip.h"
#include "models/stages.h"
#include "sim/noc_model.h"
#include "sim/trace.h"
#include "workloads/program.h"

namespace crossroof::sim {

enum class SimEnd { finished, max_time, max_events, interrupted };

struct SimProgress {
  Seconds simulated;
  std::uint64_t events = 0;
  std::int64_t images_done = 0;
};

struct SimOptions {
  std::int64_t batch = 1;
  NocGranularity noc = NocGranularity::packet;
  bool l1_words = false;  // the reference: word by word
  std::optional<Seconds> max_time;
  std::optional<std::uint64_t> max_events;
  const std::atomic<bool>* interrupted = nullptr;    // set: stop, keep what is done
  std::function<void(const SimProgress&)> progress;  // called now and then
  TraceSink* trace = nullptr;
  std::string vcd;                      // file of waveforms (without .vcd); empty: none
  std::uint64_t construction_seed = 0;  // shuffles the order in which modules are made; no effect
};

// What a stage of a layer did, per image. Times are those of the task that was busiest.
struct SimStage {
  Seconds busy, queued, starved, blocked;
  std::int64_t chunks = 0;  // of all tasks, in the whole run
};

struct SimLayer {
  LayerId layer{};
  PerStage<SimStage> stages;
  Seconds first, last;  // first chunk started, last chunk left
  Seconds interval;     // between images: slope of their completion times in this layer
  Stage bottleneck = Stage::mac;
};

enum class SimResourceKind {
  l1,
  crossbars,
  simd,
  controller,
  link,
  injection,
  ejection,
  chip_link
};

// A resource of the whole run. Busy: serving. Blocked: idle though work is there that may not start
// for lack of space behind. The rest of the makespan it was starved.
struct SimResource {
  SimResourceKind kind = SimResourceKind::l1;
  std::int64_t chip = 0;
  std::size_t number = 0;                  // core, controller, link or node
  LayerId layer = LayerId::network_input;  // crossbars: whose
  Seconds busy, blocked, waited;           // waited: of all requests together
  std::uint64_t services = 0, flits = 0;
  std::uint64_t longest_queue = 0;
  std::int64_t conflicts = 0;  // L1: cycles lost to bank conflicts
};

// Everything counted event by event, of the whole run.
struct SimCounts {
  std::int64_t macs = 0, mvms = 0, slots = 0, conversions = 0, simd_operations = 0, lane_ops = 0;
  Bits noc, memory_read, memory_write, l1_read, l1_write, weight_load;
  Bits dma_read, dma_write;  // L1 read and written for the NoC, on machines with shared DMA
  std::int64_t l1_words = 0, bank_conflicts = 0;
  std::uint64_t packets = 0, flits = 0, flit_hops = 0, messages = 0, local_messages = 0;
};

struct SimResult {
  SimEnd end = SimEnd::finished;
  std::int64_t batch = 1;
  Seconds makespan;  // until the last byte has landed; the simulated time if stopped
  std::vector<Seconds> completions;  // of images that are complete, in order
  std::int64_t most_images = 0;      // in flight at once
  std::vector<SimLayer> layers;
  std::vector<SimResource> resources;  // that were used, busiest first
  SimCounts counts;
  std::uint64_t events = 0;
  // All services of all servers and all latencies, one after the other: no run takes longer.
  Seconds services;
};

// Throws Error (exit code 1) when nothing can move though work is left, with the cycle of waits;
// Error when the chip cannot be simulated at the granularity asked for.
SimResult simulate(const RramChip& chip, const Program& program, const SimOptions& options);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_SIMULATE_H_
