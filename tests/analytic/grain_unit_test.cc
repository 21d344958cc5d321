// SPDX-License-Identifier: Apache-2.0
// What whole flits, words and rounds of lanes take, by hand.
#include "analytic/grain.h"

#include <gtest/gtest.h>

#include "models/machine_json.h"

namespace crossroof::analytic {
namespace {

double nanoseconds(Seconds t) { return t.value() * 1e9; }

Noc noc_of(std::int64_t payload, std::int64_t header) {
  Noc noc = load_machine("teaching").chip.noc;  // flits of 32 bits, 1 GHz
  noc.payload_flits = payload;
  noc.header_flits = header;
  return noc;
}

TEST(Grain, MessagesTravelInPacketsWithHeaders) {
  const Noc noc = noc_of(4, 1);
  EXPECT_EQ(message_flits(noc, Bits(0)), 0);
  EXPECT_EQ(message_flits(noc, Bits(1)), 2);             // one flit and a header
  EXPECT_EQ(message_flits(noc, Bits(4 * 32)), 5);        // one full packet
  EXPECT_EQ(message_flits(noc, Bits(4 * 32 + 1)), 7);    // a second packet of one flit
  EXPECT_EQ(message_flits(noc_of(1, 0), Bits(100)), 4);  // 3.1 flits
}

// 10 positions of 40 bits in messages of 4: 160, 160 and 80 bits are 5, 5 and 3 flits in 2, 2 and 1
// packets with a header each.
TEST(Grain, AFlowIsItsMessagesAndTheRest) {
  Flow f;
  f.bits = Bits(400);
  f.positions = 10;
  EXPECT_NEAR(nanoseconds(flow_time(noc_of(4, 1), f, 4)), 7 + 7 + 4, 1e-9);
  EXPECT_NEAR(nanoseconds(flow_time(noc_of(4, 1), f, 100)), 13 + 4, 1e-9);
  f.positions = 0;  // weights: 13 flits in 4 packets
  EXPECT_NEAR(nanoseconds(flow_time(noc_of(4, 1), f, 4)), 13 + 4, 1e-9);
}

// Words of 16 bits; bursts of 40 bits take 3 words, each begins with a new one.
TEST(Grain, AccessesTakeWholeWords) {
  L1 l1 = load_machine("teaching").chip.kinds.front().l1;
  EXPECT_NEAR(nanoseconds(access_time(l1, Bits(17))), 2, 1e-9);
  EXPECT_EQ(access_time(l1, Bits(0)), Seconds());
  l1.burst = Bits(40);
  EXPECT_NEAR(nanoseconds(access_time(l1, Bits(100))), 3 + 3 + 2, 1e-9);
}

// Packets of 4 flits of 32 bits through words of 48 bits: 3 words for 2.67.
TEST(Grain, SharedDmaMovesWholeWordsOfAPacket) {
  L1 l1 = load_machine("teaching").chip.kinds.front().l1;
  l1.word = Bits(48);
  EXPECT_NEAR(packet_rounding(noc_of(4, 1), l1), 3 * 48.0 / 128, 1e-12);
  l1.word = Bits(32);
  EXPECT_NEAR(packet_rounding(noc_of(4, 1), l1), 1, 1e-12);
}

TEST(Grain, SimdUnitsWorkInRounds) {
  SimdUnit unit = load_machine("teaching").chip.kinds.front().simd;  // 2 lanes, 1 cycle
  const std::vector<SimdWork> work = {{SimdKind::add, 9}};
  EXPECT_NEAR(nanoseconds(simd_time(unit, work, 1)), 5, 1e-9);
  EXPECT_NEAR(nanoseconds(simd_time(unit, work, 1.0 / 3)), 2, 1e-9);
  unit.cycles_per_op = 3;
  EXPECT_NEAR(nanoseconds(simd_time(unit, work, 1)), 15, 1e-9);
}

}  // namespace
}  // namespace crossroof::analytic
