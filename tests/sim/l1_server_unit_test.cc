// SPDX-License-Identifier: Apache-2.0
// The L1 by hand: words of 16 bits, 1 GHz. Who is served when, and for how long.
#include "sim/l1_server.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/l1_test_driver.h"

namespace crossroof::sim {
namespace {

constexpr L1Ports kOnePort{1, 0, 0};

L1Request access(std::uint64_t ticket, std::int64_t words, bool write = false) {
  L1Request r;
  r.ticket = ticket;
  r.write = write;
  r.task = static_cast<std::uint32_t>(ticket);
  r.access.bits = 16 * words;
  return r;
}

std::vector<std::uint64_t> tickets(const std::vector<L1Record>& records) {
  std::vector<std::uint64_t> t;
  t.reserve(records.size());
  for (const L1Record& r : records) t.push_back(r.ticket);
  return t;
}

TEST(L1Server, APortMovesOneWordPerCycle) {
  L1Server server(test_l1(4, kOnePort));
  EXPECT_EQ(drive(server, {{5, access(1, 72)}}), (std::vector<L1Record>{{1, 5, 5 + 72 * kCycle}}));
  EXPECT_EQ(server.use().read_words, 72);
  EXPECT_EQ(server.use().busy, std::vector<Tick>{72 * kCycle});
  EXPECT_TRUE(server.idle());
}

// 33 bits are 3 words of 16.
TEST(L1Server, APartOfAWordTakesACycle) {
  L1Server server(test_l1(4, kOnePort));
  L1Request r = access(1, 0);
  r.access.bits = 33;
  EXPECT_EQ(drive(server, {{0, r}}).at(0).end, 3 * kCycle);
}

TEST(L1Server, WhoAskedFirstIsServedFirst) {
  L1Server server(test_l1(4, kOnePort));
  L1Request late = access(3, 10);
  late.chunk = -1;  // older, but later
  EXPECT_EQ(tickets(drive(server, {{0, access(1, 10)}, {2, late}, {1, access(2, 10)}})),
            (std::vector<std::uint64_t>{1, 2, 3}));
}

// All ask at once: chunk 0 before 1, of a chunk stage 5 before 2, then task 3 before 4.
TEST(L1Server, TiesGoToTheOlderChunkThenTheLaterStageThenTheLowerTask) {
  const auto request = [](std::uint64_t ticket, std::int64_t chunk, int stage, std::uint32_t task) {
    L1Request r = access(ticket, 1);
    r.chunk = chunk;
    r.stage = stage;
    r.task = task;
    return TimedRequest{0, r};
  };
  std::vector<TimedRequest> requests = {request(5, 1, 7, 0), request(3, 0, 2, 3),
                                        request(1, 0, 5, 9), request(4, 0, 2, 4),
                                        request(2, 0, 3, 9)};
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {  // whatever the order of calls
    std::shuffle(requests.begin(), requests.end(), random);
    L1Server server(test_l1(4, kOnePort));
    EXPECT_EQ(tickets(drive(server, requests)), (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
  }
}

// 10 words in bursts of 4: 4, 4, 2. The second access queues at 1 and comes after the first burst;
// the first access queues anew at 4, behind it.
TEST(L1Server, OthersComeBetweenTheBurstsOfAnAccess) {
  L1 l1 = test_l1(4, kOnePort);
  l1.burst = Bits(64);
  L1Server server(l1);
  EXPECT_EQ(drive(server, {{0, access(1, 10)}, {kCycle, access(2, 3)}}),
            (std::vector<L1Record>{{1, 0, 4 * kCycle},
                                   {2, 4 * kCycle, 7 * kCycle},
                                   {1, 7 * kCycle, 11 * kCycle},
                                   {1, 11 * kCycle, 13 * kCycle}}));
  EXPECT_EQ(server.use().bursts, 4);
  EXPECT_EQ(server.use().accesses, 2);
  EXPECT_EQ(server.use().waited, (3 + 3) * kCycle);
  EXPECT_EQ(server.use().longest_queue, 1U);
}

// Bursts of 24 bits begin with a new word: 100 bits are 4 bursts of 2 words and 4 bits in one more.
TEST(L1Words, OfAnAccessFollowFromItsBursts) {
  L1 l1 = test_l1(4, kOnePort);
  EXPECT_EQ(l1_words(l1, Bits(100)), 7);
  l1.burst = Bits(24);
  EXPECT_EQ(l1_words(l1, Bits(100)), 9);
  EXPECT_EQ(l1_words(l1, Bits(96)), 8);
}

TEST(L1Words, AreAsManyAsTheServerCounts) {
  std::mt19937 random(3);
  std::uniform_int_distribution<std::int64_t> word(1, 40), burst(1, 200), bits(1, 5000);
  for (int round = 0; round < 300; ++round) {
    L1 l1 = test_l1(4, kOnePort, word(random));
    if (round % 3 > 0) l1.burst = Bits(burst(random));
    L1Server server(l1);
    L1Request r = access(1, 0, round % 2 == 0);
    r.access.bits = bits(random);
    drive(server, {{0, r}});
    EXPECT_EQ(server.use().read_words + server.use().write_words,
              l1_words(l1, Bits(r.access.bits)));
  }
}

TEST(L1Server, DedicatedPortsReadAndWriteAtOnce) {
  L1Server server(test_l1(1, {0, 1, 1}));
  EXPECT_EQ(drive(server, {{0, access(1, 10)}, {0, access(2, 10, true)}, {0, access(3, 5)}}),
            (std::vector<L1Record>{
                {1, 0, 10 * kCycle}, {2, 0, 10 * kCycle}, {3, 10 * kCycle, 15 * kCycle}}));
  EXPECT_EQ(server.use().busy, (std::vector<Tick>{15 * kCycle, 10 * kCycle}));
  EXPECT_EQ(server.use().write_words, 10);
}

TEST(L1Server, MorePortsThanBanksAreOfNoUse) {
  L1Server server(test_l1(2, {4, 0, 0}));
  EXPECT_EQ(server.use().busy.size(), 2U);
  const auto records = drive(server, {{0, access(1, 4)}, {0, access(2, 8)}, {0, access(3, 4)}});
  EXPECT_EQ(records.at(2).start, 4 * kCycle);
}

// Both at bank 0 first: the younger burst loses a cycle, then follows one bank behind.
TEST(L1Server, AYoungerBurstLosesCyclesAtTheBanksOfAnOlderOne) {
  L1Server server(test_l1(2, {2, 0, 0}));
  EXPECT_EQ(drive(server, {{0, access(1, 10)}, {0, access(2, 10)}}),
            (std::vector<L1Record>{{1, 0, 10 * kCycle}, {2, 0, 11 * kCycle}}));
  EXPECT_EQ(server.use().lost_cycles, 1);
}

// Stride 2 in 2 banks from words 0 and 1: each port has a bank of its own.
TEST(L1Server, PortsAtDifferentBanksDoNotMeet) {
  L1Server server(test_l1(2, {2, 0, 0}));
  L1Request even = access(1, 10), odd = access(2, 10);
  even.access.pattern = {PatternKind::stride, 0, 2, 0};
  odd.access.pattern = {PatternKind::stride, 1, 2, 0};
  drive(server, {{0, even}, {0, odd}});
  EXPECT_EQ(server.use().lost_cycles, 0);
}

// A burst that begins between two edges of the clock takes whole cycles all the same.
TEST(L1Server, BurstsNeedNotBeginAtAnEdgeOfTheClock) {
  L1Server server(test_l1(2, {2, 0, 0}));
  const auto records = drive(server, {{kCycle / 3, access(1, 10)}, {kCycle / 2, access(2, 10)}});
  EXPECT_EQ(records.at(1).end, kCycle / 2 + 11 * kCycle);
}

}  // namespace
}  // namespace crossroof::sim
