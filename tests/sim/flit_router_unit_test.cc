// SPDX-License-Identifier: Apache-2.0
// One router and its allocator, without a network around them.
#include "sim/flit_router.h"

#include <gtest/gtest.h>

namespace crossroof::sim {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs matched(RoundRobinMatch& match, const Pairs& requests) {
  for (const auto& [input, output] : requests) match.request(input, output);
  Pairs pairs;
  for (const RoundRobinMatch::Pair& pair : match.match())
    pairs.push_back({pair.input, pair.output});
  return pairs;
}

TEST(RoundRobinMatch, RequestersOfAnOutputTakeTurns) {
  RoundRobinMatch match(3, 1);
  const Pairs all = {{2, 0}, {0, 0}, {1, 0}};
  EXPECT_EQ(matched(match, all), (Pairs{{0, 0}}));
  EXPECT_EQ(matched(match, all), (Pairs{{1, 0}}));
  EXPECT_EQ(matched(match, all), (Pairs{{2, 0}}));
  EXPECT_EQ(matched(match, all), (Pairs{{0, 0}}));
}

// All pointers at 0: both outputs grant input 0, which accepts one; the other output is lost for a
// cycle although input 1 asked for it. The moved pointers then serve both.
TEST(RoundRobinMatch, AGrantThatIsNotAcceptedIsLost) {
  RoundRobinMatch match(2, 2);
  const Pairs all = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(matched(match, all), (Pairs{{0, 0}}));
  EXPECT_EQ(matched(match, all).size(), 2U);
  EXPECT_EQ(matched(match, all).size(), 2U);
}

TEST(RoundRobinMatch, ForgetsItsRequests) {
  RoundRobinMatch match(2, 2);
  EXPECT_EQ(matched(match, {{1, 1}}), (Pairs{{1, 1}}));
  EXPECT_EQ(matched(match, {}), Pairs{});
}

class OneRouter : public testing::Test {
 protected:
  // One input, one output, one channel of three flits.
  OneRouter() : router_({1, 1, 1, 3}, {}) { router_.count(0, use_); }
  void receive(bool head, bool tail, Cycle now) {
    router_.receive(0, 0, {&packet_, head, tail}, now);
  }

  FlitHop hop_ = {0, 0, 1};
  FlitPacket packet_ = {{}, &hop_, 0};
  LinkUse use_;
  FlitRouter router_;
};

TEST_F(OneRouter, SendsNoMoreThanTheNextBufferHoldsUntilACreditComes) {
  std::size_t sent = 0;
  for (Cycle now = 0; now < 10; ++now) {
    if (router_.buffered(0, 0) < 3) receive(now == 0, false, now);
    sent += router_.step(now).size();
  }
  EXPECT_EQ(sent, 3U);
  EXPECT_EQ(router_.buffered(0, 0), 3U);
  EXPECT_GT(use_.blocked, 0U);
  router_.credit(0, 0);
  EXPECT_EQ(router_.step(10).size(), 1U);
  EXPECT_EQ(router_.step(11).size(), 0U);
}

TEST_F(OneRouter, AHeadAsksForAChannelAndThenForTheSwitch) {
  receive(true, true, 5);
  EXPECT_TRUE(router_.step(5).empty());
  const std::vector<Departure>& out = router_.step(6);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_TRUE(out[0].flit.tail);
  EXPECT_TRUE(router_.idle());
}

// VA of the second packet is one cycle after the tail's SA, however long it has waited.
TEST_F(OneRouter, TheNextPacketAsksAfterTheTailIsGone) {
  receive(true, true, 0);
  receive(true, true, 0);
  std::vector<Cycle> at;
  for (Cycle now = 0; now < 6; ++now) {
    if (!router_.step(now).empty()) at.push_back(now);
  }
  EXPECT_EQ(at, (std::vector<Cycle>{1, 3}));
}

}  // namespace
}  // namespace crossroof::sim
