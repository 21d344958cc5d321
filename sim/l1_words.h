// SPDX-License-Identifier: Apache-2.0
// The banks of an L1 word by word: the reference that bursts are checked against. One call is one
// cycle of the L1 clock, in which every active port asks the bank of its next word and the older
// burst (by its start) wins. Costs a step per cycle and port; sim/bank_replay.h gives the same ends
// for much less.
#ifndef CROSSROOF_SIM_L1_WORDS_H_
#define CROSSROOF_SIM_L1_WORDS_H_

#include <cstdint>
#include <vector>

#include "sim/bank_replay.h"

namespace crossroof::sim {

class L1Words {
 public:
  explicit L1Words(std::int64_t banks) : banks_(banks) {}

  // A new youngest burst. `id` is the caller's.
  void begin(std::uint64_t id, const BankSequence& sequence);
  bool idle() const { return bursts_.empty(); }
  // One cycle: ids of the bursts whose last word moved, oldest first. Valid until the next call.
  const std::vector<std::uint64_t>& step();

 private:
  struct Burst {
    std::uint64_t id = 0;
    BankSequence sequence;
    std::int64_t moved = 0;
  };

  std::int64_t banks_;
  std::vector<Burst> bursts_;  // by age
  std::vector<char> busy_;     // banks, in the present cycle
  std::vector<std::uint64_t> ended_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_L1_WORDS_H_
