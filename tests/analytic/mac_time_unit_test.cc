// SPDX-License-Identifier: Apache-2.0
// Busy time of crossbars in recurrent layers and beside array writing, by hand.
#include <gtest/gtest.h>

#include "analytic/estimate.h"
#include "analytic/mvm.h"
#include "models/machine_json.h"
#include "tests/analytic/worked_example.h"
#include "workloads/mapper.h"

namespace crossroof::analytic {
namespace {

double cycles(Seconds t) { return t.value() * 1e9; }

MvmTime mvm(double interval, double latency) {
  MvmTime t;
  t.interval = Seconds(interval * 1e-9);
  t.latency = Seconds(latency * 1e-9);
  return t;
}

MvmWork mvms(std::int64_t count) {
  MvmWork w;
  w.count = count;
  return w;
}

TEST(MacTime, StreamsAtTheIntervalWithoutRecurrence) {
  EXPECT_NEAR(cycles(mac_time(Layer{}, ChunkPlan{}, mvms(10), mvm(64, 68))), 640, 1e-9);
}

// Ten steps: nine wait for the whole of the one before, the last need only be started.
TEST(MacTime, AStepWaitsForTheStepBefore) {
  Layer l;
  l.steps = 10;
  EXPECT_NEAR(cycles(mac_time(l, ChunkPlan{}, mvms(10), mvm(64, 68))), 9 * 68 + 64, 1e-9);
}

// Four sequences of ten steps fill the wait: 40 MVMs at the interval.
TEST(MacTime, SequencesFillTheWait) {
  Layer l;
  l.steps = 10;
  l.step_distance = 4;
  EXPECT_NEAR(cycles(mac_time(l, ChunkPlan{}, mvms(40), mvm(64, 68))), 40 * 64, 1e-9);
}

TEST(MacTime, OneStepTakesOneInterval) {
  Layer l;
  l.steps = 1;
  EXPECT_NEAR(cycles(mac_time(l, ChunkPlan{}, mvms(1), mvm(64, 68))), 64, 1e-9);
}

// Four 32 x 8 layers on two arrays, in two passes. Writing 32 rows of 10 cycles is 320 cycles, one
// position is one MVM of 64. Four images: 4 * 64 + 320 = 576 cycles per layer if nothing overlaps,
// 144 per image; alone, S3 is 64 and W 80 per image.
TEST(MacTime, ArrayWritingKeepsACoreFromItsMvms) {
  for (const bool overlaps : {false, true}) {
    const RramChip chip =
        load_machine(
            "teaching",
            {std::string("core.crossbar.write={\"pulse\": \"10 ns\", \"rows_parallel\": 1, "
                         "\"overlaps_mvm\": ") +
                 (overlaps ? "true}" : "false}"),
             "memory.0.rate=\"4096 B/cycle\"", "noc.flit=\"4 KiB\""})
            .chip;
    Network net;
    net.inputs = {{"x", {1, 32}, {32, 1, 1}, 8}};
    for (std::size_t i = 0; i < 4; ++i) {
      Layer l;
      l.name = "fc" + std::to_string(i);
      l.kind = LayerKind::mvm;
      l.K = i == 0 ? 32 : 8;
      l.M = 8;
      l.in = {l.K, 1, 1};
      l.out = {8, 1, 1};
      Edge e;
      e.producer = i == 0 ? LayerId::network_input : layer_id(i - 1);
      e.from = l.in;
      e.channels = l.K;
      l.in_edges = {e};
      net.layers.push_back(l);
    }
    MappingOptions options;
    options.overflow = Overflow::reload;
    options.mode = RunMode::layer_serial;
    options.batch = 4;
    const Mapping m = map_network(net, chip, options);
    ASSERT_EQ(m.passes, 2);
    const LayerTimes t = stage_times(net, chip, m, LayerId(0), kAllPhases, Sharing::max_min);
    EXPECT_NEAR(cycles(t.time[index(Stage::mac)]), 64, 1e-9);
    EXPECT_NEAR(cycles(t.time[index(Stage::write)]), 80, 1e-9);
    EXPECT_NEAR(cycles(t.interval), overlaps ? 80 : 144, 1e-9);
  }
}

}  // namespace
}  // namespace crossroof::analytic
