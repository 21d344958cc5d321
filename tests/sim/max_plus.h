// SPDX-License-Identifier: Apache-2.0
// The makespan of a program by its recurrence alone, without events or queues, where nothing is
// shared (docs/simulator.md, "The recurrence"):
//   start(i, s)  = max(finish(i, s-1), finish(i-1, s), finish(i-C, s+1), landing of what it needs)
//   finish(i, s) = start + service; crossbars by the rule of front and back
// A message leaves when its chunk has passed its last stage, the chunk before has left and a credit
// is there; it holds injection, links and ejection together and lands a pipeline later. It holds
// only if every task has its core, no two of its stages an L1 port, every tensor in memory a
// controller, no port or link two streams at a time, and routers no more than three cycles. Written
// from the rules, not from the simulator; times are whole ticks.
#ifndef CROSSROOF_TESTS_SIM_MAX_PLUS_H_
#define CROSSROOF_TESTS_SIM_MAX_PLUS_H_

#include <cstdint>
#include <vector>

#include "models/rram_chip.h"
#include "workloads/program.h"

namespace crossroof::oracle {

class MaxPlus {
 public:
  using Time = std::int64_t;  // femtoseconds
  MaxPlus(const RramChip& chip, const Program& program, std::int64_t images);
  Time makespan();

 private:
  // Stages of a task that exist; beyond them the emission.
  struct TaskTimes {
    std::vector<Stage> stages;
    std::vector<std::vector<Time>> finish;  // by stage (emission last), chunk; -1: not known yet
  };
  struct FeedTimes {
    std::vector<Time> landed;  // by message, images counted through; -1: not known yet
    // The controller and the port of a feed that reads from memory, so far.
    std::size_t issued = 0;
    Time free = 0, port_free = 0;
  };

  std::int64_t chunks(std::size_t task) const;
  Time start(std::size_t task, std::size_t stage, std::int64_t chunk);
  Time finish(std::size_t task, std::size_t stage, std::int64_t chunk);
  Time crossbars(std::size_t task, std::size_t stage, std::int64_t chunk, Time ready);
  Time service(std::size_t task, Stage stage, std::int64_t chunk) const;
  Time l1(std::size_t task, Bits amount) const;
  Time emit(std::size_t task, std::int64_t chunk, Time ready);
  Time credit(const Feed& feed, std::int64_t message);
  Time landed(std::size_t feed, std::int64_t message);
  void read_next(std::size_t feed);
  Time pipeline(const Feed& feed) const;
  Time edge(Time t) const;
  std::vector<std::int64_t> packets(const Feed& feed, std::int64_t entry) const;  // bits of each
  std::int64_t flits(std::int64_t bits) const;
  Time at_controller(const Endpoint& memory, std::int64_t bits) const;

  const RramChip& chip_;
  const Program& program_;
  std::int64_t images_, slots_;
  Time cycle_;
  std::vector<TaskTimes> tasks_;
  std::vector<FeedTimes> feeds_;
  Time last_landing_ = 0;
};

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_SIM_MAX_PLUS_H_
