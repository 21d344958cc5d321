// SPDX-License-Identifier: Apache-2.0
// Counts packets of a run in periods of equal length: latencies by the period a packet was created
// in, landings by the period they happened in. Means come with a 95 % confidence interval by batch
// means: periods are joined into 10 to 20 batches, and Student's t over their means is widened by
// sqrt((1 + c) / (1 - c)) for the correlation c of neighbouring batches. As c of so few cannot be
// measured, it comes from the correlation r of up to ten times as many shorter ones, of which q
// make a batch, as if it fell as r, r^2, r^3, ...:
//   c = r (1 - r^q)^2 / (q (1 - r^2) - 2 r (1 - r^q)).
// Near saturation a low mean comes with little scatter, so the interval is one of the mean's
// logarithm; its longer side, m (e^(h / m) - 1), is given for both. That is h for narrow ones.
// Sources: Law and Carson, Operations Research 27 (1979), 1011 (jackknifed correlation of short
// batches that are then joined by tens); Law and Kelton, Simulation Modeling and Analysis, ch. 9.
#ifndef CROSSROOF_SIM_NOC_METER_H_
#define CROSSROOF_SIM_NOC_METER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/noc_model.h"

namespace crossroof::sim {

class NocMeter {
 public:
  explicit NocMeter(Cycle period) : period_(period) {}

  struct Times {
    Cycle created = 0, entered = 0, landed = 0;
  };
  void created(Cycle at);
  // `correction` is added to both latencies.
  void landed(const Times& times, double correction);

  struct Period {
    std::uint64_t created = 0, finished = 0;  // packets created in it; of those, landed
    double latency = 0, network_latency = 0;  // sums of the finished
    std::uint64_t landings = 0;               // packets landed in it, whenever created
    double landing_latency = 0;
  };
  const Period& period(std::size_t index) { return at(index); }
  // Periods from `first` whose packets have all landed, none beyond `end`.
  std::size_t complete(std::size_t first, std::size_t end);

  struct Estimate {
    double latency = 0, half_width = 0, network_latency = 0;
    std::uint64_t packets = 0;
    double correlation = 0;  // of neighbouring batches, estimated
  };
  // Over `count` >= 10 periods.
  Estimate estimate(std::size_t first, std::size_t count);

 private:
  Period& at(std::size_t index) {
    if (index >= periods_.size()) periods_.resize(index + 1);
    return periods_[index];
  }

  struct Span {
    std::size_t first = 0, count = 0;  // periods
  };
  std::vector<double> batch_means(const Span& span, std::size_t length);

  Cycle period_;
  std::vector<Period> periods_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_NOC_METER_H_
