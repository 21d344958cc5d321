// SPDX-License-Identifier: Apache-2.0
// A port of a given rate. At 4 B/ns a byte takes 250,000 ticks.
#include "sim/rate_server.h"

#include <gtest/gtest.h>

namespace crossroof::sim {
namespace {

constexpr Tick kByte = 250000;

Bits bytes(std::int64_t n) { return Bits(8 * n); }

TEST(RateServer, APacketTakesItsBytesDividedByTheRate) {
  RateServer port(BytesPerSecond(4e9), Seconds(0));
  const Reservation r = port.reserve(bytes(16), 100);
  EXPECT_EQ(r.start, 100U);
  EXPECT_EQ(r.end, 100 + 16 * kByte);
  EXPECT_EQ(r.landed, r.end);
}

TEST(RateServer, APacketWaitsForThoseBeforeIt) {
  RateServer port(BytesPerSecond(4e9), Seconds(0));
  port.reserve(bytes(16), 0);
  const Reservation r = port.reserve(bytes(4), 0);
  EXPECT_EQ(r.start, 16 * kByte);
  EXPECT_EQ(r.end, 20 * kByte);
  EXPECT_EQ(port.use().waited, 16 * kByte);
}

TEST(RateServer, LatencyDelaysAPacketButDoesNotOccupyThePort) {
  RateServer port(BytesPerSecond(4e9), Seconds(1e-9));
  EXPECT_EQ(port.reserve(bytes(4), 0).landed, 4 * kByte + 1000000);
  EXPECT_EQ(port.reserve(bytes(4), 0).start, 4 * kByte);
}

TEST(RateServer, IdleTimeIsNotBusy) {
  RateServer port(BytesPerSecond(4e9), Seconds(0));
  port.reserve(bytes(4), 0);
  EXPECT_EQ(port.reserve(bytes(4), 100 * kByte).start, 100 * kByte);
  EXPECT_EQ(port.use().busy, 8 * kByte);
  EXPECT_EQ(port.use().packets, 2U);
  EXPECT_EQ(port.use().bits, 64);
}

// 3 B/ns: a byte takes 333,333.3 ticks. Rounded up each, 3000 bytes would end at 1,000,002,000.
TEST(RateServer, RoundingDoesNotAddUpOverPackets) {
  RateServer port(BytesPerSecond(3e9), Seconds(0));
  Tick end = 0;
  for (int i = 0; i < 3000; ++i) end = port.reserve(bytes(1), 0).end;
  EXPECT_EQ(end, 1000000000U);
  EXPECT_EQ(port.service(bytes(1)), 333334U);
}

// A packet that comes at the very end of a busy period continues it.
TEST(RateServer, PacketsThatComeJustInTimeDoNotDriftEither) {
  RateServer port(BytesPerSecond(3e9), Seconds(0));
  Tick now = 0;
  for (int i = 0; i < 3000; ++i) now = port.reserve(bytes(1), now).end;
  EXPECT_EQ(now, 1000000000U);
}

}  // namespace
}  // namespace crossroof::sim
