// SPDX-License-Identifier: Apache-2.0
#include "sim/l1_server.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include "models/amount.h"

namespace crossroof::sim {

std::int64_t l1_words(const L1& l1, Bits bits) {
  const std::int64_t word = l1.word.count();
  if (!l1.burst) return ceil_div(bits.count(), word);
  const std::int64_t burst = l1.burst->count();
  return checked_mul(bits.count() / burst, ceil_div(burst, word)) +
         ceil_div(bits.count() % burst, word);
}

L1Server::L1Server(const L1& l1, L1Mode mode)
    : period_(sim::period(l1.clock)),
      word_(l1.word.count()),
      burst_(l1.burst ? l1.burst->count() : 0),
      mode_(mode) {
  if (l1.ports.read_write > 0) {
    add_group(l1.ports.read_write, l1.banks);
  } else {
    add_group(l1.ports.read, l1.banks);
    add_group(l1.ports.write, l1.banks);
  }
  active_.reserve(use_.busy.size());
}

void L1Server::add_group(std::int64_t ports, std::int64_t banks) {
  Group g(banks);
  g.conflicts = std::min(ports, banks) > 1;
  for (std::int64_t i = 0; i < std::min(ports, banks); ++i) {
    g.free.push_back(use_.busy.size());  // ascending: already a heap
    use_.busy.push_back(0);
  }
  groups_.push_back(std::move(g));
}

void L1Server::request(const L1Request& request, Tick since) {
  assert(request.access.bits > 0);
  group_of(request.write).queue.push({order_of(request, since), accesses_.add({request, 0, 0, 0})});
}

bool L1Server::idle() const {
  return active_.empty() && std::all_of(groups_.begin(), groups_.end(),
                                        [](const Group& g) { return g.queue.empty(); });
}

bool L1Server::can_start() const {
  return std::any_of(groups_.begin(), groups_.end(),
                     [](const Group& g) { return !g.free.empty() && !g.queue.empty(); });
}

void L1Server::note_queue() {
  std::size_t waiting = 0;
  for (const Group& g : groups_) waiting += g.queue.size();
  use_.longest_queue = std::max(use_.longest_queue, waiting);
}

// The group with a free port whose next access comes first; null when none can start.
L1Server::Group* L1Server::next_group() {
  Group* next = nullptr;
  for (Group& g : groups_) {
    if (g.free.empty() || g.queue.empty()) continue;
    if (next == nullptr || before(g.queue.top().order, next->queue.top().order)) next = &g;
  }
  return next;
}

std::int64_t L1Server::burst_cycles(Group& group, const BankSequence& sequence, Tick now) const {
  if (!group.conflicts) return sequence.words;
  const std::uint64_t cycle = now / period_;
  group.replay.advance(static_cast<std::int64_t>(cycle - group.cycle));
  group.cycle = cycle;
  return group.replay.add(sequence);
}

void L1Server::begin_words(Group& group, std::uint64_t id, const BankSequence& sequence,
                           Tick now) const {
  if (group.words.idle()) group.cycle = now / period_;
  assert(group.cycle == now / period_);
  group.words.begin(id, sequence);
}

bool L1Server::start_next(Tick now, L1Start& out) {
  Group* group = next_group();
  if (group == nullptr) return false;
  Active a;
  a.access = group->queue.top().access;
  use_.waited += now - group->queue.top().order.since;
  group->queue.pop();
  std::pop_heap(group->free.begin(), group->free.end(), std::greater<>());
  a.port = group->free.back();
  group->free.pop_back();
  a.id = bursts_++;
  a.start = now;
  const Progress& p = accesses_[a.access];
  const L1Request& r = p.request;
  const std::int64_t left = r.access.bits - p.bits_done;
  a.bits = burst_ > 0 ? std::min(burst_, left) : left;
  a.words = ceil_div(a.bits, word_);
  const BankSequence sequence{r.access.pattern, p.words_done, a.words};
  if (mode_ == L1Mode::burst) {
    a.cycles = burst_cycles(*group, sequence, now);
    a.end = now + static_cast<Tick>(a.cycles) * period_;
    next_end_ = std::min(next_end_, a.end);
  } else {
    begin_words(*group, a.id, sequence, now);
    next_end_ = std::min(next_end_, (group->cycle + 1) * period_);
  }
  out = {r.ticket, p.bits_done == 0, a.end};
  active_.push_back(a);
  return true;
}

// Cycles that are over: a burst whose last word moved in one ends as many cycles after its start.
void L1Server::step_words(Group& group, Tick now) {
  for (; group.cycle < now / period_ && !group.words.idle(); ++group.cycle) {
    for (const std::uint64_t id : group.words.step()) {
      const auto a = std::find_if(active_.begin(), active_.end(),
                                  [id](const Active& b) { return b.id == id; });
      a->cycles = static_cast<std::int64_t>(group.cycle - a->start / period_ + 1);
      a->end = a->start + static_cast<Tick>(a->cycles) * period_;
    }
  }
}

void L1Server::find_next_end() {
  next_end_ = kNever;
  for (const Active& a : active_) next_end_ = std::min(next_end_, a.end);
  for (const Group& g : groups_) {
    if (!g.words.idle()) next_end_ = std::min(next_end_, (g.cycle + 1) * period_);
  }
}

void L1Server::begin_complete(Tick now) {
  if (mode_ == L1Mode::burst) return;
  for (Group& g : groups_) step_words(g, now);
}

bool L1Server::end_next(Tick now, L1End& out) {
  const auto due =
      std::find_if(active_.begin(), active_.end(), [now](const Active& a) { return a.end <= now; });
  if (due == active_.end()) {
    find_next_end();
    return false;
  }
  assert(due->end == now);
  const Active a = *due;
  active_.erase(due);
  Progress& p = accesses_[a.access];
  Group& group = group_of(p.request.write);
  group.free.push_back(a.port);
  std::push_heap(group.free.begin(), group.free.end(), std::greater<>());
  ++use_.bursts;
  (p.request.write ? use_.write_words : use_.read_words) += a.words;
  use_.lost_cycles += a.cycles - a.words;
  use_.busy[a.port] += now - a.start;
  p.bits_done += a.bits;
  p.words_done += a.words;
  p.served += now - a.start;
  out = {p.request.ticket, p.bits_done == p.request.access.bits, p.request.write, p.request.task,
         p.served};
  if (out.whole) {
    ++use_.accesses;
    accesses_.remove(a.access);
  } else {
    group.queue.push({order_of(p.request, now), a.access});
  }
  return true;
}

}  // namespace crossroof::sim
