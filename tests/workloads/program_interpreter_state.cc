// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/program_interpreter_state.h"

#include <map>
#include <utility>

namespace crossroof::oracle {
namespace {

constexpr std::size_t kMostSentences = 20;

std::vector<std::vector<std::int32_t>> parts_of_messages(const Program& program) {
  std::vector<std::vector<std::int32_t>> parts(program.inlets.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Demand& demand = program.demands[index(program.inlets[i].demand)];
    parts[i].resize(static_cast<std::size_t>(demand.messages), 0);
  }
  for (const Feed& f : program.feeds) {
    if (f.inlet == InletId::none) continue;
    for (const Carried& x : program.list(f)) {
      ++parts[index(f.inlet)][static_cast<std::size_t>(x.ordinal)];
    }
  }
  return parts;
}

void make_senders(const Program& program, RunState& state) {
  std::map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> groups;
  for (std::uint32_t f = 0; f < program.feeds.size(); ++f) {
    const Feed& feed = program.feeds[f];
    auto number = static_cast<std::uint32_t>(state.senders.size());
    if (feed.group >= 0) {
      number = groups.emplace(std::pair(feed.from.number, feed.group), number).first->second;
    }
    if (number == state.senders.size()) {
      state.senders.emplace_back();
      if (!feed.from.memory) state.tasks[feed.from.number].senders.push_back(number);
    }
    state.senders[number].feeds.push_back(f);
    state.senders[number].next.push_back(0);
  }
}

// Collects the sentences.
class Waiting {
 public:
  explicit Waiting(const RunState& state) : state_(state) {}

  void task(std::size_t t) {
    const TaskState& task = state_.tasks[t];
    for (std::size_t s = 0; s < task.stages.size(); ++s) {
      const std::int64_t chunk = task.done[s];
      if (chunk == state_.chunks_of(t) || (s > 0 && task.done[s - 1] <= chunk)) continue;
      const std::int64_t inlet = state_.missing(t, task.stages[s], chunk);
      if (inlet < 0) continue;
      const auto i = static_cast<std::size_t>(inlet);
      add(name(t) + ": chunk " + std::to_string(chunk) + " at " +
          std::string(kStages[index(task.stages[s])].step) + " waits for " +
          std::to_string(state_.needed(i, chunk)) + " messages of inlet " + std::to_string(i) +
          " (stream " + std::to_string(state_.program.inlets[i].stream) + "), " +
          std::to_string(state_.inlets[i].landed.frontier) + " are there");
    }
    for (const std::uint32_t s : task.senders) {
      if (state_.senders[s].waits) {
        sender(state_.senders[s], name(t) + ": chunk " + std::to_string(task.left));
      }
    }
  }

  void sender(const Sender& s, const std::string& who) {
    for (std::size_t i = 0; i < s.feeds.size(); ++i) {
      const auto [message, image] = state_.upcoming(s, i);
      const InletId id = state_.program.feeds[s.feeds[i]].inlet;
      if (message == nullptr || id == InletId::none) continue;
      const Inlet& inlet = state_.program.inlets[index(id)];
      add(who + " waits to send message " +
          std::to_string(image * state_.demand(index(id)).messages + message->ordinal) +
          " to inlet " + std::to_string(index(id)) + " of " + name(index(inlet.task)) +
          ", which holds " + std::to_string(inlet.credits) + " from " +
          std::to_string(state_.inlets[index(id)].base) + " on");
    }
  }

  std::vector<std::string> take() { return std::move(sentences_); }

 private:
  void add(std::string sentence) {
    if (sentences_.size() < kMostSentences) sentences_.push_back(std::move(sentence));
  }
  std::string name(std::size_t t) const {
    return "task " + std::to_string(t) + " of layer " +
           std::to_string(index(state_.program.tasks[t].layer));
  }

  const RunState& state_;
  std::vector<std::string> sentences_;
};

}  // namespace

void Frontier::start(std::vector<std::int32_t> parts_of_image, std::int64_t images) {
  parts = std::move(parts_of_image);
  last = images * static_cast<std::int64_t>(parts.size());
  advance();  // nobody brings what has no parts
}

void Frontier::add(std::int64_t number) {
  const auto at = static_cast<std::size_t>(number - frontier);
  if (arrived.size() <= at) arrived.resize(at + 1, 0);
  ++arrived[at];
  advance();
}

void Frontier::advance() {
  while (frontier < last) {
    const std::int32_t here = arrived.empty() ? 0 : arrived.front();
    if (here < parts[static_cast<std::size_t>(frontier) % parts.size()]) return;
    if (!arrived.empty()) arrived.pop_front();
    ++frontier;
  }
}

RunState::RunState(const Program& p, std::int64_t n_images) : program(p), images(n_images) {
  std::vector<std::vector<std::int32_t>> parts = parts_of_messages(program);
  inlets.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    inlets[i].landed.start(std::move(parts[i]), images);
  }
  tensors.resize(program.tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    tensors[i].landed.start(program.tensors[i].stores, images);
  }
  tasks.resize(program.tasks.size());
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    for (const StageInfo& s : kStages) {
      const bool passed =
          s.stage != Stage::noc_read && s.stage != Stage::noc_write && s.stage != Stage::write;
      if (passed && program.tasks[t].has[index(s.stage)]) tasks[t].stages.push_back(s.stage);
    }
    tasks[t].done.resize(tasks[t].stages.size(), 0);
  }
  make_senders(program, *this);
}

RunState::Upcoming RunState::upcoming(const Sender& sender, std::size_t feed) const {
  const MessageList& list = program.list(program.feeds[sender.feeds[feed]]);
  const std::size_t next = sender.next[feed];
  const auto image = static_cast<std::int64_t>(next / list.size());
  return {image < images ? &list[next % list.size()] : nullptr, image};
}

std::int64_t RunState::needed(std::size_t inlet, std::int64_t chunk) const {
  const std::int64_t n = chunks_of_image(index(program.inlets[inlet].task));
  const Demand& d = demand(inlet);
  return chunk / n * d.messages + d.needs[static_cast<std::size_t>(chunk % n)].end;
}

std::int64_t RunState::oldest(std::size_t inlet, std::int64_t chunk) const {
  const std::int64_t n = chunks_of_image(index(program.inlets[inlet].task));
  const Demand& d = demand(inlet);
  if (chunk == images * n) return images * d.messages;
  return chunk / n * d.messages + d.needs[static_cast<std::size_t>(chunk % n)].begin;
}

std::int64_t RunState::missing(std::size_t task, Stage stage, std::int64_t chunk) const {
  for (const InletId id : program.tasks[task].inlets) {
    const std::size_t i = index(id);
    if (gate_stage(program.inlets[i]) == stage && inlets[i].landed.frontier < needed(i, chunk)) {
      return static_cast<std::int64_t>(i);
    }
  }
  return -1;
}

std::vector<std::string> who_waits(const RunState& state, const ProgramPhase& phase) {
  Waiting waiting(state);
  for (const TaskId t : phase.tasks) {
    if (state.tasks[index(t)].left < state.chunks_of(index(t))) waiting.task(index(t));
  }
  for (const Sender& s : state.senders) {
    const Feed& feed = state.program.feeds[s.feeds.front()];
    if (s.waits && feed.from.memory) {
      waiting.sender(s, "controller " + std::to_string(feed.from.number));
    }
  }
  return waiting.take();
}

}  // namespace crossroof::oracle
