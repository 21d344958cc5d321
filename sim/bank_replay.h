// SPDX-License-Identifier: Apache-2.0
// What bank conflicts cost: several ports walk over n banks interleaved by word. In every cycle
// each port asks the bank of its next word; a bank serves one word per cycle, the older port first;
// who loses asks again a cycle later. A younger port therefore never delays an older one.
//
// Bank of word i of an access: (base + i * stride) mod n, or a random one. Exact consequences:
// m >= n ports of stride s and equal phase settle at n / gcd(s, n) words per cycle; m random
// requests hit n * (1 - (1 - 1/n)^m) banks in the mean. Source: occupancy, Feller, An Introduction
// to Probability Theory 1, II.5. Not modelled: a bank that is busy for longer than a cycle.
#ifndef CROSSROOF_SIM_BANK_REPLAY_H_
#define CROSSROOF_SIM_BANK_REPLAY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crossroof::sim {

enum class PatternKind { sequential, stride, random };

// The words of one access: their banks.
struct BankPattern {
  PatternKind kind = PatternKind::sequential;
  std::int64_t base = 0;    // first word (not of random)
  std::int64_t stride = 1;  // in words, of kind stride; may be negative
  std::uint64_t seed = 0;   // of kind random
};

// Bank of word `word` (from 0) of an access; any order of calls gives the same banks.
std::int64_t bank_of(const BankPattern& pattern, std::int64_t word, std::int64_t banks);

// Words [first, first + words) of an access.
struct BankSequence {
  BankPattern pattern;
  std::int64_t first = 0, words = 0;
};

// Ports in order of age, from the cycle they began.
class BankReplay {
 public:
  explicit BankReplay(std::int64_t banks);

  // Lets `cycles` cycles pass for the ports there are; those that are through leave.
  void advance(std::int64_t cycles);
  // A new youngest port that asks from the present cycle on: cycles until its last word is
  // through. No later call changes that.
  std::int64_t add(const BankSequence& sequence);
  bool idle() const { return ports_.empty(); }

 private:
  struct Port {
    std::uint64_t id = 0;
    BankPattern pattern;
    std::int64_t word = 0, left = 0;  // next; still to move
    std::int64_t bank = 0, step = 0;  // of the next word; from there to the word after (strided)
  };
  struct Mark {  // a port when a period began
    std::int64_t bank = 0, left = 0;
  };

  std::int64_t pass(std::vector<Port>& ports, std::int64_t limit);
  void cycle(std::vector<Port>& ports);
  std::int64_t repeat(std::vector<Port>& ports, std::int64_t limit) const;
  void mark(const std::vector<Port>& ports);
  void serve(Port& port, std::int64_t words) const;

  std::int64_t banks_;
  std::vector<Port> ports_, trial_;
  std::vector<Mark> marks_;
  std::int64_t since_mark_ = 0;       // cycles
  std::vector<std::uint64_t> taken_;  // by bank: the last cycle it served in
  std::uint64_t cycle_ = 0, added_ = 0;
};

struct ReplayResult {
  std::int64_t cycles = 0;       // until the last word of all
  std::int64_t first_cycle = 0;  // words served in the first cycle
  std::int64_t lost = 0;         // cycles ports lost to others
};

// All sequences begin in the same cycle, the first is the oldest.
ReplayResult replay(const std::vector<BankSequence>& sequences, std::int64_t banks);

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_BANK_REPLAY_H_
