// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/max_plus.h"

#include <algorithm>
#include <cmath>

namespace crossroof::oracle {
namespace {

using Time = MaxPlus::Time;

constexpr Time kUnknown = -1;

Time femtoseconds(double seconds) { return std::llround(seconds * 1e15); }
Time period(Hertz clock) { return femtoseconds(1 / clock.value()); }
std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

MaxPlus::MaxPlus(const RramChip& chip, const Program& program, std::int64_t images)
    : chip_(chip),
      program_(program),
      images_(images),
      slots_(chip.stage_slots),
      cycle_(period(chip.noc.clock)) {
  for (std::size_t t = 0; t < program.tasks.size(); ++t) {
    TaskTimes times;
    for (const StageInfo& s : kStages) {
      if (s.resource != Resource::noc && s.stage != Stage::write &&
          program.tasks[t].has[index(s.stage)]) {
        times.stages.push_back(s.stage);
      }
    }
    const auto total = static_cast<std::size_t>(images * chunks(t));
    times.finish.assign(times.stages.size() + 1, std::vector<Time>(total, kUnknown));
    tasks_.push_back(std::move(times));
  }
  for (const Feed& f : program.feeds) {
    FeedTimes times;
    times.landed.assign(program.list(f).size() * static_cast<std::size_t>(images), kUnknown);
    feeds_.push_back(std::move(times));
  }
}

Time MaxPlus::makespan() {
  Time last = 0;
  for (std::size_t t = 0; t < tasks_.size(); ++t) {
    last = std::max(last, finish(t, tasks_[t].stages.size(), images_ * chunks(t) - 1));
  }
  return std::max(last, last_landing_);
}

std::int64_t MaxPlus::chunks(std::size_t task) const {
  return static_cast<std::int64_t>(program_.tasks[task].chunks.size());
}

Time MaxPlus::start(std::size_t t, std::size_t k, std::int64_t i) {
  Time at = 0;
  if (k > 0) at = std::max(at, finish(t, k - 1, i));
  const std::vector<Stage>& stages = tasks_[t].stages;
  const bool mac = k < stages.size() && stages[k] == Stage::mac;
  if (i > 0 && !mac) at = std::max(at, finish(t, k, i - 1));
  if (k < stages.size() && i >= slots_) at = std::max(at, finish(t, k + 1, i - slots_));
  for (std::size_t f = 0; f < feeds_.size(); ++f) {
    const Feed& feed = program_.feeds[f];
    if (feed.to.memory || feed.to.number != t) continue;
    const Inlet& inlet = program_.inlets[index(feed.inlet)];
    // Operands wait at the first stage that exists from theirs on.
    const Stage gate = inlet.gate == Gate::s2_operands ? Stage::l1_read_mac : Stage::l1_read_simd;
    std::size_t first = 0;
    while (first < stages.size() && stages[first] < gate) ++first;
    if (first != k) continue;
    const Demand& demand = program_.demands[index(inlet.demand)];
    const std::int64_t image = i / chunks(t);
    const std::int64_t end = demand.needs[static_cast<std::size_t>(i % chunks(t))].end;
    if (end > 0) at = std::max(at, landed(f, image * demand.messages + end - 1));
  }
  return at;
}

Time MaxPlus::finish(std::size_t t, std::size_t k, std::int64_t i) {
  Time& known = tasks_[t].finish[k][static_cast<std::size_t>(i)];
  if (known != kUnknown) return known;
  const Time ready = start(t, k, i);
  Time end = 0;
  if (k == tasks_[t].stages.size()) {
    end = emit(t, i, ready);
  } else if (tasks_[t].stages[k] == Stage::mac) {
    end = crossbars(t, k, i, ready);
  } else {
    end = ready + service(t, tasks_[t].stages[k], i % chunks(t));
  }
  return known = end;
}

Time MaxPlus::crossbars(std::size_t t, std::size_t k, std::int64_t i, Time ready) {
  const CoreTask& task = program_.tasks[t];
  const Crossbar& x = chip_.kind(task.core).crossbar;
  const Time front = femtoseconds((x.dac_time + x.array_read).value());
  const Time back =
      divide_up(task.mvm.columns, x.adc.count) * femtoseconds(x.adc.conversion.value());
  const std::int64_t slots = task.work(i % chunks(t)).mvms * task.mvm.slots;
  const Time before = i > 0 ? finish(t, k, i - 1) : 0;
  if (!x.double_sample_hold) return std::max(ready, before) + slots * (front + back);
  if (back >= front) return std::max(ready + front, before) + slots * back;
  return std::max(ready, before - back) + slots * front + back;
}

Time MaxPlus::l1(std::size_t t, Bits amount) const {
  const L1& l1 = chip_.kind(program_.tasks[t].core).l1;
  return divide_up(amount.count(), l1.word.count()) * period(l1.clock);
}

Time MaxPlus::service(std::size_t t, Stage stage, std::int64_t chunk) const {
  const StageWork& work = program_.tasks[t].work(chunk);
  switch (stage) {
    case Stage::l1_read_mac:
      return l1(t, work.s2.amount);
    case Stage::l1_write_mac:
      return l1(t, work.s4.amount);
    case Stage::l1_read_simd:
      return l1(t, work.s5.amount);
    case Stage::l1_write_simd:
      return l1(t, work.s7.amount);
    default: {
      const SimdUnit& simd = chip_.kind(program_.tasks[t].core).simd;
      double ops = 0;
      for (const SimdWork& w : work.s6) {
        ops += static_cast<double>(w.count) * simd.lane_ops[index(w.kind)];
      }
      return divide_up(std::llround(ops), simd.lanes) * std::llround(simd.cycles_per_op) *
             period(simd.clock);
    }
  }
}

// When the last flit of the chunk has left; at most one message per chunk here.
Time MaxPlus::emit(std::size_t t, std::int64_t i, Time ready) {
  const std::int64_t image = i / chunks(t);
  Time left = ready;
  for (const FeedId id : program_.tasks[t].out) {
    const Feed& feed = program_.feeds[index(id)];
    const MessageList& list = program_.list(feed);
    for (std::size_t e = 0; e < list.size(); ++e) {
      if (list[e].emitter != i % chunks(t)) continue;
      const std::int64_t message =
          image * static_cast<std::int64_t>(list.size()) + static_cast<std::int64_t>(e);
      Time at = ready;
      if (!feed.to.memory) at = std::max(at, credit(feed, message));
      FeedTimes& times = feeds_[index(id)];
      Time landing = 0;
      for (const std::int64_t bits : packets(feed, static_cast<std::int64_t>(e))) {
        const Time enters = edge(at);
        at = enters + flits(bits) * cycle_;
        landing = at + pipeline(feed);
        if (!feed.to.memory) continue;
        // The controller begins when the head lands.
        const Time head = enters + pipeline(feed);
        times.free = std::max(times.free, head) + at_controller(feed.to, bits);
        landing = std::max(landing, times.free) +
                  femtoseconds(chip_.memory[feed.to.number].latency.value());
        last_landing_ = std::max(last_landing_, landing);
      }
      times.landed[static_cast<std::size_t>(message)] = landing;
      left = at;
    }
  }
  return left;
}

// The end of the chunk of the receiver that frees the place of the message.
Time MaxPlus::credit(const Feed& feed, std::int64_t message) {
  const Inlet& inlet = program_.inlets[index(feed.inlet)];
  if (message < inlet.credits) return 0;
  const Demand& demand = program_.demands[index(inlet.demand)];
  const std::size_t t = index(inlet.task);
  const Stage gate = inlet.gate == Gate::s2_operands ? Stage::l1_read_mac : Stage::l1_read_simd;
  std::size_t k = 0;
  while (k < tasks_[t].stages.size() && tasks_[t].stages[k] < gate) ++k;
  for (std::int64_t i = 0;; ++i) {
    const std::int64_t image = i / chunks(t), chunk = i % chunks(t);
    const bool last = chunk + 1 == chunks(t);
    const std::int64_t oldest =
        last ? (image + 1) * demand.messages
             : image * demand.messages + demand.needs[static_cast<std::size_t>(chunk + 1)].begin;
    if (oldest + inlet.credits > message) return finish(t, k, i);
  }
}

Time MaxPlus::landed(std::size_t f, std::int64_t message) {
  const Feed& feed = program_.feeds[f];
  Time& known = feeds_[f].landed[static_cast<std::size_t>(message)];
  if (known != kUnknown) return known;
  if (feed.from.memory) {
    while (known == kUnknown) read_next(f);
    return known;
  }
  const MessageList& list = program_.list(feed);
  const auto per_image = static_cast<std::int64_t>(list.size());
  const std::size_t t = feed.from.number;
  const std::int64_t chunk =
      message / per_image * chunks(t) + list[static_cast<std::size_t>(message % per_image)].emitter;
  finish(t, tasks_[t].stages.size(), chunk);
  return known;
}

// The next message of a tensor in memory, packet by packet through controller and port.
void MaxPlus::read_next(std::size_t f) {
  const Feed& feed = program_.feeds[f];
  const auto message = static_cast<std::int64_t>(feeds_[f].issued);
  const Time allowed = credit(feed, message);
  FeedTimes& times = feeds_[f];
  ++times.issued;
  const auto per_image = static_cast<std::int64_t>(program_.list(feed).size());
  Time landing = 0;
  for (const std::int64_t bits : packets(feed, message % per_image)) {
    const Time begin = std::max(times.free, allowed);
    times.free = begin + at_controller(feed.from, bits);
    // As early as the port does not run dry.
    const Time asks = std::max(begin, times.free - flits(bits) * cycle_) +
                      femtoseconds(chip_.memory[feed.from.number].latency.value());
    times.port_free = std::max(times.port_free, edge(asks)) + flits(bits) * cycle_;
    landing = times.port_free + pipeline(feed);
  }
  times.landed[static_cast<std::size_t>(message)] = landing;
}

// What a flit takes from the end of its cycle at the injection port until it lands.
Time MaxPlus::pipeline(const Feed& feed) const {
  const auto node = [&](const Endpoint& e) {
    return e.memory ? chip_.memory_node(e.number) : chip_.core_node(program_.tasks[e.number].core);
  };
  const auto links =
      static_cast<std::int64_t>(route(chip_.noc.topology, node(feed.from), node(feed.to)).size());
  const std::int64_t cycles = 2 * std::llround(chip_.noc.interface_pipeline.value()) +
                              std::llround(chip_.noc.router_pipeline.value()) * (links + 1);
  return (std::max<std::int64_t>(1, cycles) - 1) * cycle_;
}

Time MaxPlus::edge(Time t) const { return divide_up(t, cycle_) * cycle_; }

std::vector<std::int64_t> MaxPlus::packets(const Feed& feed, std::int64_t entry) const {
  std::int64_t left =
      program_.list(feed)[static_cast<std::size_t>(entry)].positions * feed.position_bits.count();
  const std::int64_t most = chip_.noc.payload_flits * chip_.noc.flit.count();
  std::vector<std::int64_t> bits;
  for (; left > 0; left -= most) bits.push_back(std::min(left, most));
  return bits;
}

std::int64_t MaxPlus::flits(std::int64_t bits) const {
  return divide_up(bits, chip_.noc.flit.count()) + chip_.noc.header_flits;
}

Time MaxPlus::at_controller(const Endpoint& memory, std::int64_t bits) const {
  return femtoseconds(static_cast<double>(bits) / 8 / chip_.memory[memory.number].rate.value());
}

}  // namespace crossroof::oracle
