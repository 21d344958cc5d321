// SPDX-License-Identifier: Apache-2.0
#include "sim/l1_words.h"

#include <algorithm>
#include <cassert>

namespace crossroof::sim {

void L1Words::begin(std::uint64_t id, const BankSequence& sequence) {
  assert(sequence.words > 0);
  bursts_.push_back({id, sequence, 0});
}

const std::vector<std::uint64_t>& L1Words::step() {
  ended_.clear();
  busy_.assign(static_cast<std::size_t>(banks_), 0);
  for (Burst& b : bursts_) {
    const std::int64_t bank = bank_of(b.sequence.pattern, b.sequence.first + b.moved, banks_);
    char& busy = busy_[static_cast<std::size_t>(bank)];
    if (busy != 0) continue;
    busy = 1;
    ++b.moved;
    if (b.moved == b.sequence.words) ended_.push_back(b.id);
  }
  bursts_.erase(std::remove_if(bursts_.begin(), bursts_.end(),
                               [](const Burst& b) { return b.moved == b.sequence.words; }),
                bursts_.end());
  return ended_;
}

}  // namespace crossroof::sim
