// SPDX-License-Identifier: Apache-2.0
// Which chunk of a task may go on: order, slots, operands.
#include "sim/task_run.h"

#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/hand_program.h"

namespace crossroof::sim {
namespace {

// S2, S3 and sending: stages 0, 1 and 2.
class TwoStages : public testing::Test {
 protected:
  TwoStages()
      : task_(hand_.program().task(
            hand_.task(0, 3, {Stage::l1_read_mac, Stage::mac}, oracle::matrix(1)))) {}

  static void start(TaskRun& run, std::size_t k) { ++run.stage(k).started; }
  static void finish(TaskRun& run, std::size_t k) { ++run.stage(k).finished; }
  static void pass(TaskRun& run, std::size_t k) {
    start(run, k);
    finish(run, k);
  }

  oracle::HandProgram hand_;
  const CoreTask& task_;
};

TEST_F(TwoStages, StagesWithoutWorkDoNotExist) {
  const TaskRun run(task_, 2, 1);
  ASSERT_EQ(run.stages(), 3U);
  EXPECT_EQ(run.stage(0).stage, index(Stage::l1_read_mac));
  EXPECT_EQ(run.stage(1).stage, index(Stage::mac));
  EXPECT_EQ(run.stage(2).stage, TaskRun::kEmit);
}

TEST_F(TwoStages, AStageStarvesUntilTheOneBeforeHasFinished) {
  TaskRun run(task_, 2, 1);
  EXPECT_EQ(run.next(0), Wait::work);
  EXPECT_EQ(run.next(1), Wait::starved);
  start(run, 0);
  EXPECT_EQ(run.next(1), Wait::starved);
  finish(run, 0);
  EXPECT_EQ(run.next(1), Wait::work);
}

// Two slots: chunk 2 may enter S2 when S3 has finished chunk 0.
TEST_F(TwoStages, AStageIsBlockedUntilTheNextHasReleasedASlot) {
  TaskRun run(task_, 2, 1);
  pass(run, 0);
  pass(run, 0);
  EXPECT_EQ(run.next(0), Wait::blocked);
  start(run, 1);
  EXPECT_EQ(run.next(0), Wait::blocked);
  finish(run, 1);
  EXPECT_EQ(run.next(0), Wait::work);
}

TEST_F(TwoStages, NothingIsNextAfterTheLastChunkOfTheBatch) {
  TaskRun run(task_, 6, 2);
  for (int i = 0; i < 6; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(run.next(k), Wait::work);
      pass(run, k);
    }
    EXPECT_EQ(run.finished(), i == 5);
  }
  EXPECT_EQ(run.next(0), Wait::none);
}

TEST_F(TwoStages, TimeGoesToTheStateThatEnds) {
  TaskRun run(task_, 2, 1);
  run.note(1, Wait::work, 30);
  run.note(1, Wait::blocked, 50);
  run.note(1, Wait::work, 57);
  EXPECT_EQ(run.stage(1).use.starved, 30U);
  EXPECT_EQ(run.stage(1).use.blocked, 7U);
}

// Messages 0 to 3 of an image; chunks need [0, 2), [1, 3), [2, 4); each message in one part but
// the second, which is in two.
class Window : public testing::Test {
 protected:
  Window() {
    demand_.messages = 4;
    demand_.needs = {{0, 2}, {1, 3}, {2, 4}};
    inlet_.credits = 3;
  }
  Demand demand_;
  Inlet inlet_;
};

TEST_F(Window, AChunkHasItsOperandsWhenAllMessagesUpToItsLastAreComplete) {
  InletRun in(inlet_, demand_, {1, 2, 1, 1});
  EXPECT_TRUE(in.arrive(0));
  EXPECT_FALSE(in.has(0, 0));
  EXPECT_FALSE(in.arrive(1));
  EXPECT_FALSE(in.has(0, 0));
  EXPECT_TRUE(in.arrive(1));
  EXPECT_TRUE(in.has(0, 0));
  EXPECT_FALSE(in.has(0, 1));
}

TEST_F(Window, AMessageThatOvertakesWaitsForThoseBefore) {
  InletRun in(inlet_, demand_, {1, 1, 1, 1});
  EXPECT_FALSE(in.arrive(1));
  EXPECT_FALSE(in.arrive(2));
  EXPECT_EQ(in.frontier(), 0);
  EXPECT_TRUE(in.arrive(0));
  EXPECT_EQ(in.frontier(), 3);
}

// After chunk 0 message 0 is over; after the last, all of the image.
TEST_F(Window, TheOldestMessageNeededMovesWithTheChunks) {
  const InletRun in(inlet_, demand_, {1, 1, 1, 1});
  EXPECT_EQ(in.base_after(0, 0), 1);
  EXPECT_EQ(in.base_after(0, 1), 2);
  EXPECT_EQ(in.base_after(0, 2), 4);
  EXPECT_EQ(in.base_after(5, 0), 21);
}

TEST_F(Window, TheNextImageFollowsInTheSameRing) {
  InletRun in(inlet_, demand_, {1, 2, 1, 1});
  for (std::int64_t m = 0; m < 8; ++m) {
    if (m % 4 == 1) in.arrive(m);
    in.arrive(m);
    EXPECT_EQ(in.frontier(), m + 1);
  }
  EXPECT_TRUE(in.has(1, 2));
}

// Skips wait at S5; without S5 to S7 at what comes next: sending.
TEST_F(TwoStages, AnInletGatesTheFirstStageFromItsOwnOn) {
  Demand demand;
  demand.messages = 3;
  demand.needs = {{0, 1}, {1, 2}, {2, 3}};
  Inlet inlet;
  inlet.credits = 3;
  inlet.gate = Gate::s5_operands;
  InletRun skip(inlet, demand, {1, 1, 1});
  TaskRun run(task_, 2, 1);
  run.add_inlet(&skip);
  EXPECT_TRUE(run.gated(0).empty());
  EXPECT_EQ(run.gated(2), std::vector<InletRun*>{&skip});
  pass(run, 0);
  pass(run, 1);
  EXPECT_EQ(run.next(2), Wait::starved);
  skip.arrive(0);
  EXPECT_EQ(run.next(2), Wait::work);
}

}  // namespace
}  // namespace crossroof::sim
