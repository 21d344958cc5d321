// SPDX-License-Identifier: Apache-2.0
// Drives an L1 alone: requests at given times, every start and end written down.
#ifndef CROSSROOF_TESTS_SIM_L1_TEST_DRIVER_H_
#define CROSSROOF_TESTS_SIM_L1_TEST_DRIVER_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/l1_server.h"

namespace crossroof::sim {

constexpr Tick kCycle = 1000000;  // of a clock of 1 GHz

inline L1 test_l1(std::int64_t banks, L1Ports ports, std::int64_t word_bits = 16) {
  L1 l1;
  l1.capacity = Bits(1 << 20);
  l1.banks = banks;
  l1.word = Bits(word_bits);
  l1.ports = ports;
  l1.clock = Hertz(1e9);
  return l1;
}

struct TimedRequest {
  Tick time = 0;
  L1Request request;
};

struct L1Record {
  std::uint64_t ticket = 0;
  Tick start = 0, end = 0;  // of one burst
  friend bool operator==(const L1Record& a, const L1Record& b) {
    return a.ticket == b.ticket && a.start == b.start && a.end == b.end;
  }
};

// Bursts in order of their start. Requests need not be sorted.
inline std::vector<L1Record> drive(L1Server& server, std::vector<TimedRequest> requests) {
  std::stable_sort(requests.begin(), requests.end(),
                   [](const TimedRequest& a, const TimedRequest& b) { return a.time < b.time; });
  std::vector<L1Record> records;
  auto next = requests.begin();
  while (true) {
    const Tick arrival = next == requests.end() ? kNever : next->time;
    const Tick now = std::min(arrival, server.next_end());
    if (now == kNever) return records;
    server.complete(now, [&](const L1End& e) {
      // The latest burst of an access is the one that ends: one is outstanding.
      const auto r = std::find_if(records.rbegin(), records.rend(),
                                  [&](const L1Record& x) { return x.ticket == e.ticket; });
      r->end = now;
    });
    for (; next != requests.end() && next->time == now; ++next) server.request(next->request, now);
    server.grant(now, [&](const L1Start& s) { records.push_back({s.ticket, now, s.end}); });
  }
}

}  // namespace crossroof::sim

#endif  // CROSSROOF_TESTS_SIM_L1_TEST_DRIVER_H_
