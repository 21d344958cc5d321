// SPDX-License-Identifier: Apache-2.0
// Programs written by hand, task by task: message i of an inlet is for chunk i and a chunk sends
// one message on each of its feeds, all alike.
#ifndef CROSSROOF_TESTS_SIM_HAND_PROGRAM_H_
#define CROSSROOF_TESTS_SIM_HAND_PROGRAM_H_

#include <cstdint>
#include <vector>

#include "models/rram_chip.h"
#include "models/stages.h"
#include "workloads/program.h"

namespace crossroof::oracle {

class HandProgram {
 public:
  HandProgram();

  // A task of chunks with these stages (besides sending) and this work each.
  TaskId task(std::size_t core, std::int64_t chunks, const std::vector<Stage>& stages,
              const StageWork& work);
  // One message per chunk of the receiver, each of `bits`.
  InletId read(std::uint32_t controller, TaskId to, std::int64_t bits, std::int64_t credits);
  InletId send(TaskId from, TaskId to, std::int64_t bits, std::int64_t credits);
  void store(TaskId from, std::uint32_t controller, std::int64_t bits);

  Program& program() { return program_; }

 private:
  std::int64_t chunks(TaskId t) const;
  InletId connect(const Endpoint& from, TaskId to, std::int64_t bits, std::int64_t credits);
  Feed feed(const Endpoint& from, const Endpoint& to, std::int64_t bits, std::int64_t messages);
  void add(const Feed& feed);

  Program program_;
};

// Cores and a memory controller around one router, one plain crossbar each.
RramChip star_chip(std::int64_t cores);

// Work of one stage.
StageWork l1_read(std::int64_t bits);
StageWork matrix(std::int64_t mvms);
StageWork additions(std::int64_t count);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_SIM_HAND_PROGRAM_H_
