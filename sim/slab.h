// SPDX-License-Identifier: Apache-2.0
// Records that come and go by the million: stable numbers, freed ones are used again.
#ifndef CROSSROOF_SIM_SLAB_H_
#define CROSSROOF_SIM_SLAB_H_

#include <cstdint>
#include <vector>

namespace crossroof::sim {

template <class T>
class Slab {
 public:
  std::uint32_t add(const T& item) {
    if (free_.empty()) {
      items_.push_back(item);
      return static_cast<std::uint32_t>(items_.size() - 1);
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    items_[id] = item;
    return id;
  }
  void remove(std::uint32_t id) { free_.push_back(id); }
  T& operator[](std::uint32_t id) { return items_[id]; }
  const T& operator[](std::uint32_t id) const { return items_[id]; }

 private:
  std::vector<T> items_;
  std::vector<std::uint32_t> free_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_SLAB_H_
