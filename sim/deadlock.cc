// SPDX-License-Identifier: Apache-2.0
#include "sim/deadlock.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace crossroof::sim {
namespace {

// What keeps a task from going on, and the tasks that could help.
struct Reason {
  std::string text;
  std::set<std::uint32_t> waits_for;
};

class Waits {
 public:
  Waits(const Program& program, const Chip& run) : program_(program), run_(run) {
    for (const ChipCore& core : run.cores()) {
      for (const CoreModule::Task& t : core.control->tasks()) {
        if (t.active && !t.run.finished()) reasons_[t.number] = reason(t);
      }
    }
  }

  // Tasks that wait for each other in a circle; empty when there is none.
  std::vector<std::uint32_t> cycle() const {
    for (const auto& [start, reason] : reasons_) {
      std::vector<std::uint32_t> path{start};
      std::set<std::uint32_t> seen{start};
      while (true) {
        const auto at = reasons_.find(path.back());
        if (at == reasons_.end() || at->second.waits_for.empty()) break;
        const std::uint32_t next = *at->second.waits_for.begin();
        const auto back = std::find(path.begin(), path.end(), next);
        if (back != path.end()) {
          path.erase(path.begin(), back);
          return path;
        }
        if (!seen.insert(next).second) break;
        path.push_back(next);
      }
    }
    return {};
  }

  const std::map<std::uint32_t, Reason>& all() const { return reasons_; }

  std::string name(std::uint32_t task) const {
    const CoreTask& t = program_.tasks[task];
    std::string text = "'" + program_.layer_names[index(t.layer)] + "'";
    if (t.replica > 0) text += " replica " + std::to_string(t.replica);
    text += " on core " + std::to_string(static_cast<std::size_t>(t.core));
    if (program_.chips > 1) text += " of chip " + std::to_string(t.chip);
    return text;
  }

 private:
  Reason reason(const CoreModule::Task& t) const {
    Reason r;
    r.text = name(t.number) + ": ";
    // What has gone farthest stands in the way of the rest.
    for (const Emission::Message& m : t.emission.pending()) {
      const Feed& feed = program_.feeds[index(m.feed)];
      if (r.waits_for.empty()) {
        r.text +=
            "message " + std::to_string(m.ordinal) + " has no credit of " + name(feed.to.number);
      }
      r.waits_for.insert(feed.to.number);
    }
    if (!r.waits_for.empty()) return r;
    if (!t.weights) {
      r.text += "its weights have not been written";
      return r;
    }
    for (std::size_t k = 0; k < t.run.stages(); ++k) {
      if (starved(t, k, r)) return r;
    }
    r.text += "its last results have not left";
    return r;
  }

  bool starved(const CoreModule::Task& t, std::size_t k, Reason& r) const {
    const TaskRun::StageRun& s = t.run.stage(k);
    if (t.run.next(k) == Wait::none) return false;
    for (const InletRun* in : t.run.gated(k)) {
      if (in->has(s.to_start.image, s.to_start.chunk)) continue;
      r.text += "chunk " + std::to_string(s.started) + " lacks message " +
                std::to_string(in->frontier()) + " from ";
      senders(*in, r);
      return true;
    }
    return false;
  }

  void senders(const InletRun& in, Reason& r) const {
    const InletId id = InletId(static_cast<std::uint32_t>(&in.inlet() - program_.inlets.data()));
    const Demand& demand = program_.demands[index(in.inlet().demand)];
    const auto wanted = static_cast<std::int32_t>(in.frontier() % demand.messages);
    std::set<TensorId> tensors;
    for (const Feed& f : program_.feeds) {
      if (f.inlet != id) continue;
      const MessageList& list = program_.list(f);
      const bool carries = std::any_of(list.begin(), list.end(),
                                       [wanted](const Carried& c) { return c.ordinal == wanted; });
      if (!carries) continue;
      if (!f.from.memory) r.waits_for.insert(f.from.number);
      if (f.from.memory && f.tensor != TensorId::none) tensors.insert(f.tensor);
    }
    for (const Feed& f : program_.feeds) {
      if (f.to.memory && tensors.count(f.tensor) > 0) r.waits_for.insert(f.from.number);
    }
    r.text += r.waits_for.empty() ? "memory" : name(*r.waits_for.begin());
    if (!tensors.empty()) r.text += " by way of memory";
  }

  const Program& program_;
  const Chip& run_;
  std::map<std::uint32_t, Reason> reasons_;
};

}  // namespace

std::string explain_deadlock(const Program& program, const Chip& run) {
  const Waits waits(program, run);
  const std::vector<std::uint32_t> cycle = waits.cycle();
  std::string text = "deadlock: nothing can move at " +
                     std::to_string(seconds(sc_now()).value() * 1e6) + " us, in phase " +
                     std::to_string(run.progress().phase());
  const auto add = [&text](const Reason& r) { text += "\n  " + r.text; };
  if (!cycle.empty()) {
    text += "; these wait for each other in a circle:";
    for (const std::uint32_t t : cycle) add(waits.all().at(t));
    return text;
  }
  text += "; no circle of waits; what is not done:";
  constexpr std::size_t kMost = 10;
  std::size_t shown = 0;
  for (const auto& [task, reason] : waits.all()) {
    if (shown++ < kMost) add(reason);
  }
  return text;
}

}  // namespace crossroof::sim
