// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/program_interpreter.h"

#include <utility>

#include "tests/workloads/program_interpreter_state.h"

namespace crossroof::oracle {
namespace {

class Interpreter {
 public:
  Interpreter(const Program& program, std::int64_t slots, std::int64_t images)
      : program_(program), slots_(slots), state_(program, images) {}

  ProgramRun run() {
    run_.finished = true;
    for (phase_ = 0; phase_ < program_.phases.size() && run_.finished; ++phase_) run_phase();
    return std::move(run_);
  }

 private:
  void run_phase() {
    const ProgramPhase& phase = program_.phases[phase_];
    for (const TaskId t : phase.tasks) wake(index(t));
    for (std::uint32_t s = 0; s < state_.senders.size(); ++s) {
      const Feed& feed = program_.feeds[state_.senders[s].feeds.front()];
      if (feed.from.memory && in_phase(feed)) read_on(s);
    }
    while (!awake_.empty()) step();
    for (const TaskId t : phase.tasks) {
      if (state_.tasks[index(t)].left < state_.chunks_of(index(t))) run_.finished = false;
    }
    if (!run_.finished) run_.waiting = who_waits(state_, phase);
  }

  bool in_phase(const Feed& feed) const {
    return program_.tasks[feed.to.number].phase == static_cast<std::int64_t>(phase_);
  }

  void wake(std::size_t task) {
    if (state_.tasks[task].awake) return;
    state_.tasks[task].awake = true;
    awake_.push_back(task);
  }

  // Starts what can start now, then finishes it all.
  void step() {
    std::vector<std::size_t> woken;
    woken.swap(awake_);
    started_.clear();
    for (const std::size_t t : woken) {
      TaskState& task = state_.tasks[t];
      task.awake = false;
      for (std::size_t s = 0; s < task.stages.size(); ++s) {
        if (can_start(t, s)) started_.emplace_back(t, s);
      }
      if (task.stages.empty()) let_leave(t);
    }
    if (!started_.empty()) ++run_.steps;
    for (const auto& [t, s] : started_) finish(t, s);
  }

  bool can_start(std::size_t t, std::size_t s) const {
    const TaskState& task = state_.tasks[t];
    const std::int64_t chunk = task.done[s];
    if (chunk == state_.chunks_of(t) || (s > 0 && task.done[s - 1] <= chunk)) return false;
    const std::int64_t passed_next = s + 1 < task.stages.size() ? task.done[s + 1] : task.left;
    return passed_next > chunk - slots_ && state_.missing(t, task.stages[s], chunk) < 0;
  }

  void finish(std::size_t t, std::size_t s) {
    TaskState& task = state_.tasks[t];
    ++task.done[s];
    wake(t);
    for (const InletId i : program_.tasks[t].inlets) {
      if (gate_stage(program_.inlets[index(i)]) == task.stages[s]) release(index(i), task.done[s]);
    }
    if (s + 1 == task.stages.size()) let_leave(t);
  }

  // Returns the credits of what no chunk from `chunk` on needs.
  void release(std::size_t inlet, std::int64_t chunk) {
    InletState& state = state_.inlets[inlet];
    const std::int64_t base = state_.oldest(inlet, chunk);
    if (base == state.base) return;
    state.base = base;
    retry_all(state.blocked);
  }

  void retry_all(std::vector<std::uint32_t>& blocked) {
    std::vector<std::uint32_t> now;
    now.swap(blocked);
    for (const std::uint32_t s : now) retry(s);
  }

  void retry(std::uint32_t s) {
    state_.senders[s].waits = false;
    const Feed& feed = program_.feeds[state_.senders[s].feeds.front()];
    if (feed.from.memory) return read_on(s);
    TaskState& task = state_.tasks[feed.from.number];
    if (!try_send(s, task.left)) return;
    --task.unsent;
    let_leave(feed.from.number);
  }

