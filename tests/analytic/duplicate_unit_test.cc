// SPDX-License-Identifier: Apache-2.0
// Duplication: one replica at a time to the layer whose S3 is the largest stage of all.
#include "analytic/duplicate.h"

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "tests/analytic/worked_example.h"

namespace crossroof::analytic {
namespace {

Mapping mapped(const std::vector<std::string>& sets,
               Duplication duplication = Duplication::greedy) {
  const RramChip chip = load_machine("teaching", sets).chip;
  return map_with_replicas(worked_network(), chip, {}, duplication, Sharing::max_min);
}

bool mentions(const Mapping& m, const std::string& text) {
  return m.duplication_stopped.find(text) != std::string::npos;
}

TEST(Duplicate, StopsWhenNoReplicaFits) {
  const Mapping m = mapped({});  // both arrays are taken by the first copy
  EXPECT_EQ(m.layers[0].plan.replicas, 1);
  EXPECT_TRUE(mentions(m, "no room for another replica")) << m.duplication_stopped;
}

// S3 is 1024 cycles; the layer's L1 stages take 512, its memory 16 and 32. Two replicas on the core
// halve S3 to 512 and leave S4 = S5 = 512 on the shared L1: crossbars tie and rank first by stage
// order, so a third replica (16 positions in threes: p = ceil(16 / (3 * 2)) = 3, shares 6, 6, 4)
// lowers S3 to 384; then S4 decides and duplication stops.
TEST(Duplicate, StopsWhenAnotherStageIsTheSlowest) {
  const Mapping m = mapped({"core.crossbars=64"});
  EXPECT_TRUE(mentions(m, "not by its crossbars")) << m.duplication_stopped;
  EXPECT_TRUE(mentions(m, "l1_write_mac") || mentions(m, "l1_read_simd")) << m.duplication_stopped;
  EXPECT_EQ(m.layers[0].plan.largest_share(), 6);
  EXPECT_EQ(m.layers[0].plan.replicas, 3);
}

// With nothing else to wait for, every position may get a replica of its own.
TEST(Duplicate, StopsAtOneReplicaForEachPosition) {
  const Mapping m = mapped({"core.crossbars=64", "core.l1.word=\"4 KiB\"", "core.simd.lanes=4096",
                            "noc.flit=\"4 KiB\"", "memory.0.rate=\"4096 B/cycle\""});
  EXPECT_TRUE(mentions(m, "a replica for every position")) << m.duplication_stopped;
  EXPECT_EQ(m.layers[0].plan.replicas, 16);
}

TEST(Duplicate, CanBeSwitchedOff) {
  const Mapping m = mapped({"core.crossbars=64"}, Duplication::none);
  EXPECT_EQ(m.layers[0].plan.replicas, 1);
  EXPECT_TRUE(mentions(m, "switched off"));
}

}  // namespace
}  // namespace crossroof::analytic
