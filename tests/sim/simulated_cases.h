// SPDX-License-Identifier: Apache-2.0
// What the tests of the engine share: machines that differ in everything a mapping does not depend
// on, a sink that keeps every service, and results compared field by field.
#ifndef CROSSROOF_TESTS_SIM_SIMULATED_CASES_H_
#define CROSSROOF_TESTS_SIM_SIMULATED_CASES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "models/rram_chip.h"
#include "models/stages.h"
#include "sim/simulate.h"
#include "sim/trace.h"
#include "tests/workloads/random_cases.h"
#include "workloads/program.h"

namespace crossroof::sim {

// Other rates, clocks, ports, banks, bursts, packets, pipelines and latencies; the same structure,
// so that a mapping made before still fits.
void vary_rates(oracle::Dice& dice, RramChip& chip);

// What simulate() takes.
struct PreparedRun {
  RramChip chip;
  Program program;
  SimOptions options;

  SimResult run() const { return simulate(chip, program, options); }
};

// A random program on a random machine, of a random batch.
PreparedRun random_run(std::uint64_t seed);

// Keeps every service, in ticks.
class Recorder : public TraceSink {
 public:
  void track(TrackId id, const std::string& group, const std::string& name) override;
  void service(const Service& service) override;

  const std::vector<Service>& services() const { return services_; }
  // Those of one resource ("core 0 L1", "memory memory controller 0"), in the order of their start.
  std::vector<Service> of(const std::string& track) const;
  // Those of a stage of a task, in the order of chunks.
  std::vector<Service> of(std::uint32_t task, Stage stage) const;
  std::vector<std::string> tracks() const { return tracks_; }

 private:
  std::vector<std::string> tracks_;
  std::vector<Service> services_;
};

// Every field, doubles to the last bit: two runs are the same if and only if the texts are.
std::string text_of(const SimResult& result);

}  // namespace crossroof::sim

#endif  // CROSSROOF_TESTS_SIM_SIMULATED_CASES_H_
