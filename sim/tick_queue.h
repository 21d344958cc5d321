// SPDX-License-Identifier: Apache-2.0
// A queue by time for work of which most lies a few clock periods ahead: a ring of buckets, one per
// grain of time, a small heap for the grain that is reached, and a heap for what is beyond the
// ring. The order is that of a Heap with the same Before; push and pop cost a few instructions
// instead of the logarithm of all that is pending.
#ifndef CROSSROOF_SIM_TICK_QUEUE_H_
#define CROSSROOF_SIM_TICK_QUEUE_H_

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "sim/calendar.h"
#include "sim/event_heap.h"
#include "sim/tick.h"

namespace crossroof::sim {

// Item has a Tick `time`; Before is a strict order that looks at it first.
template <class Item, class Before>
class TickQueue {
 public:
  // `grain`: about the time between two items, a clock period say; at least 1.
  explicit TickQueue(Tick grain) : ring_(kSlots - 1) {
    while (grain >>= 1) ++shift_;
  }

  bool empty() const { return size_ == 0; }
  // kNever when empty.
  Tick next_time() const { return size_ == 0 ? kNever : near_.top().time; }
  const Item& top() const { return near_.top(); }

  void push(const Item& item) {
    const Cycle slot = slot_of(item);
    if (size_++ == 0) ring_.set_now(std::max(ring_.now(), slot));
    if (slot <= ring_.now()) {
      near_.push(item);
    } else if (slot - ring_.now() < kSlots) {
      ring_.at(slot).items.push_back(item);
    } else {
      far_.push(item);
    }
  }

  void pop() {
    near_.pop();
    if (--size_ > 0 && near_.empty()) refill();
  }

 private:
  static constexpr Cycle kSlots = 1024;
  struct Bucket {
    std::vector<Item> items;
    void clear() { items.clear(); }
  };

  Cycle slot_of(const Item& item) const { return item.time >> shift_; }

  void refill() {
    ring_.set_now(std::min(ring_.next(), far_.empty() ? kNoCycle : slot_of(far_.top())));
    if (const Bucket* bucket = ring_.take()) {
      for (const Item& i : bucket->items) near_.push(i);
    }
    for (; !far_.empty() && slot_of(far_.top()) == ring_.now(); far_.pop()) near_.push(far_.top());
  }

  unsigned shift_ = 0;
  std::size_t size_ = 0;
  Heap<Item, Before> near_;  // what is not after the slot reached: the least of all, if any
  Calendar<Bucket> ring_;    // later slots
  Heap<Item, Before> far_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_TICK_QUEUE_H_
