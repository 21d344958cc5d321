// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "workloads/program_faults.h"

namespace crossroof {
namespace {

// Both ends of a movement: a task, or below zero a controller of a chip.
using Ends = std::tuple<std::uint32_t, std::int64_t, std::int64_t>;  // stream, from, to
using BitsByEnds = std::map<Ends, std::int64_t>;

class Traffic {
 public:
  Traffic(const CheckedProgram& p, Faults& faults)
      : net_(p.net), chip_(p.chip), mapping_(p.mapping), program_(p.program), faults_(faults) {}

  void run() {
    for (const MessageList& list : program_.lists) {
      std::int64_t n = 0;
      for (const Carried& x : list) n += x.positions;
      positions_.push_back(n);
    }
    for (std::size_t f = 0; f < program_.feeds.size() && !faults_.full(); ++f) {
      places(f);
      order(f);
    }
    flows();
    ports();
    tensors();
  }

 private:
  Bits bits(const Feed& f) const { return f.position_bits * positions_[index(f.list)]; }

  // Local feeds, and no others, have both ends on one core.
  void places(std::size_t f) {
    const Feed& feed = program_.feeds[f];
    const bool one_core =
        !feed.from.memory && !feed.to.memory && feed.from.chip == feed.to.chip &&
        program_.tasks[feed.from.number].core == program_.tasks[feed.to.number].core;
    if (one_core != feed.local) {
      faults_.add(faults_.feed(f) + " is said to be " + (feed.local ? "" : "not ") +
                  "within one core");
    }
  }

  // From another phase only through memory (there, reads() looks at the order).
  void order(std::size_t f) {
    const Feed& feed = program_.feeds[f];
    if (!feed.from.memory && !feed.to.memory &&
        program_.tasks[feed.from.number].phase != program_.tasks[feed.to.number].phase) {
      faults_.add(faults_.feed(f) + " crosses a phase");
    }
    if (feed.from.memory && feed.tensor != TensorId::none) {
      const Tensor& tensor = program_.tensors[index(feed.tensor)];
      const LayerId producer = mapping_.streams[feed.stream].producer;
      if (tensor.layer != producer) faults_.add(faults_.feed(f) + " reads another tensor");
    }
  }

  std::int64_t controller(std::int64_t chip, std::size_t number) const {
    return -1 - static_cast<std::int64_t>(number) -
           chip * static_cast<std::int64_t>(chip_.memory.size());
  }
  std::int64_t end_of(const Endpoint& e) const {
    return e.memory ? controller(e.chip, e.number) : std::int64_t{e.number};
  }

  // Bits between any two ends are those of the mapping, stream by stream.
  void flows() {
    BitsByEnds difference;
    for (const Feed& f : program_.feeds) {
      if (f.local) continue;
      difference[{f.stream, end_of(f.from), end_of(f.to)}] += bits(f).count();
    }
    std::vector<std::int64_t> first;
    std::int64_t tasks = 0;
    for (const LayerMapping& m : mapping_.layers) {
      first.push_back(tasks);
      tasks += static_cast<std::int64_t>(m.tasks.size());
    }
    const auto end = [&](std::int64_t task, LayerId layer, ChipNode node) {
      if (task >= 0) return first[index(layer)] + task;
      return controller(node.chip, static_cast<std::size_t>(node.node) - chip_.cores.size());
    };
    for (std::uint32_t s = 0; s < mapping_.streams.size(); ++s) {
      const Stream& stream = mapping_.streams[s];
      for (const Flow& flow : stream.flows) {
        difference[{s, end(flow.producer_task, stream.producer, flow.from),
                    end(flow.consumer_task, stream.consumer, flow.to)}] -= flow.bits.count();
      }
    }
    for (const auto& [ends, n] : difference) {
      if (n == 0 || faults_.full()) continue;
      const auto name = [&](std::int64_t e) {
        const auto n_controllers = static_cast<std::int64_t>(chip_.memory.size());
        return e < 0 ? "controller " + std::to_string((-1 - e) % n_controllers) + " of chip " +
                           std::to_string((-1 - e) / n_controllers)
                     : faults_.task(static_cast<std::size_t>(e));
      };
      faults_.add("stream " + std::to_string(std::get<0>(ends)) + " moves " + std::to_string(n) +
                  " bits too many from " + name(std::get<1>(ends)) + " to " +
                  name(std::get<2>(ends)));
    }
  }

  // S1 and S8 of every task; what a multicast group carries leaves once.
  void ports() {
    std::vector<Bits> read(program_.tasks.size()), memory_read(program_.tasks.size());
    for (const Feed& f : program_.feeds) {
      if (f.local || f.to.memory) continue;
      read[f.to.number] += bits(f);
      if (f.from.memory) memory_read[f.to.number] += bits(f);
    }
    std::size_t t = 0;
    for (const LayerMapping& m : mapping_.layers) {
      for (const Task& from : m.tasks) {
        if (faults_.full()) return;
        const std::string of = " of " + faults_.task(t);
        faults_.expect_equal("S1" + of, read[t], from.work.noc_read);
        faults_.expect_equal("S1 from memory" + of, memory_read[t], from.work.memory_read);
        faults_.expect_equal("S8" + of, written(t), from.work.noc_write);
        ++t;
      }
    }
  }

