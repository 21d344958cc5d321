// SPDX-License-Identifier: Apache-2.0
// Physical quantities as distinct types over double, so that bytes never meet cycles by accident.
// A rate is Per<N, D>; products and quotients follow the dimensions:
//   N / D = Per<N, D>,  Per<N, D> * D = N,  N / Per<N, D> = D,  Per<A, B> * Per<B, C> = Per<A, C>.
// Amounts of work that must be exact (bits, MACs, operations) are integers: see models/amount.h.
#ifndef CROSSROOF_MODELS_UNITS_H_
#define CROSSROOF_MODELS_UNITS_H_

namespace crossroof {

template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double value) : value_(value) {}
  constexpr double value() const { return value_; }

  constexpr Quantity& operator+=(Quantity o) { return value_ += o.value_, *this; }
  constexpr Quantity& operator-=(Quantity o) { return value_ -= o.value_, *this; }
  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity(a.value_ + b.value_);
  }
  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity(a.value_ - b.value_);
  }
  friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.value_ / k); }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }
  friend constexpr bool operator==(Quantity a, Quantity b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Quantity a, Quantity b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(Quantity a, Quantity b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(Quantity a, Quantity b) { return a.value_ > b.value_; }
  friend constexpr bool operator<=(Quantity a, Quantity b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>=(Quantity a, Quantity b) { return a.value_ >= b.value_; }

 private:
  double value_ = 0;
};

template <class N, class D>
struct PerTag {};
template <class N, class D>
using Per = Quantity<PerTag<N, D>>;

struct BytesTag {};
struct CyclesTag {};
struct SecondsTag {};
struct SamplesTag {};
struct OpsTag {};
using Bytes = Quantity<BytesTag>;
using Cycles = Quantity<CyclesTag>;
using Seconds = Quantity<SecondsTag>;
using Samples = Quantity<SamplesTag>;  // analogue-to-digital conversions
using Ops = Quantity<OpsTag>;          // operations; 1 MAC = 2 operations
using Hertz = Per<CyclesTag, SecondsTag>;
using BytesPerSecond = Per<BytesTag, SecondsTag>;
using BytesPerCycle = Per<BytesTag, CyclesTag>;
using SamplesPerSecond = Per<SamplesTag, SecondsTag>;
using OpsPerSecond = Per<OpsTag, SecondsTag>;

template <class N, class D>
constexpr Per<N, D> operator/(Quantity<N> n, Quantity<D> d) {
  return Per<N, D>(n.value() / d.value());
}
template <class N, class D>
constexpr Quantity<D> operator/(Quantity<N> n, Per<N, D> rate) {
  return Quantity<D>(n.value() / rate.value());
}
template <class N, class D>
constexpr Quantity<N> operator*(Per<N, D> rate, Quantity<D> d) {
  return Quantity<N>(rate.value() * d.value());
}
template <class N, class D>
constexpr Quantity<N> operator*(Quantity<D> d, Per<N, D> rate) {
  return rate * d;
}
template <class A, class B, class C>
constexpr Per<A, C> operator*(Per<A, B> x, Per<B, C> y) {
  return Per<A, C>(x.value() * y.value());
}

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_UNITS_H_
