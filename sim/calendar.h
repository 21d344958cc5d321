// SPDX-License-Identifier: Apache-2.0
// Future work by the cycle it falls in: a ring of buckets, one per cycle, as long as the longest
// delay, and one bit per bucket so that the next busy cycle is found in a few instructions. A
// bucket is whatever the model keeps for a cycle (a struct of vectors, say, with clear()) and is
// reused with its storage, so nothing is allocated in the long run. For models in which every delay
// is bounded: everything pending lies within one turn of the ring.
#ifndef CROSSROOF_SIM_CALENDAR_H_
#define CROSSROOF_SIM_CALENDAR_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/noc_model.h"

namespace crossroof::sim {

template <class Bucket>
class Calendar {
 public:
  // For work at most `longest_delay` cycles after the current one.
  explicit Calendar(Cycle longest_delay) {
    std::size_t size = 64;
    while (size <= longest_delay) size *= 2;
    mask_ = size - 1;
    busy_.resize(size / 64);
    bucket_of_.resize(size);
    buckets_.resize(size + 1);  // and the one that is handled
    for (std::uint32_t b = 1; b <= size; ++b) free_.push_back(b);
  }

  Cycle now() const { return now_; }
  // No work may be left before `now`, which never decreases.
  void set_now(Cycle now) {
    assert(now >= now_);
    now_ = now;
  }

  // The bucket of a cycle from now on, to put work in.
  Bucket& at(Cycle when) {
    assert(when >= now_ && when - now_ <= mask_);
    const std::size_t slot = static_cast<std::size_t>(when) & mask_;
    std::uint64_t& busy = busy_[slot / 64];
    const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
    if ((busy & bit) == 0) {
      busy |= bit;
      bucket_of_[slot] = free_.back();
      free_.pop_back();
    }
    return buckets_[bucket_of_[slot]];
  }

  // The earliest cycle with work, the current one included; kNoCycle when there is none.
  Cycle next() const {
    const std::size_t start = static_cast<std::size_t>(now_) & mask_;
    const std::size_t words = busy_.size();
    for (std::size_t i = 0; i <= words; ++i) {
      const std::size_t w = (start / 64 + i) & (words - 1);
      std::uint64_t bits = busy_[w];
      if (i == 0) bits &= ~std::uint64_t{0} << (start % 64);
      if (bits == 0) continue;
      const std::size_t slot = w * 64 + static_cast<std::size_t>(__builtin_ctzll(bits));
      return now_ + ((slot - start) & mask_);
    }
    return kNoCycle;
  }

  // The current cycle's work, until the next take(), which clears it; null when there is none. What
  // is put in for this cycle from now on is new work.
  Bucket* take() {
    const std::size_t slot = static_cast<std::size_t>(now_) & mask_;
    const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
    if ((busy_[slot / 64] & bit) == 0) return nullptr;
    busy_[slot / 64] &= ~bit;
    buckets_[taken_].clear();
    free_.push_back(taken_);
    taken_ = bucket_of_[slot];
    return &buckets_[taken_];
  }

 private:
  std::vector<Bucket> buckets_;
  std::vector<std::uint32_t> free_;       // used last is used first: warm in the cache
  std::vector<std::uint32_t> bucket_of_;  // by slot of the ring, if busy
  std::vector<std::uint64_t> busy_;
  std::uint32_t taken_ = 0;
  std::size_t mask_ = 0;
  Cycle now_ = 0;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_CALENDAR_H_
