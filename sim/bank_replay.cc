// SPDX-License-Identifier: Apache-2.0
#include "sim/bank_replay.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace crossroof::sim {
namespace {

__extension__ using Wide = unsigned __int128;

// SplitMix64 of (seed, word): Steele, Lea and Flood, Fast Splittable Pseudorandom Number
// Generators (OOPSLA 2014).
std::uint64_t mixed(std::uint64_t seed, std::uint64_t word) {
  std::uint64_t z = seed + (word + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

std::int64_t modulo(std::int64_t a, std::int64_t n) {
  const std::int64_t r = a % n;
  return r < 0 ? r + n : r;
}

// From the bank of a word to that of the next one.
std::int64_t bank_step(const BankPattern& p, std::int64_t banks) {
  return modulo(p.kind == PatternKind::stride ? p.stride : 1, banks);
}

}  // namespace

std::int64_t bank_of(const BankPattern& pattern, std::int64_t word, std::int64_t banks) {
  if (pattern.kind == PatternKind::random) {
    const std::uint64_t r = mixed(pattern.seed, static_cast<std::uint64_t>(word));
    return static_cast<std::int64_t>((static_cast<Wide>(r) * static_cast<Wide>(banks)) >> 64);
  }
  return (modulo(pattern.base, banks) + (word % banks) * bank_step(pattern, banks)) % banks;
}

BankReplay::BankReplay(std::int64_t banks)
    : banks_(banks), taken_(static_cast<std::size_t>(banks), 0) {
  assert(banks > 0);
}

void BankReplay::serve(Port& port, std::int64_t words) const {
  port.word += words;
  port.left -= words;
  if (port.pattern.kind == PatternKind::random) {
    if (port.left > 0) port.bank = bank_of(port.pattern, port.word, banks_);
  } else if (words == 1) {
    port.bank += port.step;
    if (port.bank >= banks_) port.bank -= banks_;
  } else {
    port.bank = (port.bank + (words % banks_) * port.step) % banks_;
  }
}

void BankReplay::mark(const std::vector<Port>& ports) {
  since_mark_ = 0;
  marks_.clear();
  for (const Port& p : ports) marks_.push_back({p.bank, p.left});
}

void BankReplay::cycle(std::vector<Port>& ports) {
  ++cycle_;
  ++since_mark_;
  bool through = false;
  for (Port& p : ports) {
    std::uint64_t& taken = taken_[static_cast<std::size_t>(p.bank)];
    if (taken == cycle_) continue;
    taken = cycle_;
    serve(p, 1);
    through = through || p.left == 0;
  }
  if (!through) return;
  ports.erase(std::remove_if(ports.begin(), ports.end(), [](const Port& p) { return p.left == 0; }),
              ports.end());
  mark(ports);
}

// When every strided port stands at the bank where it stood `banks_` cycles ago, those cycles
// happen again until a port is through. Skips whole repetitions; returns the cycles skipped.
std::int64_t BankReplay::repeat(std::vector<Port>& ports, std::int64_t limit) const {
  std::int64_t times = limit / banks_;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const Port& p = ports[i];
    if (p.pattern.kind == PatternKind::random || p.bank != marks_[i].bank) return 0;
    const std::int64_t moved = marks_[i].left - p.left;
    if (moved > 0) times = std::min(times, (p.left - 1) / moved);
  }
  if (times == 0) return 0;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    serve(ports[i], (marks_[i].left - ports[i].left) * times);
  }
  return times * banks_;
}

// Lets at least one cycle pass and at most `limit`; returns how many.
std::int64_t BankReplay::pass(std::vector<Port>& ports, std::int64_t limit) {
  if (ports.size() == 1) {  // nobody to lose to
    const std::int64_t words = std::min(ports[0].left, limit);
    serve(ports[0], words);
    if (ports[0].left == 0) ports.clear();
    return words;
  }
  if (since_mark_ == banks_) {
    const std::int64_t skipped = repeat(ports, limit);
    mark(ports);
    if (skipped > 0) return skipped;
  }
  cycle(ports);
  return 1;
}

void BankReplay::advance(std::int64_t cycles) {
  mark(ports_);
  while (cycles > 0 && !ports_.empty()) cycles -= pass(ports_, cycles);
}

std::int64_t BankReplay::add(const BankSequence& sequence) {
  assert(sequence.words > 0);
  Port port;
  port.id = ++added_;
  port.pattern = sequence.pattern;
  port.word = sequence.first;
  port.left = sequence.words;
  port.bank = bank_of(sequence.pattern, sequence.first, banks_);
  port.step = bank_step(sequence.pattern, banks_);
  ports_.push_back(port);
  if (ports_.size() == 1) return sequence.words;
  trial_ = ports_;
  mark(trial_);
  std::int64_t cycles = 0;
  while (!trial_.empty() && trial_.back().id == port.id) {
    cycles += pass(trial_, std::numeric_limits<std::int64_t>::max());
  }
  return cycles;
}

ReplayResult replay(const std::vector<BankSequence>& sequences, std::int64_t banks) {
  ReplayResult result;
  BankReplay ports(banks);
  std::vector<char> asked(static_cast<std::size_t>(banks), 0);
  for (const BankSequence& s : sequences) {
    const std::int64_t cycles = ports.add(s);
    result.cycles = std::max(result.cycles, cycles);
    result.lost += cycles - s.words;
    char& first = asked[static_cast<std::size_t>(bank_of(s.pattern, s.first, banks))];
    if (first == 0) ++result.first_cycle;
    first = 1;
  }
  return result;
}

}  // namespace crossroof::sim
