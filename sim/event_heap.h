// SPDX-License-Identifier: Apache-2.0
// Heaps of plain data for the hot path. Heap<T, Before> gives the least element under a strict
// order; four children a node, so that a pop touches few cache lines. EventHeap<Payload> orders by
// (time, sequence): events of one tick leave in the order they were pushed, always.
// Source of the shape: LaMarca and Ladner, The Influence of Caches on the Performance of Heaps
// (ACM JEA 1, 1996). No decrease-key and no removal from the middle.
#ifndef CROSSROOF_SIM_EVENT_HEAP_H_
#define CROSSROOF_SIM_EVENT_HEAP_H_

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/tick.h"

namespace crossroof::sim {

template <class T, class Before>
class Heap {
 public:
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  void reserve(std::size_t n) { items_.reserve(n); }
  void clear() { items_.clear(); }

  const T& top() const {
    assert(!items_.empty());
    return items_.front();
  }

  void push(const T& item) {
    items_.push_back(item);
    std::size_t hole = items_.size() - 1;
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / kChildren;
      if (!before_(item, items_[parent])) break;
      items_[hole] = items_[parent];
      hole = parent;
    }
    items_[hole] = item;
  }

  void pop() {
    assert(!items_.empty());
    const T last = items_.back();
    items_.pop_back();
    if (items_.empty()) return;
    std::size_t hole = 0;
    while (true) {
      const std::size_t child = least_child(hole);
      if (child >= items_.size() || !before_(items_[child], last)) break;
      items_[hole] = items_[child];
      hole = child;
    }
    items_[hole] = last;
  }

 private:
  static constexpr std::size_t kChildren = 4;

  // Beyond the end when there is none.
  std::size_t least_child(std::size_t node) const {
    const std::size_t first = node * kChildren + 1;
    if (first + kChildren <= items_.size()) {  // without branches that cannot be foretold
      const std::size_t a = first + lesser(first, first + 1);
      const std::size_t b = first + 2 + lesser(first + 2, first + 3);
      const std::size_t which[] = {a, b};
      return which[lesser(a, b)];
    }
    const std::size_t end = std::min(first + kChildren, items_.size());
    std::size_t least = first;
    for (std::size_t c = first + 1; c < end; ++c) {
      if (before_(items_[c], items_[least])) least = c;
    }
    return least;
  }

  // 0: item a is not after item b; else 1.
  std::size_t lesser(std::size_t a, std::size_t b) const {
    return before_(items_[b], items_[a]) ? 1 : 0;
  }

  std::vector<T> items_;
  Before before_;
};

template <class Payload>
struct Event {
  Tick time = 0;
  std::uint64_t sequence = 0;
  Payload payload{};
};

template <class Payload>
class EventHeap {
 public:
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  void reserve(std::size_t n) { heap_.reserve(n); }
  // kNever when empty.
  Tick next_time() const { return heap_.empty() ? kNever : heap_.top().time; }
  const Event<Payload>& top() const { return heap_.top(); }
  void push(Tick time, const Payload& payload) { heap_.push({time, pushed_++, payload}); }
  void pop() { heap_.pop(); }
  std::uint64_t pushed() const { return pushed_; }  // events so far

 private:
  struct Before {
    bool operator()(const Event<Payload>& a, const Event<Payload>& b) const {
      return a.time != b.time ? a.time < b.time : a.sequence < b.sequence;
    }
  };
  Heap<Event<Payload>, Before> heap_;
  std::uint64_t pushed_ = 0;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_EVENT_HEAP_H_
