// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "workloads/expand.h"
#include "workloads/flows.h"
#include "workloads/streams.h"

namespace crossroof {
namespace {

// What one replica of a consumer needs of a stream: ordinals, and which message each of them is.
struct Needed {
  DemandId demand{};
  std::vector<std::int32_t> messages;  // by ordinal
};

// Position of each chunk in the order of the replica that makes it.
std::vector<std::int32_t> positions_in_replica(const ChunkPlan& plan) {
  std::vector<std::int32_t> at(static_cast<std::size_t>(plan.count()), 0);
  std::int32_t last_replica = -1, first = 0;
  for (std::int32_t c = 0; c < plan.count(); ++c) {
    if (plan.run == 0) {
      at[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(c / plan.replicas);
      continue;
    }
    const auto replica = static_cast<std::int32_t>(plan.replica_of(c));
    if (replica != last_replica) first = c;
    last_replica = replica;
    at[static_cast<std::size_t>(c)] = c - first;
  }
  return at;
}

// Makes both ends of the needs grow from chunk to chunk. A chunk that needs nothing holds nothing.
void make_monotone(Demand& demand) {
  std::int32_t end = 0;
  for (MessageSpan& n : demand.needs) n.end = end = std::max(end, n.end);
  std::int32_t begin = demand.messages;
  for (std::size_t j = demand.needs.size(); j-- > 0;) {
    MessageSpan& n = demand.needs[j];
    begin = std::min(begin, n.begin);
    n.begin = std::min(begin, n.end);
  }
}

class StreamExpansion {
 public:
  StreamExpansion(const Network& net, const RramChip& chip, const Mapping& mapping,
                  const FirstTasks& first, std::vector<TensorId>& tensors, Program& program)
      : net_(net),
        chip_(chip),
        mapping_(mapping),
        first_(first),
        tensors_(tensors),
        program_(program),
        controllers_(chip.memory.size()) {}

  void store(std::uint32_t number) {
    const Stream& s = stream(number);
    const LayerMapping& m = mapping_.layer(s.producer);
    const StoredPart part = stored_part(net_, mapping_, s);
    const TensorId id = TensorId(static_cast<std::uint32_t>(program_.tensors.size()));
    tensors_[index(s.producer)] = id;
    Tensor tensor{s.producer, std::vector<std::int32_t>(static_cast<std::size_t>(m.plan.count()))};
    const std::vector<std::int32_t> at = positions_in_replica(m.plan);
    std::vector<MessageList> lists(static_cast<std::size_t>(m.plan.replicas) * controllers_);
    for (std::int32_t c = 0; c < m.plan.count(); ++c) {
      const auto i = static_cast<std::size_t>(c);
      if (!part.messages[i]) continue;
      lists[static_cast<std::size_t>(m.plan.replica_of(c)) * controllers_ + i % controllers_]
          .push_back({at[i], c, positions(m.plan, c)});
    }
    const std::vector<ListId> ids = add_lists(std::move(lists));
    for (std::size_t t = 0; t < m.tasks.size(); ++t) {
      const Task& task = m.tasks[t];
      const std::int64_t channels = common_channels(part.channels, task.channels);
      if (task.role == Role::partial || channels == 0) continue;
      for (std::size_t c = 0; c < controllers_; ++c) {
        Feed f;
        f.list = ids[static_cast<std::size_t>(task.replica) * controllers_ + c];
        if (program_.list(f).empty()) continue;
        f.kind = StreamKind::store;
        f.from = {false, task.chip, first_[index(s.producer)] + static_cast<std::uint32_t>(t)};
        f.to = {true, m.tasks.front().chip, static_cast<std::uint32_t>(c)};
        f.position_bits = Bits(channels) * m.bits.output;
        f.tensor = id;
        f.stream = number;
        for (const Carried& x : program_.list(f)) {
          ++tensor.stores[static_cast<std::size_t>(x.ordinal)];
        }
        add(f, {});
      }
    }
    program_.tensors.push_back(std::move(tensor));
  }

  void partials(std::uint32_t number) {
    const Stream& s = stream(number);
    const LayerMapping& m = mapping_.layer(s.producer);
    for (std::size_t t = 0; t < m.tasks.size(); ++t) {
      if (m.tasks[t].remote == 0 || m.tasks[t].role == Role::partial) continue;
      const TaskId root = task_id(s.producer, t);
      const CoreTask& task = program_.task(root);
      if (task.chunks.empty()) continue;
      Demand demand;
      MessageList list;
      for (std::int32_t j = 0; j < static_cast<std::int32_t>(task.chunks.size()); ++j) {
        demand.needs.push_back({j, j + 1});
        list.push_back({j, j, static_cast<std::int32_t>(task.work(j).mvms)});
      }
      demand.messages = static_cast<std::int32_t>(task.chunks.size());
      const InletId inlet = add_inlet(root, number, add_demand(std::move(demand)));
      const ListId id = add_lists({std::move(list)}).front();
      for (std::size_t p = 0; p < m.tasks.size(); ++p) {
        if (m.tasks[p].role != Role::partial || m.tasks[p].root != t) continue;
        Feed f;
        f.kind = StreamKind::partial;
        f.from = {false, m.tasks[p].chip, static_cast<std::uint32_t>(task_id(s.producer, p))};
        f.to = {false, m.tasks[t].chip, static_cast<std::uint32_t>(root)};
        f.inlet = inlet;
        f.list = id;
        f.position_bits =
            Bits(m.tasks[p].held.columns) * chip_.kind(m.tasks[t].core).accumulator_bits;
        f.stream = number;
        add(f, {});
      }
    }
  }

  void operands(std::uint32_t number) {
    const Stream& s = stream(number);
    const LayerMapping& m = mapping_.layer(s.consumer);
    const bool memory = from_memory(s);
    for (std::int64_t r = 0; r < m.plan.replicas; ++r) {
      const bool any = std::any_of(m.tasks.begin(), m.tasks.end(),
                                   [r](const Task& t) { return t.replica == r; });
      if (!any) continue;
      std::vector<MessageList> lists;
      const DemandId demand = s.piecewise ? pieces(s, r, lists) : messages(s, r, memory, lists);
      const std::vector<ListId> ids = add_lists(std::move(lists));
      for (std::size_t t = 0; t < m.tasks.size(); ++t) {
        const Task& task = m.tasks[t];
        if (task.replica != r) continue;
        if (s.gate == Gate::s5_operands && task.role == Role::partial) continue;
        const std::vector<Span> channels =
            channels_received(net_.layers[index(s.consumer)], m, task, s);
        memory ? read_memory(number, t, demand, ids, channels)
               : receive(number, t, demand, ids, channels);
      }
    }
  }

  std::vector<std::vector<Span>>& channels() { return channels_; }

 private:
  const Stream& stream(std::uint32_t number) const { return mapping_.streams[number]; }
  TaskId task_id(LayerId layer, std::size_t t) const {
    return TaskId(first_[index(layer)] + static_cast<std::uint32_t>(t));
  }
  static std::int32_t positions(const ChunkPlan& plan, std::int64_t chunk) {
    return static_cast<std::int32_t>(plan.chunk(chunk).length());
  }

  DemandId add_demand(Demand demand) {
    program_.demands.push_back(std::move(demand));
    return DemandId(static_cast<std::uint32_t>(program_.demands.size() - 1));
  }

  std::vector<ListId> add_lists(std::vector<MessageList> lists) {
    std::vector<ListId> ids;
    ids.reserve(lists.size());
    for (MessageList& l : lists) {
      ids.push_back(ListId(static_cast<std::uint32_t>(program_.lists.size())));
      program_.lists.push_back(std::move(l));
    }
    return ids;
  }

  InletId add_inlet(TaskId task, std::uint32_t number, DemandId demand) {
    const Stream& s = stream(number);
    Inlet inlet;
    inlet.task = task;
    inlet.demand = demand;
    inlet.kind = s.kind;
    inlet.gate = s.kind == StreamKind::partial ? Gate::s5_operands : s.gate;
    inlet.stream = number;
    inlet.recurrent = s.recurrent;
    inlet.credits = s.credits;
    // Needs made monotone may hold a message longer than the window says.
    for (const MessageSpan& n : program_.demands[index(demand)].needs) {
      inlet.credits = std::max<std::int64_t>(inlet.credits, n.end - n.begin);
    }
    const InletId id = InletId(static_cast<std::uint32_t>(program_.inlets.size()));
    program_.inlets.push_back(inlet);
    program_.tasks[index(task)].inlets.push_back(id);
    return id;
  }

  void add(Feed f, std::vector<Span> channels) {
    const FeedId id = FeedId(static_cast<std::uint32_t>(program_.feeds.size()));
    if (!f.from.memory) program_.tasks[f.from.number].out.push_back(id);
    program_.feeds.push_back(f);
    if (chip_.noc.multicast) channels_.push_back(std::move(channels));
  }

  // Whole messages, each once; by controller or by replica of the producer.
  DemandId messages(const Stream& s, std::int64_t replica, bool memory,
                    std::vector<MessageList>& lists) {
    const LayerMapping& m = mapping_.layer(s.consumer);
    const ChunkPlan& source = producer_plan(mapping_, s);
    const std::vector<std::int32_t> chunks = chunks_of(m.plan, replica);
    std::vector<std::int32_t> ordinal(static_cast<std::size_t>(source.count()), m.dynamic ? 0 : -1);
    Span marked;
    for (const std::int32_t c : chunks) {
      const Span n = s.needs[static_cast<std::size_t>(c)];
      if (n.empty() || (n.begin >= marked.begin && n.end <= marked.end)) continue;
      std::fill(ordinal.begin() + n.begin, ordinal.begin() + n.end, 0);
      marked = n;
    }
    const std::vector<std::int32_t> at = positions_in_replica(source);
    const bool input = s.producer == LayerId::network_input;
    lists.resize(memory ? controllers_ : static_cast<std::size_t>(source.replicas));
    Demand demand;
    for (std::int32_t c = 0; c < source.count(); ++c) {
      const auto i = static_cast<std::size_t>(c);
      if (ordinal[i] < 0) continue;
      ordinal[i] = demand.messages++;
      const std::size_t from =
          memory ? i % controllers_ : static_cast<std::size_t>(source.replica_of(c));
      const std::int32_t emitter = !memory ? at[i] : input ? -1 : c;
      lists[from].push_back({emitter, ordinal[i], positions(source, c)});
    }
    for (const std::int32_t c : chunks) {
      const Span n = s.needs[static_cast<std::size_t>(c)];
      demand.needs.push_back(n.empty()
                                 ? MessageSpan{demand.messages, 0}
                                 : MessageSpan{ordinal[static_cast<std::size_t>(n.begin)],
                                               ordinal[static_cast<std::size_t>(n.end - 1)] + 1});
    }
    // All of what is written into crossbars is kept, needed by a chunk or not.
    if (m.dynamic) demand.needs.back().end = demand.messages;
    make_monotone(demand);
    return add_demand(std::move(demand));
  }

  // What each chunk reads anew: one message for each chunk and controller.
  DemandId pieces(const Stream& s, std::int64_t replica, std::vector<MessageList>& lists) {
    const LayerMapping& m = mapping_.layer(s.consumer);
    const Layer& layer = net_.layers[index(s.consumer)];
    const ChunkPlan& source = producer_plan(mapping_, s);
    const bool repeat = layer.kind != LayerKind::move && !m.dynamic;
    lists.resize(controllers_);
    Demand demand;
    std::int64_t last = -1;
    std::vector<Span> runs;
    std::vector<bool> here(repeat ? 0 : static_cast<std::size_t>(source.count()), false);
    for (const std::int32_t c : chunks_of(m.plan, replica)) {
      runs.clear();
      if (repeat) {
        touched_runs(layer, layer.in_edges[s.edges.front()], m.plan.chunk(c), runs);
      } else {
        new_messages(m.dynamic ? Span{0, source.count()} : s.needs[static_cast<std::size_t>(c)],
                     source, here, runs);
      }
      piece(s, source, runs, last, demand, lists);
    }
    make_monotone(demand);
    return add_demand(std::move(demand));
  }

  static void new_messages(Span needs, const ChunkPlan& source, std::vector<bool>& here,
                           std::vector<Span>& runs) {
    for (std::int64_t c = needs.begin; c < needs.end; ++c) {
      if (here[static_cast<std::size_t>(c)]) continue;
      here[static_cast<std::size_t>(c)] = true;
      runs.push_back(source.chunk(c));
    }
  }

  // `last`: the last message read so far; at the lower edge of a map a chunk may end before it.
  void piece(const Stream& s, const ChunkPlan& source, const std::vector<Span>& runs,
             std::int64_t& last, Demand& demand, std::vector<MessageList>& lists) {
    std::vector<std::int64_t> by_controller(controllers_, 0);
    std::int64_t all = 0;
    for (const Span& run : runs) {
      for (std::int64_t p = run.begin; p < run.end;) {
        const std::int64_t message = p / source.length;
        const std::int64_t end = std::min(run.end, (message + 1) * source.length);
        by_controller[static_cast<std::size_t>(message) % controllers_] += end - p;
        last = std::max(last, message);
        all += end - p;
        p = end;
      }
    }
    if (all == 0) return demand.needs.push_back({demand.messages, 0});
    const bool input = s.producer == LayerId::network_input;
    for (std::size_t c = 0; c < controllers_; ++c) {
      if (by_controller[c] == 0) continue;
      lists[c].push_back({input ? -1 : static_cast<std::int32_t>(last), demand.messages,
                          static_cast<std::int32_t>(by_controller[c])});
    }
    demand.needs.push_back({demand.messages, demand.messages + 1});
    ++demand.messages;
  }

  Feed feed_to(std::uint32_t number, std::size_t t) const {
    const Stream& s = stream(number);
    Feed f;
    f.kind = s.kind;
    f.to = {false, mapping_.layer(s.consumer).tasks[t].chip,
            static_cast<std::uint32_t>(task_id(s.consumer, t))};
    f.stream = number;
    return f;
  }

  void read_memory(std::uint32_t number, std::size_t t, DemandId demand,
                   const std::vector<ListId>& ids, const std::vector<Span>& channels) {
    const Stream& s = stream(number);
    std::int64_t count = 0;
    for (const Span& c : channels) count += c.length();
    if (count == 0 || program_.demands[index(demand)].messages == 0) return;
    Feed f = feed_to(number, t);
    f.inlet = add_inlet(task_id(s.consumer, t), number, demand);
    f.position_bits = Bits(count) * stream_bits(mapping_, s);
    const bool input = s.producer == LayerId::network_input;
    const std::int64_t home = input ? f.to.chip : mapping_.layer(s.producer).tasks.front().chip;
    if (!input) f.tensor = tensors_[index(s.producer)];
    for (std::size_t c = 0; c < controllers_; ++c) {
      f.from = {true, home, static_cast<std::uint32_t>(c)};
      f.list = ids[c];
      if (!program_.list(f).empty()) add(f, {});
    }
  }

  void receive(std::uint32_t number, std::size_t t, DemandId demand, const std::vector<ListId>& ids,
               const std::vector<Span>& channels) {
    const Stream& s = stream(number);
    const std::vector<Task>& producers = mapping_.layer(s.producer).tasks;
    const Task& to = mapping_.layer(s.consumer).tasks[t];
    if (program_.demands[index(demand)].messages == 0) return;
    Feed f = feed_to(number, t);
    for (std::size_t p = 0; p < producers.size(); ++p) {
      const Task& from = producers[p];
      const std::int64_t count = common_channels(channels, from.channels);
      f.list = ids[static_cast<std::size_t>(from.replica)];
      if (from.role == Role::partial || count == 0 || program_.list(f).empty()) continue;
      if (f.inlet == InletId::none) f.inlet = add_inlet(task_id(s.consumer, t), number, demand);
      f.from = {false, from.chip, static_cast<std::uint32_t>(task_id(s.producer, p))};
      f.position_bits = Bits(count) * stream_bits(mapping_, s);
      f.local = from.chip == to.chip && from.core == to.core;
      std::vector<Span> shared;
      if (chip_.noc.multicast) {
        for (const Span& c : channels) {
          shared.push_back(
              {std::max(c.begin, from.channels.begin), std::min(c.end, from.channels.end)});
        }
        normalise_spans(shared);
      }
      add(f, std::move(shared));
    }
  }

  const Network& net_;
  const RramChip& chip_;
  const Mapping& mapping_;
  const FirstTasks& first_;
  std::vector<TensorId>& tensors_;  // by producing layer
  Program& program_;
  std::size_t controllers_;
  std::vector<std::vector<Span>> channels_;  // by feed, on a NoC with multicast
};

}  // namespace

void expand_streams(const Network& net, const RramChip& chip, const Mapping& mapping,
                    const FirstTasks& first, Program& program) {
  std::vector<TensorId> tensors(net.layers.size(), TensorId::none);
  StreamExpansion expansion(net, chip, mapping, first, tensors, program);
  const auto count = static_cast<std::uint32_t>(mapping.streams.size());
  for (std::uint32_t s = 0; s < count; ++s) {
    if (mapping.streams[s].kind == StreamKind::store) expansion.store(s);
  }
  for (std::uint32_t s = 0; s < count; ++s) {
    const StreamKind kind = mapping.streams[s].kind;
    if (kind == StreamKind::partial) expansion.partials(s);
    if (kind != StreamKind::partial && kind != StreamKind::store) expansion.operands(s);
  }
  if (chip.noc.multicast) group_multicast(expansion.channels(), program);
}

}  // namespace crossroof
