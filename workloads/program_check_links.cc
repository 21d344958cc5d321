// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "workloads/program_faults.h"

namespace crossroof {
namespace {

// Of one message list.
struct Range {
  std::int32_t least_emitter = 0, most_emitter = -1, most_ordinal = -1;
};

class Links {
 public:
  Links(const CheckedProgram& p, Faults& faults)
      : mapping_(p.mapping), chip_(p.chip), program_(p.program), faults_(faults) {}

  void run() {
    tasks();
    if (!faults_.none()) return;
    tensors();
    inlets();
    lists();
    if (!faults_.none()) return;
    for (std::size_t f = 0; f < program_.feeds.size() && !faults_.full(); ++f) feed(f);
    outlets();
    phases();
  }

 private:
  static std::string number(const char* what, std::size_t i) {
    return std::string(what) + " " + std::to_string(i);
  }

  void tasks() {
    std::size_t t = 0;
    for (std::size_t l = 0; l < mapping_.layers.size(); ++l) {
      for (const Task& from : mapping_.layers[l].tasks) {
        if (t == program_.tasks.size()) return faults_.add("the program has too few tasks");
        const CoreTask& task = program_.tasks[t];
        const bool same =
            task.layer == layer_id(l) && task.replica == from.replica && task.chip == from.chip &&
            task.phase == from.phase && task.core == from.core && task.role == from.role &&
            task.channels.begin == from.channels.begin && task.channels.end == from.channels.end;
        if (!same) faults_.add(number("task", t) + " does not sit where the mapping puts it");
        classes(t);
        ++t;
      }
    }
    if (t != program_.tasks.size()) faults_.add("the program has too many tasks");
  }

  void classes(std::size_t t) {
    const CoreTask& task = program_.tasks[t];
    faults_.expect_equal("number of classed chunks of " + number("task", t),
                         task.chunk_class.size(), task.chunks.size());
    for (const std::uint32_t c : task.chunk_class) {
      if (c >= task.classes.size()) faults_.add(number("task", t) + " has a chunk of no class");
    }
  }

  void tensors() {
    for (std::size_t i = 0; i < program_.tensors.size(); ++i) {
      const Tensor& tensor = program_.tensors[i];
      if (index(tensor.layer) >= mapping_.layers.size()) {
        faults_.add(number("tensor", i) + " is of no layer");
        continue;
      }
      faults_.expect_equal("number of messages of " + number("tensor", i),
                           static_cast<std::int64_t>(tensor.stores.size()),
                           mapping_.layer(tensor.layer).plan.count());
    }
  }

  void inlets() {
    std::vector<std::int32_t> listed(program_.inlets.size(), 0);
    for (std::size_t t = 0; t < program_.tasks.size(); ++t) {
      for (const InletId i : program_.tasks[t].inlets) {
        if (index(i) >= program_.inlets.size() || index(program_.inlets[index(i)].task) != t) {
          faults_.add(number("task", t) + " lists an inlet that is not its own");
        } else {
          ++listed[index(i)];
        }
      }
    }
    for (std::size_t i = 0; i < program_.inlets.size(); ++i) {
      const Inlet& inlet = program_.inlets[i];
      if (listed[i] != 1) faults_.add(number("inlet", i) + " is not listed once by its task");
      if (index(inlet.demand) >= program_.demands.size()) {
        faults_.add(number("inlet", i) + " has no demand");
      } else if (index(inlet.task) < program_.tasks.size()) {
        faults_.expect_equal("number of needs of " + number("inlet", i),
                             program_.demands[index(inlet.demand)].needs.size(),
                             program_.task(inlet.task).chunks.size());
      }
      if (inlet.stream >= mapping_.streams.size()) {
        faults_.add(number("inlet", i) + " is of no stream");
      }
    }
  }

  void lists() {
    ranges_.resize(program_.lists.size());
    for (std::size_t i = 0; i < program_.lists.size(); ++i) {
      const MessageList& list = program_.lists[i];
      Range& range = ranges_[i];
      for (std::size_t k = 0; k < list.size(); ++k) {
        range.least_emitter =
            k == 0 ? list[k].emitter : std::min(range.least_emitter, list[k].emitter);
        range.most_emitter = std::max(range.most_emitter, list[k].emitter);
        range.most_ordinal = std::max(range.most_ordinal, list[k].ordinal);
        if (list[k].ordinal < 0 || list[k].positions < 0) {
          faults_.add(number("list", i) + " has a negative number");
        }
        if (k == 0) continue;
        if (list[k].ordinal <= list[k - 1].ordinal) {
          faults_.add("ordinals of " + number("list", i) + " do not ascend");
        }
        if (list[k].emitter < list[k - 1].emitter) {
          faults_.add("emitters of " + number("list", i) + " go back");
        }
      }
    }
  }

