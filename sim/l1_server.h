// SPDX-License-Identifier: Apache-2.0
// The L1 memory of a core: n banks interleaved by word behind k read-write ports, or behind r read
// and w write ports, where every bank has a port for each direction and reads never meet writes. At
// most n ports of a group are of use. An access is cut into bursts; a burst holds
// one port, which moves one word per cycle of the L1 clock. Between two bursts of an access the
// port is given away anew, so others come between; sim/service_order.h says who is next.
//
// A burst of w words takes w cycles plus those it loses to older bursts on other ports at the same
// banks (sim/bank_replay.h); it never delays an older one, so its end is known when it starts.
// L1Mode::word steps every cycle instead: the reference, with the same ends.
// Words of an access: floor(bits / burst) * ceil(burst / word) + ceil((bits mod burst) / word);
// every burst begins with a new word. Conflicts are found in whole cycles of the L1 clock.
//
// The caller owns time. At each tick: complete(), then requests of that tick in any order, then
// grant(). Nothing allocates once the longest queue has been seen.
#ifndef CROSSROOF_SIM_L1_SERVER_H_
#define CROSSROOF_SIM_L1_SERVER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/rram_chip.h"
#include "sim/bank_replay.h"
#include "sim/event_heap.h"
#include "sim/l1_words.h"
#include "sim/service_order.h"
#include "sim/slab.h"
#include "sim/tick.h"

namespace crossroof::sim {

enum class L1Mode { burst, word };

struct Access {
  std::int64_t bits = 0;  // at least 1
  BankPattern pattern;
};

struct L1Request {
  std::uint64_t ticket = 0;  // the caller's
  bool write = false;
  std::int64_t chunk = 0;  // counted over the batch
  int stage = 0;
  std::uint32_t task = 0;
  Access access;
};

inline ServiceOrder order_of(const L1Request& r, Tick since) {
  return {since, r.chunk, r.stage, r.task, r.ticket};
}

struct L1Start {
  std::uint64_t ticket = 0;
  bool first = false;  // burst of its access
  Tick end = kNever;   // of the burst; kNever in word mode
};

struct L1End {
  std::uint64_t ticket = 0;
  bool whole = false;  // the access is complete; otherwise its next burst has queued
  bool write = false;  // as of the request
  std::uint32_t task = 0;
  Tick served = 0;  // ports held for the access so far
};

struct L1Use {
  std::int64_t accesses = 0, bursts = 0;
  std::int64_t read_words = 0, write_words = 0;
  std::int64_t lost_cycles = 0;   // to bank conflicts, of all ports
  std::vector<Tick> busy;         // by port; dedicated ports: readers first
  Tick waited = 0;                // from queueing to start, of all bursts
  std::size_t longest_queue = 0;  // that waited when ports had been given away
};

// Words an access moves, the closed form above.
std::int64_t l1_words(const L1& l1, Bits bits);

class L1Server {
 public:
  explicit L1Server(const L1& l1, L1Mode mode = L1Mode::burst);

  // `since` is now, or earlier when the caller has held it back.
  void request(const L1Request& request, Tick since);

  // Whether grant() would start something.
  bool can_start() const;

  // Starts what the ports allow; calls started(const L1Start&) in order of service.
  template <class Started>
  void grant(Tick now, Started&& started) {
    L1Start s;
    while (start_next(now, s)) started(s);
    note_queue();
  }

  // When complete() has to be called next; kNever when nothing is active. In word mode that is
  // every cycle.
  Tick next_end() const { return next_end_; }

  // Ends what is due at `now` (== next_end()); calls ended(const L1End&), oldest burst first.
  template <class Ended>
  void complete(Tick now, Ended&& ended) {
    L1End e;
    begin_complete(now);
    while (end_next(now, e)) ended(e);
  }

  bool idle() const;
  Tick period() const { return period_; }
  const L1Use& use() const { return use_; }

 private:
  struct Progress {  // of an access
    L1Request request;
    std::int64_t bits_done = 0, words_done = 0;
    Tick served = 0;
  };
  struct Waiting {
    ServiceOrder order;
    std::uint32_t access;
  };
  struct Before {
    bool operator()(const Waiting& a, const Waiting& b) const { return before(a.order, b.order); }
  };
  struct Active {
    std::uint32_t access = 0;
    std::uint64_t id = 0;  // number of the burst
    std::size_t port = 0;
    Tick start = 0, end = kNever;
    std::int64_t bits = 0, words = 0, cycles = 0;
  };
  // Ports that share banks: all, or those of one direction.
  struct Group {
    explicit Group(std::int64_t banks) : replay(banks), words(banks) {}
    Heap<Waiting, Before> queue;
    std::vector<std::size_t> free;  // heap of free ports, lowest on top
    bool conflicts = false;         // more than one port
    BankReplay replay;              // burst mode
    L1Words words;                  // word mode
    std::uint64_t cycle = 0;        // up to which the banks have been followed
  };

  bool start_next(Tick now, L1Start& out);
  void begin_complete(Tick now);
  bool end_next(Tick now, L1End& out);
  void note_queue();

  void add_group(std::int64_t ports, std::int64_t banks);
  Group& group_of(bool write) { return groups_[write ? groups_.size() - 1 : 0]; }
  Group* next_group();
  std::int64_t burst_cycles(Group& group, const BankSequence& sequence, Tick now) const;
  void begin_words(Group& group, std::uint64_t id, const BankSequence& sequence, Tick now) const;
  void step_words(Group& group, Tick now);
  void find_next_end();

  Tick period_;
  std::int64_t word_, burst_;  // bits; burst 0: whole access
  L1Mode mode_;
  Slab<Progress> accesses_;
  std::vector<Group> groups_;   // read-write, or readers and writers
  std::vector<Active> active_;  // by age
  std::uint64_t bursts_ = 0;    // started
  Tick next_end_ = kNever;
  L1Use use_;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_L1_SERVER_H_