  // Sends chunks that have passed the last stage, one after the other.
  void let_leave(std::size_t t) {
    TaskState& task = state_.tasks[t];
    const std::int64_t ready = task.stages.empty() ? state_.chunks_of(t) : task.done.back();
    while (task.left < ready) {
      if (task.leaving == task.left) {
        ++task.leaving;
        for (const std::uint32_t s : task.senders) task.unsent += try_send(s, task.left) ? 0 : 1;
      }
      if (task.unsent > 0) return;
      ++task.left;
      ++run_.chunks;
      wake(t);
    }
  }

  // Whether all messages of the chunk have gone; else the sender waits where it was refused.
  bool try_send(std::uint32_t number, std::int64_t chunk) {
    Sender& sender = state_.senders[number];
    const Feed& first = program_.feeds[sender.feeds.front()];
    const std::int64_t chunks = state_.chunks_of_image(first.from.number);
    std::vector<std::size_t> going;
    for (std::size_t i = 0; i < sender.feeds.size(); ++i) {
      const RunState::Upcoming next = state_.upcoming(sender, i);
      if (next.message == nullptr || next.image * chunks + next.message->emitter != chunk) continue;
      if (!credit(number, i, next)) return false;
      going.push_back(i);
    }
    for (const std::size_t i : going) deliver(sender, i);
    return going.empty() || try_send(number, chunk);
  }

  bool credit(std::uint32_t sender, std::size_t i, const RunState::Upcoming& next) {
    const InletId id = program_.feeds[state_.senders[sender].feeds[i]].inlet;
    if (id == InletId::none) return true;
    InletState& inlet = state_.inlets[index(id)];
    const std::int64_t ordinal =
        next.image * state_.demand(index(id)).messages + next.message->ordinal;
    if (ordinal < inlet.base + program_.inlets[index(id)].credits) return true;
    wait_in(inlet.blocked, sender);
    return false;
  }

  void wait_in(std::vector<std::uint32_t>& blocked, std::uint32_t sender) {
    if (!state_.senders[sender].waits) blocked.push_back(sender);
    state_.senders[sender].waits = true;
  }

  void deliver(Sender& sender, std::size_t i) {
    const Feed& feed = program_.feeds[sender.feeds[i]];
    const auto [message, image] = state_.upcoming(sender, i);
    ++sender.next[i];
    ++run_.messages;
    if (feed.inlet == InletId::none) return land(feed.tensor, image, message->ordinal);
    const std::int64_t messages = state_.demand(index(feed.inlet)).messages;
    state_.inlets[index(feed.inlet)].landed.add(image * messages + message->ordinal);
    wake(feed.to.number);
  }

  std::int64_t messages(TensorId tensor) const {
    return static_cast<std::int64_t>(program_.tensors[index(tensor)].stores.size());
  }

  void land(TensorId id, std::int64_t image, std::int32_t message) {
    TensorState& tensor = state_.tensors[index(id)];
    tensor.landed.add(image * messages(id) + message);
    retry_all(tensor.blocked);
  }

  // Feeds from memory of the present phase send on their own.
  void read_on(std::uint32_t number) {
    Sender& sender = state_.senders[number];
    const Feed& feed = program_.feeds[sender.feeds.front()];
    if (!in_phase(feed)) return;
    for (;;) {
      const RunState::Upcoming next = state_.upcoming(sender, 0);
      if (next.message == nullptr || !stored(number, feed, next)) return;
      if (!credit(number, 0, next)) return;
      deliver(sender, 0);
    }
  }

  bool stored(std::uint32_t sender, const Feed& feed, const RunState::Upcoming& next) {
    if (feed.tensor == TensorId::none) return true;
    TensorState& tensor = state_.tensors[index(feed.tensor)];
    const std::int64_t last = next.image * messages(feed.tensor) + next.message->emitter;
    if (tensor.landed.frontier > last) return true;
    wait_in(tensor.blocked, sender);
    return false;
  }

  const Program& program_;
  std::int64_t slots_;
  RunState state_;
  std::size_t phase_ = 0;
  std::vector<std::size_t> awake_;
  std::vector<std::pair<std::size_t, std::size_t>> started_;  // task, stage
  ProgramRun run_;
};

}  // namespace

ProgramRun interpret(const Program& program, std::int64_t slots, std::int64_t images) {
  return Interpreter(program, slots, images).run();
}

}  // namespace crossroof::oracle