  Bits written(std::size_t t) {
    Bits sum;
    std::map<std::int32_t, std::vector<std::size_t>> groups;
    for (const FeedId id : program_.tasks[t].out) {
      const Feed& f = program_.feeds[index(id)];
      if (f.group >= 0) {
        groups[f.group].push_back(index(id));
      } else if (!f.local) {
        sum += bits(f);
      }
    }
    for (const auto& [group, feeds] : groups) sum += sent_once(group, feeds);
    return sum;
  }

  Bits sent_once(std::int32_t group, const std::vector<std::size_t>& feeds) {
    const Feed& one = program_.feeds[feeds.front()];
    std::map<std::int32_t, std::int32_t> positions;  // by chunk
    std::set<std::uint32_t> receivers;
    for (const std::size_t f : feeds) {
      const Feed& feed = program_.feeds[f];
      receivers.insert(feed.to.number);
      if (!chip_.noc.multicast || feed.local || feed.to.memory ||
          feed.position_bits != one.position_bits) {
        faults_.add(faults_.feed(f) + " cannot be sent with group " + std::to_string(group));
      }
      for (const Carried& x : program_.list(feed)) positions[x.emitter] = x.positions;
    }
    if (!group_tasks_.emplace(group, one.from.number).second) {
      faults_.add("group " + std::to_string(group) + " leaves from two tasks");
    }
    std::int64_t n = 0;
    for (const auto& [chunk, length] : positions) n += length;
    return one.position_bits * n;
  }

  // A tensor as the feeds to memory fill it, by message.
  struct Filled {
    std::vector<std::int32_t> stores;
    std::vector<std::int64_t> phase;  // in which it and all before it have landed
  };

  // Every message of a tensor that somebody waits for is stored, by those the tensor counts on, and
  // not after the phase that waits.
  void tensors() {
    std::vector<Filled> filled;
    for (const Tensor& t : program_.tensors) {
      filled.push_back({std::vector<std::int32_t>(t.stores.size(), 0),
                        std::vector<std::int64_t>(t.stores.size(), 0)});
    }
    for (std::size_t f = 0; f < program_.feeds.size() && !faults_.full(); ++f) {
      const Feed& feed = program_.feeds[f];
      if (feed.to.memory) stores(f, filled[index(feed.tensor)]);
    }
    for (std::size_t i = 0; i < filled.size(); ++i) {
      std::vector<std::int64_t>& phase = filled[i].phase;
      for (std::size_t k = 1; k < phase.size(); ++k) phase[k] = std::max(phase[k], phase[k - 1]);
      if (filled[i].stores != program_.tensors[i].stores) {
        faults_.add("tensor " + std::to_string(i) + " of layer '" +
                    net_.layers[index(program_.tensors[i].layer)].name +
                    "' counts on other messages than are stored");
      }
    }
    std::set<std::tuple<ListId, TensorId, std::int64_t>> seen;
    for (std::size_t f = 0; f < program_.feeds.size() && !faults_.full(); ++f) {
      const Feed& feed = program_.feeds[f];
      if (feed.to.memory || feed.tensor == TensorId::none) continue;
      const std::int64_t phase = program_.tasks[feed.to.number].phase;
      if (seen.insert({feed.list, feed.tensor, phase}).second) {
        reads(f, phase, filled[index(feed.tensor)]);
      }
    }
  }

  void stores(std::size_t f, Filled& filled) {
    const Feed& feed = program_.feeds[f];
    const CoreTask& from = program_.tasks[feed.from.number];
    const LayerMapping& m = mapping_.layer(from.layer);
    const auto controllers = static_cast<std::int32_t>(chip_.memory.size());
    if (program_.tensors[index(feed.tensor)].layer != from.layer) {
      faults_.add(faults_.feed(f) + " stores another layer's tensor");
    }
    for (const Carried& x : program_.list(feed)) {
      const auto message = static_cast<std::size_t>(x.ordinal);
      ++filled.stores[message];
      filled.phase[message] = std::max(filled.phase[message], from.phase);
      const bool whole = from.chunks[static_cast<std::size_t>(x.emitter)] == x.ordinal &&
                         x.ordinal % controllers == static_cast<std::int32_t>(feed.to.number) &&
                         x.positions == m.plan.chunk(x.ordinal).length();
      if (!whole) return faults_.add(faults_.feed(f) + " stores a message that is not its chunk");
    }
  }

  void reads(std::size_t f, std::int64_t phase, const Filled& filled) {
    for (const Carried& x : program_.list(program_.feeds[f])) {
      const auto message = static_cast<std::size_t>(x.emitter);
      if (filled.stores[message] == 0) {
        return faults_.add(faults_.feed(f) + " waits for a message that nobody stores");
      }
      if (filled.phase[message] > phase) {
        return faults_.add(faults_.feed(f) + " reads what a later phase stores");
      }
    }
  }

  const Network& net_;
  const RramChip& chip_;
  const Mapping& mapping_;
  const Program& program_;
  Faults& faults_;
  std::vector<std::int64_t> positions_;  // of each list
  std::map<std::int32_t, std::uint32_t> group_tasks_;
};

}  // namespace

void check_traffic(const CheckedProgram& p, Faults& faults) { Traffic(p, faults).run(); }

}  // namespace crossroof
