// SPDX-License-Identifier: Apache-2.0
// A port of a given rate, for instance that of a memory controller: first come, first served by
// reservation. A busy period that began at t0 and has moved b bits ends at t0 + b / rate, rounded
// up to a tick once, so rounding does not add up over packets. A latency follows every packet and
// occupies nothing. Source: definition.
#ifndef CROSSROOF_SIM_RATE_SERVER_H_
#define CROSSROOF_SIM_RATE_SERVER_H_

#include <algorithm>
#include <cstdint>

#include "models/amount.h"
#include "models/units.h"
#include "sim/tick.h"

namespace crossroof::sim {

struct Reservation {
  Tick start = 0, end = 0;  // the port is held in [start, end)
  Tick landed = 0;          // end + latency
};

struct RateUse {
  std::uint64_t packets = 0;
  std::int64_t bits = 0;
  Tick busy = 0, waited = 0;  // of the port; of all packets together
};

class RateServer {
 public:
  RateServer(BytesPerSecond rate, Seconds latency) : rate_(rate), latency_(ticks(latency)) {}

  // Time of one packet alone.
  Tick service(Bits bits) const { return ticks(bits.bytes() / rate_); }
  Tick free_at() const { return free_at_; }
  Tick latency() const { return latency_; }
  const RateUse& use() const { return use_; }

  // `now` never decreases.
  Reservation reserve(Bits bits, Tick now) {
    if (now > free_at_) {
      period_start_ = now;
      period_bits_ = Bits();
      free_at_ = now;
    }
    period_bits_ += bits;
    const Tick start = free_at_;
    free_at_ = period_start_ + service(period_bits_);
    ++use_.packets;
    use_.bits = checked_add(use_.bits, bits.count());
    use_.busy += free_at_ - start;
    use_.waited += start - now;
    return {start, free_at_, free_at_ + latency_};
  }

 private:
  BytesPerSecond rate_;
  Tick latency_;
  Tick period_start_ = 0, free_at_ = 0;  // of the present busy period
  Bits period_bits_;
  RateUse use_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_RATE_SERVER_H_
