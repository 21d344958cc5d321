// SPDX-License-Identifier: Apache-2.0
// How a run ends before its end: nothing can move, a limit, an interruption.
#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include "models/error.h"
#include "sim/simulate.h"
#include "tests/sim/hand_program.h"
#include "tests/workloads/random_cases.h"

namespace crossroof::sim {
namespace {

using oracle::HandProgram;

// Two cores; chunk i of the second needs message i of the first.
struct Pair {
  RramChip chip = oracle::plain_chip(2, 1, 32, 32);
  HandProgram hand;
  InletId inlet;

  explicit Pair(std::int64_t credits) {
    const TaskId first = hand.task(0, 10, {Stage::mac}, oracle::matrix(1));
    const TaskId second = hand.task(1, 10, {Stage::l1_read_mac}, oracle::l1_read(16));
    inlet = hand.send(first, second, 32, credits);
  }
  Demand& demand() {
    return hand.program().demands[index(hand.program().inlets[index(inlet)].demand)];
  }
  SimResult run(const SimOptions& options) { return simulate(chip, hand.program(), options); }
  std::string deadlock() {
    try {
      run({});
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::run_failed);
      return e.what();
    }
    return "it came to its end";
  }
};

TEST(Deadlock, OneCreditIsEnoughForAMessageAtATime) {
  EXPECT_EQ(Pair(1).run({}).end, SimEnd::finished);
}

// The first chunk needs two messages, but there is a place for one.
TEST(Deadlock, ACreditTooFewNamesTheCircleOfWaits) {
  Pair pair(1);
  pair.demand().needs[0].end = 2;
  const std::string text = pair.deadlock();
  EXPECT_NE(text.find("in a circle"), std::string::npos) << text;
  EXPECT_NE(text.find("'layer0' on core 0: message 1 has no credit of 'layer1' on core 1"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("'layer1' on core 1: chunk 0 lacks message 1 from 'layer0' on core 0"),
            std::string::npos)
      << text;
}

TEST(Deadlock, AMessageThatIsNeverSentNamesWhoLacksIt) {
  Pair pair(10);
  pair.hand.program().lists[0][9].emitter = 99;  // a chunk there is not
  const std::string text = pair.deadlock();
  EXPECT_NE(text.find("'layer1' on core 1: chunk 9 lacks message 9"), std::string::npos) << text;
}

// 640 cycles of MVMs and 4 of the front; 3 images take three times as long.
TEST(Limits, ATimeLimitKeepsWhatIsDone) {
  Pair pair(4);
  SimOptions options;
  options.batch = 3;
  options.max_time = Seconds(1000e-9);
  const SimResult run = pair.run(options);
  EXPECT_EQ(run.end, SimEnd::max_time);
  EXPECT_EQ(run.completions.size(), 1U);
  EXPECT_LE(run.makespan, Seconds(1000e-9));
  // 15 of 30 MVMs were through, one was at work.
  EXPECT_EQ(run.counts.mvms, 17);
}

TEST(Limits, ATimeLimitBeyondTheEndChangesNothing) {
  Pair pair(4);
  SimOptions options;
  options.max_time = Seconds(1e-3);
  const SimResult run = pair.run(options);
  EXPECT_EQ(run.end, SimEnd::finished);
  EXPECT_EQ(run.makespan, pair.run({}).makespan);
}

TEST(Limits, AnEventLimitStopsTheRunThere) {
  Pair pair(4);
  SimOptions options;
  options.batch = 1000;
  options.max_events = 2000;
  const SimResult run = pair.run(options);
  EXPECT_EQ(run.end, SimEnd::max_events);
  EXPECT_GE(run.events, 2000U);
  EXPECT_LT(run.events, 2100U);
  EXPECT_GT(run.completions.size(), 0U);
  EXPECT_LT(run.completions.size(), 1000U);
}

// The flag is looked at every 2^14 events.
TEST(Limits, AnInterruptionStopsTheRunSoon) {
  Pair pair(4);
  const std::atomic<bool> interrupted{true};
  SimOptions options;
  options.batch = 10000;
  options.interrupted = &interrupted;
  const SimResult run = pair.run(options);
  EXPECT_EQ(run.end, SimEnd::interrupted);
  EXPECT_LT(run.events, 20000U);
  EXPECT_GT(run.completions.size(), 0U);
}

TEST(Limits, AnImageIsTheLeastBatch) {
  Pair pair(4);
  SimOptions options;
  options.batch = 0;
  EXPECT_THROW(pair.run(options), Error);
}

TEST(Limits, ArraysThatCannotBeWrittenAreRefused) {
  Pair pair(4);
  pair.hand.program().phases[0].reloads.push_back({TaskId(0), 32, {Bits(1024)}});
  EXPECT_THROW(pair.run({}), Error);
}

}  // namespace
}  // namespace crossroof::sim
