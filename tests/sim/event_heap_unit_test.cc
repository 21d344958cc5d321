// SPDX-License-Identifier: Apache-2.0
// The heap of events: time first, then the order of pushing.
#include "sim/event_heap.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace crossroof::sim {
namespace {

TEST(EventHeap, AnEmptyHeapNeverHasAnEvent) {
  const EventHeap<int> heap;
  EXPECT_TRUE(heap.empty());
  EXPECT_EQ(heap.next_time(), kNever);
}

TEST(EventHeap, TheEarliestEventLeavesFirst) {
  EventHeap<int> heap;
  heap.push(30, 3);
  heap.push(10, 1);
  heap.push(20, 2);
  for (const int expected : {1, 2, 3}) {
    EXPECT_EQ(heap.next_time(), static_cast<Tick>(expected) * 10);
    EXPECT_EQ(heap.top().payload, expected);
    heap.pop();
  }
  EXPECT_TRUE(heap.empty());
}

TEST(EventHeap, EventsOfOneTickLeaveInTheOrderTheyWerePushed) {
  EventHeap<int> heap;
  for (int i = 0; i < 100; ++i) heap.push(7, i);
  for (int i = 0; i < 100; ++i, heap.pop()) EXPECT_EQ(heap.top().payload, i);
}

TEST(EventHeap, AnEventPushedWhileOthersLeaveKeepsItsPlaceByTime) {
  EventHeap<int> heap;
  heap.push(10, 1);
  heap.push(30, 3);
  heap.pop();
  heap.push(20, 2);
  heap.push(30, 4);
  for (const int expected : {2, 3, 4}) {
    EXPECT_EQ(heap.top().payload, expected);
    heap.pop();
  }
}

// Oracle: a stable sort by time.
TEST(EventHeap, TenThousandRandomEventsLeaveAsAStableSortOrdersThem) {
  std::mt19937 random(1);
  std::vector<std::pair<Tick, int>> events;
  EventHeap<int> heap;
  for (int i = 0; i < 10000; ++i) {
    events.emplace_back(random() % 500, i);
    heap.push(events.back().first, i);
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [time, payload] : events) {
    ASSERT_EQ(heap.next_time(), time);
    ASSERT_EQ(heap.top().payload, payload);
    heap.pop();
  }
  EXPECT_TRUE(heap.empty());
  EXPECT_EQ(heap.pushed(), 10000U);
}

}  // namespace
}  // namespace crossroof::sim
