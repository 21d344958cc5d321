// SPDX-License-Identifier: Apache-2.0
// Where a run of a program stands, and who waits for what when it does not go on.
#ifndef CROSSROOF_TESTS_WORKLOADS_PROGRAM_INTERPRETER_STATE_H_
#define CROSSROOF_TESTS_WORKLOADS_PROGRAM_INTERPRETER_STATE_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "workloads/program.h"

namespace crossroof::oracle {

// Numbered things that become complete in any order; `frontier` is the first that is not.
struct Frontier {
  std::vector<std::int32_t> parts;   // that make up each, of one image
  std::deque<std::int32_t> arrived;  // from the frontier on
  std::int64_t frontier = 0, last = 0;

  void start(std::vector<std::int32_t> parts_of_image, std::int64_t images);
  void add(std::int64_t number);

 private:
  void advance();
};

struct InletState {
  Frontier landed;
  std::int64_t base = 0;               // oldest message still needed
  std::vector<std::uint32_t> blocked;  // senders
};

struct TensorState {
  Frontier landed;
  std::vector<std::uint32_t> blocked;
};

// Feeds whose messages leave together: a multicast group, or one feed.
struct Sender {
  std::vector<std::uint32_t> feeds;
  std::vector<std::size_t> next;  // of each feed, over all images
  bool waits = false;             // among the blocked of an inlet or tensor
};

struct TaskState {
  std::vector<Stage> stages;
  std::vector<std::int64_t> done;  // chunks that have finished each stage
  std::vector<std::uint32_t> senders;
  std::int64_t leaving = 0;  // chunks whose messages may go
  std::int64_t left = 0;     // chunks whose messages have gone
  std::int64_t unsent = 0;   // senders with messages of the leaving chunk
  bool awake = false;
};

// Chunks and messages are counted over all images.
struct RunState {
  RunState(const Program& p, std::int64_t n_images);

  const Program& program;
  std::int64_t images;
  std::vector<InletState> inlets;
  std::vector<TensorState> tensors;
  std::vector<Sender> senders;
  std::vector<TaskState> tasks;

  std::int64_t chunks_of_image(std::size_t task) const {
    return static_cast<std::int64_t>(program.tasks[task].chunks.size());
  }
  std::int64_t chunks_of(std::size_t task) const { return images * chunks_of_image(task); }
  const Demand& demand(std::size_t inlet) const {
    return program.demands[index(program.inlets[inlet].demand)];
  }

  // The message of a sender's feed that is next, if there is one, and its image.
  struct Upcoming {
    const Carried* message = nullptr;
    std::int64_t image = 0;
  };
  Upcoming upcoming(const Sender& sender, std::size_t feed) const;

  // Messages that must be there before a chunk can pass the gate of an inlet, and the oldest that
  // it holds.
  std::int64_t needed(std::size_t inlet, std::int64_t chunk) const;
  std::int64_t oldest(std::size_t inlet, std::int64_t chunk) const;

  // An inlet that the chunk waits for at a stage, or -1.
  std::int64_t missing(std::size_t task, Stage stage, std::int64_t chunk) const;
};

inline Stage gate_stage(const Inlet& inlet) {
  return inlet.gate == Gate::s2_operands ? Stage::l1_read_mac : Stage::l1_read_simd;
}

// One sentence for each task of the phase and each controller that waits; not all of many.
std::vector<std::string> who_waits(const RunState& state, const ProgramPhase& phase);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_PROGRAM_INTERPRETER_STATE_H_
