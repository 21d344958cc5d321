// SPDX-License-Identifier: Apache-2.0
// Runs a program without hardware: each stage of a chunk takes one step, moving takes none. Obeys
// order, slots, needs, credits and phases (docs/simulator.md), so what cannot finish here cannot
// finish anywhere. With C slots between stages:
//   start(i, s) after finish(i, s-1), finish(i-1, s) and finish(i-C, s+1)
//   a stage that gates an inlet starts when the leading complete messages reach the chunk's needs
//   message m is sent when m < base + credits, base the oldest needed by the first chunk that has
//   not finished the gate; after the last chunk of an image all of that image is released
//   a chunk leaves when all its messages are sent, each feed in order, groups together
//   a feed that reads a tensor waits until all its messages up to the one named have landed
#ifndef CROSSROOF_TESTS_WORKLOADS_PROGRAM_INTERPRETER_H_
#define CROSSROOF_TESTS_WORKLOADS_PROGRAM_INTERPRETER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/program.h"

namespace crossroof::oracle {

struct ProgramRun {
  bool finished = false;
  std::int64_t steps = 0;     // until the last chunk has left
  std::int64_t chunks = 0;    // that have left, of all tasks and images
  std::int64_t messages = 0;  // parts that have arrived
  // Of a run that does not finish: who waits for what, one sentence each.
  std::vector<std::string> waiting;
};

ProgramRun interpret(const Program& program, std::int64_t slots, std::int64_t images);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_PROGRAM_INTERPRETER_H_
