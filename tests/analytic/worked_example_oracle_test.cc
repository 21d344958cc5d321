// SPDX-License-Identifier: Apache-2.0
// The worked example, computed by hand and by two independent programs (docs/worked-example.md).
// One clock of 1 GHz, so times in nanoseconds are cycles.
#include "tests/analytic/worked_example.h"

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "analytic/mvm.h"
#include "models/machine_json.h"

namespace crossroof::analytic {
namespace {

double cycles(Seconds t) { return t.value() * 1e9; }

Estimate worked(const std::vector<std::string>& sets, std::int64_t height = 4) {
  const RramChip chip = load_machine("teaching", sets).chip;
  const Network net = worked_network(height);
  const Mapping m = map_with_replicas(net, chip, {}, Duplication::greedy, Sharing::max_min);
  return estimate(net, chip, m, Sharing::max_min);
}

// S1 64/4, S2 576/2, S3 16*64, S4 = S5 = 1024/2, S6 256/2, S7 128/2, S8 128/4.
TEST(WorkedExample, EachStageTakesItsTime) {
  const LayerTimes t = worked({}).layers.at(0).times;
  const double expected[] = {16, 288, 1024, 512, 512, 128, 64, 32, 0};
  for (const StageInfo& s : kStages) {
    EXPECT_NEAR(cycles(t.time[index(s.stage)]), expected[index(s.stage)], 1e-9) << s.key;
  }
  EXPECT_EQ(t.bottleneck, Stage::mac);
  EXPECT_TRUE(t.second == Stage::l1_write_mac || t.second == Stage::l1_read_simd);
  EXPECT_NEAR(t.largest / t.next, 2.0, 1e-12);
}

// slots 8, front 4, back 32/4 = 8: interval 64, latency 4 + 8 + 7*8 = 68.
TEST(WorkedExample, OneMvmTakes64CyclesAnd68ForItself) {
  const RramChip chip = load_machine("teaching").chip;
  const Network net = worked_network();
  const Mapping m = map_network(net, chip, {});
  const MvmTime t = mvm_time(chip.kinds.front().crossbar, m.layers.at(0).tasks.at(0).work.mac);
  EXPECT_NEAR(cycles(t.front), 4, 1e-9);
  EXPECT_NEAR(cycles(t.back), 8, 1e-9);
  EXPECT_NEAR(cycles(t.interval), 64, 1e-9);
  EXPECT_NEAR(cycles(t.latency), 68, 1e-9);
}

// One port: L1 288 + 512 + 512 + 64 = 1376 beats the crossbars' 1024.
TEST(WorkedExample, OneL1PortMakesResourceMax1376) {
  const Estimate e = worked({});
  EXPECT_NEAR(cycles(e.stage_max.interval), 1024, 1e-9);
  EXPECT_NEAR(cycles(e.resource_max.interval), 1376, 1e-9);
  EXPECT_NEAR(cycles(e.resource_max.latency), 1376, 1e-9);
  EXPECT_EQ(e.resource_max.first.what, "L1 of core 0");
}

// 1R1W: reads 288 + 512 = 800, writes 512 + 64 = 576, crossbars 1024.
TEST(WorkedExample, SeparatePortsMakeResourceMax1024) {
  const Estimate e = worked({"core.l1.ports={\"read\": 1, \"write\": 1}"});
  EXPECT_NEAR(cycles(e.stage_max.interval), 1024, 1e-9);
  EXPECT_NEAR(cycles(e.resource_max.interval), 1024, 1e-9);
  for (const ResourceLoad& r : e.resources) {
    if (r.kind == ResourceKind::l1_read) {
      EXPECT_NEAR(cycles(r.per_image), 800, 1e-9);
    }
    if (r.kind == ResourceKind::l1_write) {
      EXPECT_NEAR(cycles(r.per_image), 576, 1e-9);
    }
    if (r.kind == ResourceKind::controller) {
      EXPECT_NEAR(cycles(r.per_image), 48, 1e-9);
    }
  }
}

constexpr const char* kSeparatePorts = "core.l1.ports={\"read\": 1, \"write\": 1}";

// Two rows of the image 8, S2 72, front 4, four chunks of 256 on the crossbars, then S4 and S5 128
// each, S6 32, S7 16, S8 8: 1420, whatever the ports, since each stage has its own.
TEST(WorkedExample, FillingAndDrainingMakeThePipeline1420) {
  for (const std::vector<std::string>& sets : {{}, std::vector<std::string>{kSeparatePorts}}) {
    EXPECT_NEAR(cycles(worked(sets).pipeline.latency), 1420, 1e-6);
    EXPECT_NEAR(cycles(worked(sets).pipeline.makespan), 1420, 1e-6);
  }
  // Steady, images follow each other as the busiest resource lets them.
  EXPECT_NEAR(cycles(worked({}).pipeline.interval), 1376, 1e-9);
}

// More chunks cost 256 each on the crossbars: 1420 - 1024 + 4096.
TEST(WorkedExample, SixteenRowsMakeThePipeline4492) {
  EXPECT_NEAR(cycles(worked({kSeparatePorts}, 16).pipeline.latency), 4492, 1e-6);
}

// The crossbars do not rest between two images: 1420 + 1024.
TEST(WorkedExample, TwoImagesMakeThePipeline2444) {
  const RramChip chip = load_machine("teaching", {kSeparatePorts}).chip;
  const Network net = worked_network();
  const Mapping m = map_with_replicas(net, chip, {}, Duplication::greedy, Sharing::max_min);
  EXPECT_NEAR(cycles(makespan(net, chip, m, Tier::pipeline, 2)), 2444, 1e-6);
}

// Four times the rows: resource-max 4 * 1376 = 5504 (the counter-example to a chain in which the
// pipeline bound would always exceed it).
TEST(WorkedExample, SixteenRowsMakeResourceMax5504) {
  EXPECT_NEAR(cycles(worked({}, 16).resource_max.interval), 5504, 1e-9);
}

// Peak: two arrays of 32 x (32 / 4) weights in 64 cycles: 8 MAC per cycle.
TEST(WorkedExample, PeakIsEightMacsPerCycle) {
  EXPECT_NEAR(worked({}).peak.value(), 2 * 8 * 1e9, 1);
}

// 4608 MACs of two arrays in 1024 cycles: 4.5 MAC per cycle.
TEST(WorkedExample, AsMappedItReaches4Point5MacsPerCycle) {
  EXPECT_NEAR(worked({}).layers.at(0).as_mapped.value(), 2 * 4.5e9, 1);
}

TEST(WorkedExample, ActionsAreCountedExactly) {
  const Counts c = worked({}).counts;
  EXPECT_EQ(c.macs, 4608);
  EXPECT_EQ(c.mvms, 16);
  EXPECT_EQ(c.conversions, 8192);
  EXPECT_EQ(c.simd_operations, 256);
  EXPECT_EQ(c.memory_read.count(), 64 * 8);
  EXPECT_EQ(c.memory_write.count(), 128 * 8);
  EXPECT_EQ(c.l1_read.count(), (576 + 1024) * 8);
  EXPECT_EQ(c.l1_write.count(), (1024 + 128) * 8);
}

// One port. Stages 72, 256 (+4), 128, 128, 32, 16; L1 344 a chunk, as far apart as chunks are, so
// it is always busy; rest of an access (72^2 + 2 * 128^2 + 16^2) / (2 * 344) = 55.535. Waits:
// S2 55.535 * (1 - 72/344) = 43.911, S4 and S5 34.871, S7 52.952. Chunk 0: operands 8, S2 123.911,
// S3 383.911, then 304 + 122.694 = 810.605. Results take turns of 128 + 128 + 16 = 272: chunk 3 is
// done at 810.605 + 3 * 272 = 1626.605, and sent 8 later. Simulated: 1612.
TEST(WorkedExample, ContentionWaitsForTheOnePort) {
  const TierResult r = worked({}).contention;
  EXPECT_NEAR(cycles(r.latency), 1634.605, 0.01);
  EXPECT_NEAR(cycles(r.latency), 1612, 0.02 * 1612);
  EXPECT_NEAR(cycles(r.interval), 1376, 1e-6);
}

// Twice as many rows and columns of the map make the L1 wait no longer for a chunk; 16 rows of 4:
// 810.605 + 15 * 344 (everything at the one port) > results, so 8 + 16 * 344 = 5512, the last chunk
// then waits for its turn: 810.605 + 15 * 272 = 4890.6 is earlier. Sent 8 later: 5520. Simulated
// 5740.
TEST(WorkedExample, ContentionOfSixteenRows) {
  const TierResult r = worked({}, 16).contention;
  EXPECT_NEAR(cycles(r.latency), 5520, 0.01);
  EXPECT_NEAR(cycles(r.latency), 5740, 0.05 * 5740);
}

// Reads and writes have ports of their own. 256 cycles between chunks: reads load 200 / 256, writes
// 144 / 256; rests (72^2 + 128^2) / 400 = 53.92 and (128^2 + 16^2) / 288 = 57.778. Waits: S2
// 0.78125 * 0.64 * 53.92 = 26.960, S5 0.78125 * 0.36 * 53.92 = 15.165, S4 0.5625 * (16/144)
// * 57.778 = 3.611, S7 0.5625 * (128/144) * 57.778 = 28.889. Private: 1420; simulated: 1420 too.
TEST(WorkedExample, ContentionWithSeparatePorts) {
  const TierResult r = worked({kSeparatePorts}).contention;
  EXPECT_NEAR(cycles(r.latency), 1420 + 26.960 + 15.165 + 3.611 + 28.889, 0.01);
}

}  // namespace
}  // namespace crossroof::analytic
