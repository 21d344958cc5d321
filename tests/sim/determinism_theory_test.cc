// SPDX-License-Identifier: Apache-2.0
// The same program gives the same result to the last bit: again, in any order of construction,
// after other runs in the process. Modes that should agree do.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "sim/simulate.h"
#include "tests/sim/hand_program.h"
#include "tests/sim/private_programs.h"
#include "tests/sim/simulated_cases.h"
#include "tests/workloads/program_cases.h"
#include "workloads/mapper.h"
#include "workloads/networks.h"

namespace crossroof::sim {
namespace {

PreparedRun shipped(const std::string& network, const std::string& machine) {
  const Network net = load_network(network, {});
  const RramChip chip = load_machine(machine).chip;
  return {chip, expand(net, chip, map_network(net, chip, {})), {}};
}

std::vector<PreparedRun> some_runs() {
  std::vector<PreparedRun> runs;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) runs.push_back(random_run(seed));
  runs.push_back(shipped("lenet5", "isaac-ce"));
  runs.push_back(shipped("lstm_2x256", "puma"));
  return runs;
}

TEST(Determinism, ARunAfterOthersInTheProcessGivesTheSameBits) {
  const std::vector<PreparedRun> runs = some_runs();
  std::vector<std::string> first;
  for (const PreparedRun& p : runs) first.push_back(text_of(p.run()));
  for (std::size_t i = runs.size(); i-- > 0;) EXPECT_EQ(text_of(runs[i].run()), first[i]) << i;
}

TEST(Determinism, TheOrderInWhichModulesAreMadeDoesNotMatter) {
  for (PreparedRun& p : some_runs()) {
    const std::string expected = text_of(p.run());
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      p.options.construction_seed = seed;
      ASSERT_EQ(text_of(p.run()), expected) << "construction seed " << seed;
    }
  }
}

TEST(Determinism, WatchingARunDoesNotChangeIt) {
  for (PreparedRun& p : some_runs()) {
    const std::string expected = text_of(p.run());
    Recorder recorder;
    p.options.trace = &recorder;
    EXPECT_EQ(text_of(p.run()), expected);
  }
}

// With waveforms the kernel's time follows tick by tick, else in longer steps.
TEST(Determinism, WaveformsOfARunDoNotChangeIt) {
  for (PreparedRun& p : some_runs()) {
    const std::string expected = text_of(p.run());
    p.options.vcd = testing::TempDir() + "crossroof_waves_" + std::to_string(getpid());
    EXPECT_EQ(text_of(p.run()), expected);
    std::remove((p.options.vcd + ".vcd").c_str());
  }
}

// Nor does it matter where between two of those steps it is stopped.
TEST(Determinism, WaveformsOfARunThatIsStoppedDoNotChangeIt) {
  for (PreparedRun& p : some_runs()) {
    for (const std::uint64_t events : {1U, 100U, 1000U}) {
      p.options.max_events = events;
      p.options.vcd.clear();
      const std::string expected = text_of(p.run());
      p.options.vcd = testing::TempDir() + "crossroof_waves_" + std::to_string(getpid());
      EXPECT_EQ(text_of(p.run()), expected) << events << " events";
      std::remove((p.options.vcd + ".vcd").c_str());
    }
  }
}

// The time of a burst is known when it begins; word by word it turns out so. Only the number of
// events differs.
TEST(EngineModes, L1WordByWordIsTheSameAsInBursts) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    PreparedRun p = random_run(seed);
    SimResult bursts = p.run();
    p.options.l1_words = true;
    SimResult words = p.run();
    bursts.events = words.events = 0;
    ASSERT_EQ(text_of(words), text_of(bursts)) << "seed " << seed;
  }
}

// Without headers, which `flow` pays once per message, and with nothing shared.
void compare(NocGranularity granularity, double bound) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    oracle::PrivateCase c = oracle::private_case(seed);
    c.chip.noc.header_flits = 0;
    c.chip.noc.router_pipeline = std::max(c.chip.noc.router_pipeline, Cycles(1));
    // Slower than any port, so that no two messages are at one.
    for (MemoryController& m : c.chip.memory) m.rate = BytesPerSecond(0.25e9);
    SimOptions options;
    options.batch = c.images;
    const Seconds packets = simulate(c.chip, c.program, options).makespan;
    options.noc = granularity;
    const Seconds other = simulate(c.chip, c.program, options).makespan;
    EXPECT_LE(std::abs(other / packets - 1), bound) << "seed " << seed;
  }
}

// Short runs of a few flits a message: the 3 % are single cycles, in which the models say when a
// head has come.
TEST(EngineModes, FlitsAgreeWithPacketsOnTrafficThatSharesNothing) {
  compare(NocGranularity::flit, 0.03);
}

TEST(EngineModes, FlowsAgreeWithPacketsOnTrafficThatSharesNothing) {
  compare(NocGranularity::flow, 0.03);
}

// 1000 messages of 64 flits through one port: 64000 cycles, but for the way of one.
TEST(EngineModes, ALongStreamTakesTheSameInAllOfThem) {
  RramChip chip = oracle::plain_chip(2, 1, 32, 32);
  chip.noc.router_pipeline = Cycles(2);
  chip.noc.payload_flits = 16;
  oracle::HandProgram p;
  const TaskId source = p.task(0, 1000, {}, {});
  p.send(source, p.task(1, 1000, {}, {}), std::int64_t{64} * 32, 1 << 20);
  for (const NocGranularity g :
       {NocGranularity::packet, NocGranularity::flow, NocGranularity::flit}) {
    SimOptions options;
    options.noc = g;
    EXPECT_NEAR(simulate(chip, p.program(), options).makespan.value() * 1e9, 64000, 64);
  }
}

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t size = 0, resident = 0;
  file >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

TEST(Determinism, AThousandRunsInOneProcessGrowItByLessThan10MB) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer keeps freed memory";
#endif
  const std::vector<PreparedRun> runs = some_runs();
  for (const PreparedRun& p : runs) p.run();
  const std::int64_t before = resident_bytes();
  for (std::size_t i = 0; i < 1000; ++i) runs[i % 40].run();
  EXPECT_LT(resident_bytes() - before, 10 * 1000 * 1000);
}

}  // namespace
}  // namespace crossroof::sim
