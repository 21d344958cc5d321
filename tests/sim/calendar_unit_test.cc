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
  Numbers work;
  ASSERT_EQ(calendar.next(), 3U);
  calendar.set_now(3);
  ASSERT_TRUE(calendar.take(work));
  EXPECT_EQ(work, (Numbers{2, 3}));
  work.clear();
  EXPECT_FALSE(calendar.take(work)) << "taken once";
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
  Numbers work;
  calendar.at(0).push_back(1);
  ASSERT_TRUE(calendar.take(work));
  calendar.at(0).push_back(2);
  EXPECT_EQ(calendar.next(), 0U);
  work.clear();
  ASSERT_TRUE(calendar.take(work));
  EXPECT_EQ(work, Numbers{2});
}

}  // namespace
}  // namespace crossroof::sim
