// SPDX-License-Identifier: Apache-2.0
// TickQueue against a std::multiset: the same items leave in the same order, whatever lies near, in
// the ring or beyond it.
#include "sim/tick_queue.h"

#include <cstdint>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace crossroof::sim {
namespace {

struct Item {
  Tick time = 0;
  std::uint32_t number = 0;
};
struct Before {
  bool operator()(const Item& a, const Item& b) const {
    return a.time != b.time ? a.time < b.time : a.number < b.number;
  }
};

// Delays of all magnitudes from now on, as many pushes as pops in the long run, often empty.
void compare(Tick grain, Tick longest, unsigned seed) {
  std::mt19937 random(seed);
  TickQueue<Item, Before> queue(grain);
  std::multiset<Item, Before> oracle;
  Tick now = 0;
  for (std::uint32_t n = 0; n < 20'000; ++n) {
    if (random() % 2 == 0 || oracle.empty()) {
      const Tick range = 1 + (longest >> (random() % 40));
      const Item item{now + random() % range, n};
      queue.push(item);
      oracle.insert(item);
    } else {
      ASSERT_EQ(queue.top().number, oracle.begin()->number);
      now = oracle.begin()->time;
      queue.pop();
      oracle.erase(oracle.begin());
    }
    ASSERT_EQ(queue.empty(), oracle.empty());
    ASSERT_EQ(queue.next_time(), oracle.empty() ? kNever : oracle.begin()->time);
  }
}

TEST(TickQueue, GivesTheOrderOfASet) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    compare(1, 1000, seed);                            // within the ring
    compare(1, 100'000, seed);                         // mostly beyond
    compare(1'000'000, std::uint64_t{1} << 40, seed);  // femtoseconds of a 1 GHz clock
    compare(3, Tick{1} << 30, seed);                   // a grain that is no power of two
  }
}

// An empty queue whose ring is far behind, then one ahead of the next.
TEST(TickQueue, StartsAnewWhereverTheFirstItemIs) {
  TickQueue<Item, Before> queue(10);
  queue.push({5, 0});
  queue.pop();
  queue.push({1'000'000, 1});
  queue.push({900'000, 2});
  queue.push({1'000'011, 3});
  EXPECT_EQ(queue.top().number, 2u);
  queue.pop();
  EXPECT_EQ(queue.top().number, 1u);
  queue.pop();
  EXPECT_EQ(queue.top().number, 3u);
  queue.pop();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.next_time(), kNever);
}

}  // namespace
}  // namespace crossroof::sim
