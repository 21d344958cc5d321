// SPDX-License-Identifier: Apache-2.0
// Times made up by hand: 200 s for two images, so shares are of 100 s per image.
#include "validation/reason.h"

#include <gtest/gtest.h>

#include "models/machine_json.h"

namespace crossroof::validation {
namespace {

sim::SimStage stage(double busy, double starved, double blocked, double queued) {
  sim::SimStage s;
  s.busy = Seconds(busy);
  s.starved = Seconds(starved);
  s.blocked = Seconds(blocked);
  s.queued = Seconds(queued);
  return s;
}

sim::SimResource resource(sim::SimResourceKind kind, std::size_t number, double busy) {
  sim::SimResource r;
  r.kind = kind;
  r.number = number;
  r.busy = Seconds(busy);
  return r;
}

// Layer b reads what layer a produces; a sits on core 1, b on core 2.
class Reason : public testing::Test {
 protected:
  Reason() {
    for (const char* name : {"a", "b"}) {
      Layer layer;
      layer.name = name;
      Edge edge;
      if (!net_.layers.empty()) edge.producer = LayerId(0);
      layer.in_edges.push_back(edge);
      net_.layers.push_back(layer);
      CoreTask task;
      task.layer = layer_id(net_.layers.size() - 1);
      task.core = CoreId(net_.layers.size());
      program_.tasks.push_back(task);
    }
    program_.phases.resize(1);
    run_.batch = 2;
    run_.makespan = Seconds(200);
    run_.layers.resize(2);
    run_.resources = {resource(sim::SimResourceKind::l1, 2, 190),
                      resource(sim::SimResourceKind::simd, 2, 180),
                      resource(sim::SimResourceKind::simd, 1, 150)};
  }
  sim::SimStage& at(std::size_t layer, Stage s) { return run_.layers[layer].stages[index(s)]; }
  std::string interval() const { return interval_reason(net_, chip_, program_, run_); }

  Network net_;
  RramChip chip_ = load_machine("isaac-ce").chip;
  Program program_;
  sim::SimResult run_;
};

const std::string kBusiest = "; the busiest resource is L1 of core 2 (busy 95 % of the run)";

TEST_F(Reason, FollowsStarvationToTheProducerAndItsQueue) {
  at(1, Stage::mac) = stage(50, 40, 10, 0);
  at(1, Stage::l1_read_mac) = stage(20, 80, 0, 0);
  at(0, Stage::simd) = stage(45, 0, 0, 55);
  EXPECT_EQ(
      interval(),
      "2 images: longest is mac of b (busy 50 %, starved 40 %, blocked 10 %), fed by "
      "l1_read_mac of b (busy 20 %, starved 80 %), fed by simd of a (busy 45 %, queued 55 %), "
      "queueing at SIMD unit of core 1 (busy 75 % of the run)" +
          kBusiest);
}

// The consumer starves for what layer a produces, which was told already.
TEST_F(Reason, FollowsBlockingToTheConsumerAndEndsWhereItBegan) {
  at(0, Stage::mac) = stage(60, 0, 40, 0);
  at(0, Stage::noc_write) = stage(10, 0, 90, 0);
  at(1, Stage::simd) = stage(50, 2, 0, 0);
  EXPECT_EQ(interval(),
            "2 images: longest is mac of a (busy 60 %, blocked 40 %), held up by noc_write of a "
            "(busy 10 %, blocked 90 %), out of credits of its consumer simd of b (busy 96 %, "
            "starved 4 %)" +
                kBusiest);
}

TEST_F(Reason, EndsAtAStageThatHardlyWaits) {
  at(1, Stage::mac) = stage(98, 2, 0, 0);
  EXPECT_EQ(interval(), "2 images: longest is mac of b (busy 98 %)" + kBusiest);
}

// Operands of a phase come from memory, whoever made them.
TEST_F(Reason, FollowsStarvationToMemoryBetweenPhases) {
  program_.phases.resize(2);
  at(0, Stage::mac) = stage(99, 0, 0, 0);
  at(1, Stage::l1_read_mac) = stage(50, 50, 0, 0);
  at(1, Stage::noc_read) = stage(40, 0, 0, 0);
  run_.layers[0].last = Seconds(60);
  run_.layers[1].first = Seconds(60);
  run_.layers[1].last = Seconds(200);
  EXPECT_EQ(interval(),
            "2 images: the longest layer is b, under way for 70 % of the run: l1_read_mac of b "
            "(busy 50 %, starved 50 %), fed from memory by noc_read of b (busy 40 % of the run)" +
                kBusiest);
}

// Stages of one task that are all blocked by the last are passed over.
TEST_F(Reason, SkipsStagesThatOnlyHandTheWaitingOn) {
  at(0, Stage::mac) = stage(60, 0, 40, 0);
  at(0, Stage::l1_write_mac) = stage(5, 0, 95, 0);
  at(0, Stage::simd) = stage(30, 0, 0, 70);
  EXPECT_EQ(interval(),
            "2 images: longest is mac of a (busy 60 %, blocked 40 %), held up by simd of a (busy "
            "30 %, queued 70 %), queueing at SIMD unit of core 1 (busy 75 % of the run)" +
                kBusiest);
}

TEST_F(Reason, NamesWhatIsBusiestOnTheWayFromMemory) {
  program_.phases.resize(2);
  at(1, Stage::l1_read_mac) = stage(50, 50, 0, 0);
  at(1, Stage::noc_read) = stage(10, 0, 0, 0);
  run_.layers[1].last = Seconds(200);
  run_.resources.push_back(resource(sim::SimResourceKind::controller, 1, 30));
  EXPECT_EQ(interval(),
            "2 images: the longest layer is b, under way for 100 % of the run: l1_read_mac of b "
            "(busy 50 %, starved 50 %), fed from memory by noc_read of b (busy 10 % of the run), "
            "over a network whose busiest is memory controller 1 (busy 15 % of the run)" +
                kBusiest);
}

TEST_F(Reason, IsEmptyWhenNothingRan) {
  run_.resources.clear();
  EXPECT_EQ(interval(), "");
  EXPECT_EQ(latency_reason(net_, chip_, program_, run_), "");
}

}  // namespace
}  // namespace crossroof::validation
