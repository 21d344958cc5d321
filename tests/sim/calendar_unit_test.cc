// SPDX-License-Identifier: Apache-2.0
#include "sim/calendar.h"

#include <vector>

#include <gtest/gtest.h>

namespace crossroof::sim {
namespace {

using Numbers = std::vector<int>;

TEST(Calendar, GivesCyclesInOrderAndTheirWorkAsPutIn) {
  Calendar<Numbers> calendar(100);
  calendar.at(70).push_back(1);
  calendar.at(3).push_back(2);
  calendar.at(3).push_back(3);
  ASSERT_EQ(calendar.next(), 3U);
  calendar.set_now(3);
  const Numbers* work = calendar.take();
  ASSERT_NE(work, nullptr);
  EXPECT_EQ(*work, (Numbers{2, 3}));
  EXPECT_EQ(calendar.take(), nullptr) << "taken once";
  EXPECT_EQ(calendar.next(), 70U);
}

TEST(Calendar, IsEmptyWithoutWork) {
  Calendar<Numbers> calendar(10);
  EXPECT_EQ(calendar.next(), kNoCycle);
}

// A ring of 64 buckets: every delay up to 63, from every place in it.
TEST(Calendar, FindsTheNextCycleAcrossTheEndOfTheRing) {
  for (Cycle start = 1000; start < 1064; ++start) {
    Calendar<Numbers> calendar(63);
    calendar.set_now(start);
    for (Cycle delay = 63; delay < 64; --delay) {
      calendar.at(start + delay).push_back(0);
      EXPECT_EQ(calendar.next(), start + delay);
    }
  }
}

TEST(Calendar, TakesWorkForTheCurrentCycleWhileItIsHandled) {
  Calendar<Numbers> calendar(10);
  calendar.at(0).push_back(1);
  const Numbers* work = calendar.take();
  ASSERT_NE(work, nullptr);
  calendar.at(0).push_back(2);
  EXPECT_EQ(*work, Numbers{1}) << "while it is handled";
  EXPECT_EQ(calendar.next(), 0U);
  work = calendar.take();
  ASSERT_NE(work, nullptr);
  EXPECT_EQ(*work, Numbers{2});
}

// Every bucket of the ring in use and one handled, twice around.
TEST(Calendar, HoldsWorkForEveryCycleOfTheRing) {
  Calendar<Numbers> calendar(63);
  for (Cycle c = 0; c < 64; ++c) calendar.at(c).push_back(static_cast<int>(c));
  for (Cycle c = 0; c < 128; ++c) {
    ASSERT_EQ(calendar.next(), c);
    calendar.set_now(c);
    const Numbers* work = calendar.take();
    ASSERT_NE(work, nullptr);
    calendar.at(c + 63).push_back(static_cast<int>(c + 63));
    if (c == 0) calendar.at(0).push_back(-1);
    EXPECT_EQ(work->back(), static_cast<int>(c));
    if (c == 0) {
      EXPECT_EQ(*calendar.take(), Numbers{-1});
    }
  }
}

}  // namespace
}  // namespace crossroof::sim
