// SPDX-License-Identifier: Apache-2.0
// Places for flits in the buffer of one virtual channel, as its sender knows them: a place left is
// known a few cycles later. Credits on their way are counted when somebody looks, so they are no
// events; whoever looked in vain is remembered as starved and must be woken by the next one.
#ifndef CROSSROOF_SIM_PACKET_CREDITS_H_
#define CROSSROOF_SIM_PACKET_CREDITS_H_

#include <algorithm>
#include <cstdint>

#include "sim/noc_model.h"
#include "sim/packet_timing.h"

namespace crossroof::sim {

class PacketCredits {
 public:
  explicit PacketCredits(std::uint32_t places = 0) : known_(places) {}

  // Places known at `now`, which never decreases.
  std::uint32_t look(Cycle now) {
    const Cycle passed = std::min<Cycle>(now - looked_, kBytes);
    const std::uint64_t due = on_way_ & ((std::uint64_t{1} << (8 * passed)) - 1);
    known_ += static_cast<std::uint32_t>(due * kSum >> (8 * (kBytes - 1))) & 255;
    on_way_ = static_cast<std::uint32_t>(std::uint64_t{on_way_} >> (8 * passed));
    looked_ = now;
    return known_;
  }
  // After look(): when more are known; kNoCycle when nothing is on its way and the looker starves.
  Cycle more() {
    if (on_way_ != 0) return looked_ + 1 + static_cast<Cycle>(__builtin_ctz(on_way_)) / 8;
    starved_ = true;
    return kNoCycle;
  }
  void use(std::uint32_t flits) { known_ -= flits; }
  // `flits` places are left now and known `delay` cycles later; true when somebody starved must be
  // woken then.
  bool give_back(std::uint32_t flits, Cycle now, Cycle delay) {
    look(now);
    on_way_ |= flits << (8 * (delay - 1));
    const bool wake = starved_;
    starved_ = false;
    return wake;
  }

 private:
  // Byte i of on_way_: flits known i + 1 cycles after looked_. At most one run is given back in a
  // cycle, so a byte holds it and the sum of all.
  static constexpr Cycle kBytes = 4;
  static constexpr std::uint64_t kSum = 0x01010101;
  static_assert(kLongestCredit <= kBytes && kLongestRun * kBytes < 256);
  Cycle looked_ = 0;
  std::uint32_t on_way_ = 0;
  std::uint32_t known_;
  bool starved_ = false;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_PACKET_CREDITS_H_
