// SPDX-License-Identifier: Apache-2.0
// L1 space of the worked example (docs/worked-example.md), by hand, in bytes.
// Row chunks: input window 3 rows + C = 5 messages of 16 = 80; results C * (S4 256 + S7 32) = 576.
#include "workloads/buffers.h"

#include <gtest/gtest.h>

#include "models/error.h"
#include "models/machine_json.h"
#include "tests/analytic/worked_example.h"
#include "workloads/mapper.h"

namespace crossroof {
namespace {

Mapping mapped(std::int64_t l1_bytes) {
  const RramChip chip =
      load_machine("teaching", {"core.l1.capacity=\"" + std::to_string(l1_bytes) + " B\""}).chip;
  return map_network(worked_network(), chip, {});
}

std::int64_t chunk(const Mapping& m) { return m.layers[0].plan.length; }
std::int64_t input_message(const Mapping& m) { return m.input_plans[0].length; }
std::int64_t buffers(const Mapping& m) { return m.layers[0].tasks[0].buffers.count() / 8; }

TEST(Buffers, RowChunksTake656Bytes) {
  const Mapping m = mapped(656);
  EXPECT_EQ(chunk(m), 4);
  EXPECT_EQ(buffers(m), 656);
}

// One byte less: the results (576) are the largest, their chunk is halved: 80 + 288 = 368.
TEST(Buffers, TheLargestIsHalvedFirst) {
  for (const std::int64_t l1 : {655, 368}) {
    const Mapping m = mapped(l1);
    EXPECT_EQ(chunk(m), 2);
    EXPECT_EQ(input_message(m), 4);
    EXPECT_EQ(buffers(m), 368);
  }
}

TEST(Buffers, ChunksGoDownToOnePosition) {
  const Mapping m = mapped(224);  // 80 + 144
  EXPECT_EQ(chunk(m), 1);
  EXPECT_EQ(buffers(m), 224);
}

// Results are at one position; now input messages are halved. Messages of one position: the hull of
// a 3x3 window on a 4-wide map is 2 * 4 + 3 = 11 positions, + C, of 4 bytes: 52 + 144 = 196.
TEST(Buffers, InputMessagesAreHalvedWhenTheyAreTheLargestLeft) {
  const Mapping m = mapped(196);
  EXPECT_EQ(chunk(m), 1);
  EXPECT_EQ(input_message(m), 1);
  EXPECT_EQ(buffers(m), 196);
  EXPECT_EQ(m.layers[0].tasks[0].work.noc_read.count(), 64 * 8);
  EXPECT_TRUE(m.notes.empty());
}

// Below that the input stream is read from memory at every use, and the result says so: each of the
// 16 positions reads its window. Rows of the map touched: 2 3 3 2, columns likewise: 10 * 10
// positions of 4 bytes.
TEST(Buffers, WhatDoesNotFitIsReadFromMemoryAtEveryUse) {
  const Mapping m = mapped(195);
  EXPECT_EQ(m.layers[0].tasks[0].work.noc_read.count(), 100 * 4 * 8);
  ASSERT_EQ(m.notes.size(), 1U);
  EXPECT_NE(m.notes[0].find("'x' -> 'conv'"), std::string::npos) << m.notes[0];
}

// Spilled, the input keeps C messages of 4 bytes: 8 + 144 = 152; less is refused.
TEST(Buffers, AnL1TooSmallForOnePositionIsRefusedWithTheSizes) {
  EXPECT_EQ(buffers(mapped(152)), 152);
  try {
    mapped(151);
    FAIL();
  } catch (const Error& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("151 bytes"), std::string::npos) << what;
    EXPECT_NE(what.find("152 bytes"), std::string::npos) << what;
    EXPECT_NE(what.find("'conv'"), std::string::npos) << what;
  }
}

}  // namespace
}  // namespace crossroof