  bool exists(const Endpoint& e) const {
    if (e.chip < 0 || e.chip >= program_.chips) return false;
    if (e.memory) return e.number < chip_.memory.size();
    return e.number < program_.tasks.size() && program_.tasks[e.number].chip == e.chip;
  }

  void feed(std::size_t f) {
    const Feed& feed = program_.feeds[f];
    const std::string name = number("feed", f);
    const bool store = feed.inlet == InletId::none;
    if (!exists(feed.from) || !exists(feed.to) || index(feed.list) >= program_.lists.size()) {
      return faults_.add(name + " has no list, or an end that does not exist");
    }
    if (feed.stream >= mapping_.streams.size()) return faults_.add(name + " is of no stream");
    if (feed.tensor != TensorId::none && index(feed.tensor) >= program_.tensors.size()) {
      return faults_.add(name + " names a tensor that does not exist");
    }
    if (feed.to.memory != store || (store && feed.from.memory)) {
      return faults_.add(name + " goes to no inlet and to no tensor");
    }
    if ((feed.tensor != TensorId::none) != (store || (feed.from.memory && !of_input(feed)))) {
      return faults_.add(name + " should name a tensor if it stores or reads one");
    }
    if (!store) {
      if (index(feed.inlet) >= program_.inlets.size()) {
        return faults_.add(name + " goes to an inlet that does not exist");
      }
      const Inlet& inlet = program_.inlets[index(feed.inlet)];
      if (index(inlet.task) != feed.to.number || inlet.stream != feed.stream ||
          inlet.kind != feed.kind) {
        return faults_.add(name + " goes to an inlet of another task or stream");
      }
    }
    range(feed, name);
  }

  bool of_input(const Feed& feed) const {
    return mapping_.streams[feed.stream].producer == LayerId::network_input;
  }

  std::int64_t emitters(const Feed& feed) const {
    if (!feed.from.memory) {
      return static_cast<std::int64_t>(program_.tasks[feed.from.number].chunks.size());
    }
    if (feed.tensor == TensorId::none) return 0;
    return static_cast<std::int64_t>(program_.tensors[index(feed.tensor)].stores.size());
  }

  std::int64_t messages(const Feed& feed) const {
    if (feed.inlet == InletId::none) {
      return static_cast<std::int64_t>(program_.tensors[index(feed.tensor)].stores.size());
    }
    return program_.demands[index(program_.inlets[index(feed.inlet)].demand)].messages;
  }

  void range(const Feed& feed, const std::string& name) {
    const Range& r = ranges_[index(feed.list)];
    if (program_.list(feed).empty()) return faults_.add(name + " carries nothing");
    if (r.most_emitter >= emitters(feed) ||
        r.least_emitter < (feed.from.memory && of_input(feed) ? -1 : 0)) {
      faults_.add(name + " names an emitter that does not exist");
    }
    if (r.most_ordinal >= messages(feed)) {
      faults_.add(name + " carries a message beyond the last");
    }
  }

  void outlets() {
    std::vector<std::int32_t> listed(program_.feeds.size(), 0);
    for (std::size_t t = 0; t < program_.tasks.size(); ++t) {
      for (const FeedId f : program_.tasks[t].out) {
        const bool own = index(f) < program_.feeds.size() &&
                         !program_.feeds[index(f)].from.memory &&
                         program_.feeds[index(f)].from.number == t;
        if (!own) {
          faults_.add(number("task", t) + " lists a feed that is not its own");
        } else {
          ++listed[index(f)];
        }
      }
    }
    for (std::size_t f = 0; f < program_.feeds.size(); ++f) {
      if (!program_.feeds[f].from.memory && listed[f] != 1) {
        faults_.add(number("feed", f) + " is not listed once by the task it leaves");
      }
    }
  }

  void phases() {
    std::vector<std::int32_t> listed(program_.tasks.size(), 0);
    for (std::size_t p = 0; p < program_.phases.size(); ++p) {
      for (const TaskId t : program_.phases[p].tasks) {
        if (index(t) >= program_.tasks.size() ||
            program_.task(t).phase != static_cast<std::int64_t>(p)) {
          faults_.add(number("phase", p) + " lists a task of another");
        } else {
          ++listed[index(t)];
        }
      }
      for (const Reload& r : program_.phases[p].reloads) {
        if (index(r.task) >= program_.tasks.size() ||
            r.from_controller.size() != chip_.memory.size()) {
          faults_.add(number("phase", p) + " reloads what does not exist");
        }
      }
    }
    for (std::size_t t = 0; t < listed.size(); ++t) {
      if (listed[t] != 1) faults_.add(number("task", t) + " is not in one phase");
    }
  }

  const Mapping& mapping_;
  const RramChip& chip_;
  const Program& program_;
  Faults& faults_;
  std::vector<Range> ranges_;  // by list
};

}  // namespace

void check_links(const CheckedProgram& p, Faults& faults) { Links(p, faults).run(); }

}  // namespace crossroof
