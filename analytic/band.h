// SPDX-License-Identifier: Apache-2.0
#ifndef CROSSROOF_ANALYTIC_BAND_H_
#define CROSSROOF_ANALYTIC_BAND_H_

namespace crossroof::analytic {

// Where simulated / estimate - 1 is to be expected.
struct Band {
  double low = 0, high = 0;
  bool holds(double error) const { return low <= error && error <= high; }
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_BAND_H_
