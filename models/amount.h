// SPDX-License-Identifier: Apache-2.0
// Exact amounts of work: 64-bit integers whose sums and products are checked.
// An amount that would leave [0, 2^63) throws Error; nothing ever wraps around silently.
#ifndef CROSSROOF_MODELS_AMOUNT_H_
#define CROSSROOF_MODELS_AMOUNT_H_

#include <cstdint>

#include "models/error.h"
#include "models/units.h"

namespace crossroof {

inline std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw Error("amount of work exceeds 2^63");
  return sum;
}

inline std::int64_t checked_mul(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw Error("amount of work exceeds 2^63");
  return product;
}

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// A count of bits.
class Bits {
 public:
  constexpr Bits() = default;
  constexpr explicit Bits(std::int64_t count) : count_(count) {}
  constexpr std::int64_t count() const { return count_; }
  Bytes bytes() const { return Bytes(static_cast<double>(count_) / 8.0); }

  Bits& operator+=(Bits o) { return count_ = checked_add(count_, o.count_), *this; }
  friend Bits operator+(Bits a, Bits b) { return a += b; }
  friend Bits operator*(Bits a, std::int64_t k) { return Bits(checked_mul(a.count_, k)); }
  friend Bits operator*(std::int64_t k, Bits a) { return a * k; }
  friend constexpr bool operator==(Bits a, Bits b) { return a.count_ == b.count_; }
  friend constexpr bool operator!=(Bits a, Bits b) { return a.count_ != b.count_; }
  friend constexpr bool operator<(Bits a, Bits b) { return a.count_ < b.count_; }
  friend constexpr bool operator<=(Bits a, Bits b) { return a.count_ <= b.count_; }
  friend constexpr bool operator>(Bits a, Bits b) { return a.count_ > b.count_; }

 private:
  std::int64_t count_ = 0;
};

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_AMOUNT_H_
