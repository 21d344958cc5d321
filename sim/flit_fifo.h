// SPDX-License-Identifier: Apache-2.0
// A queue in a ring that grows as needed and never shrinks: the buffer of a virtual channel, whose
// limit its credits keep, not this class.
#ifndef CROSSROOF_SIM_FLIT_FIFO_H_
#define CROSSROOF_SIM_FLIT_FIFO_H_

#include <cassert>
#include <cstddef>
#include <vector>

namespace crossroof::sim {

template <class T>
class FlitFifo {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const T& front() const {
    assert(size_ > 0);
    return ring_[first_];
  }
  void push(const T& item) {
    if (size_ == ring_.size()) grow();
    ring_[(first_ + size_++) & (ring_.size() - 1)] = item;
  }
  void pop() {
    assert(size_ > 0);
    first_ = (first_ + 1) & (ring_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(ring_.empty() ? 4 : 2 * ring_.size());  // a power of two
    for (std::size_t i = 0; i < size_; ++i) larger[i] = ring_[(first_ + i) & (ring_.size() - 1)];
    ring_.swap(larger);
    first_ = 0;
  }

  std::vector<T> ring_;
  std::size_t first_ = 0, size_ = 0;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_FLIT_FIFO_H_
