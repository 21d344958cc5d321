// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "workloads/program_check_messages.h"
#include "workloads/streams.h"

namespace crossroof {
namespace {

class Inlets {
 public:
  Inlets(const CheckedProgram& p, Faults& faults)
      : net_(p.net),
        chip_(p.chip),
        mapping_(p.mapping),
        program_(p.program),
        faults_(faults),
        contents_(p, feeds_, faults) {}

  void run() {
    feeds_.resize(program_.inlets.size());
    for (std::size_t f = 0; f < program_.feeds.size(); ++f) {
      const InletId i = program_.feeds[f].inlet;
      if (i != InletId::none) feeds_[index(i)].push_back(f);
    }
    std::size_t first = 0;
    for (const LayerMapping& m : mapping_.layers) {
      first_.push_back(first);
      first += m.tasks.size();
    }
    for (std::uint32_t s = 0; s < mapping_.streams.size() && !faults_.full(); ++s) stream(s);
    faults_.expect_equal("number of inlets", program_.inlets.size(), found_);
    for (const CoreTask& t : program_.tasks) {
      std::int64_t results = 0;
      for (const StageWork& w : t.classes) {
        results = std::max(results, w.s4.amount.count() + w.s7.amount.count());
      }
      l1_[{t.chip, t.phase, t.core}] += chip_.stage_slots * results;
    }
    for (const auto& [core, bits] : l1_) {
      if (bits <= chip_.kind(std::get<2>(core)).l1.capacity.count()) continue;
      faults_.add("messages and results of core " +
                  std::to_string(static_cast<std::size_t>(std::get<2>(core))) + " take " +
                  std::to_string(bits) + " bits, more than its L1 has");
    }
  }

 private:
  void stream(std::uint32_t number) {
    const Stream& s = mapping_.streams[number];
    if (s.kind == StreamKind::store) return;
    const LayerMapping& m = mapping_.layer(s.consumer);
    std::map<std::int64_t, ExpectedMessages> by_replica;
    for (std::size_t t = 0; t < m.tasks.size() && !faults_.full(); ++t) {
      const Task& task = m.tasks[t];
      const std::size_t number_of_task = first_[index(s.consumer)] + t;
      if (s.kind == StreamKind::partial) {
        const bool adds = task.role != Role::partial && task.remote > 0;
        if (adds && task.positions > 0) sums(number, number_of_task, task);
        continue;
      }
      if (s.gate == Gate::s5_operands && task.role == Role::partial) continue;
      const auto [known, is_new] = by_replica.try_emplace(task.replica);
      if (is_new) known->second = expected_messages(mapping_, s, program_.tasks[number_of_task]);
      const std::vector<Span> channels =
          channels_received(net_.layers[index(s.consumer)], m, task, s);
      std::int64_t width = 0;
      for (const Span& c : channels) width += c.length() * stream_bits(mapping_, s);
      if (width > 0) operands(number, number_of_task, channels, width, known->second);
    }
  }

  // The inlet of a task for a stream; nothing, and a fault, when there is not exactly one.
  std::optional<std::size_t> find(std::uint32_t number, std::size_t task) {
    std::optional<std::size_t> found;
    for (const InletId i : program_.tasks[task].inlets) {
      if (program_.inlets[index(i)].stream != number) continue;
      if (found) faults_.add(faults_.task(task) + " has two inlets for one stream");
      found = index(i);
      ++found_;
    }
    if (!found) {
      faults_.add(faults_.task(task) + " has no inlet for stream " + std::to_string(number));
    }
    return found;
  }

  const Demand& demand(std::size_t inlet) const {
    return program_.demands[index(program_.inlets[inlet].demand)];
  }

  void operands(std::uint32_t number, std::size_t task, const std::vector<Span>& channels,
                std::int64_t width, const ExpectedMessages& e) {
    if (e.messages.empty()) return;
    const std::optional<std::size_t> inlet = find(number, task);
    if (!inlet) return;
    const Stream& s = mapping_.streams[number];
    if (!needs_hold(*inlet)) return;
    if (s.piecewise) {
      contents_.pieces(*inlet, s);
    } else {
      faults_.expect_equal("number of messages of " + faults_.inlet(*inlet),
                           static_cast<std::size_t>(demand(*inlet).messages), e.messages.size());
      if (faults_.full() || demand(*inlet).messages != static_cast<int>(e.messages.size())) return;
      chunks_served(*inlet, s, e);
      contents_.whole(*inlet, s, e, width);
    }
    if (!from_memory(s)) contents_.senders(*inlet, s, channels);
    if (!s.piecewise) count_l1(*inlet, width, producer_plan(mapping_, s).length);
  }

  // Needs ascend, lie within the messages and fit into the credits; a stage waits for them.
  bool needs_hold(std::size_t i) {
    const Inlet& inlet = program_.inlets[i];
    const CoreTask& task = program_.task(inlet.task);
    const Stage gate = inlet.gate == Gate::s2_operands ? Stage::l1_read_mac : Stage::l1_read_simd;
    if (!task.has[index(gate)]) {
      faults_.add(faults_.inlet(i) + " is awaited by a stage that does not exist");
    }
    MessageSpan last;
    for (const MessageSpan& n : demand(i).needs) {
      const std::string fault = need_fault(n, last, demand(i).messages, inlet.credits);
      if (!fault.empty()) {
        faults_.add("needs of " + faults_.inlet(i) + " " + fault);
        return false;
      }
      last = n;
    }
    return true;
  }

  static std::string need_fault(const MessageSpan& n, const MessageSpan& last,
                                std::int32_t messages, std::int64_t credits) {
    if (n.begin < last.begin || n.end < last.end) return "go back";
    if (n.begin > n.end || n.end > messages) return "lie outside its messages";
    if (n.end - n.begin > credits || credits < 1) {
      return "ask for " + std::to_string(n.end - n.begin) + " messages at once; it has " +
             std::to_string(credits) + " credits";
    }
    return "";
  }

  // Every chunk waits for the messages the stream says, and none from its own future.
  void chunks_served(std::size_t i, const Stream& s, const ExpectedMessages& e) {
    const std::vector<std::int32_t>& chunks = program_.task(program_.inlets[i].task).chunks;
    for (std::size_t j = 0; j < chunks.size(); ++j) {
      const MessageSpan& n = demand(i).needs[j];
      const Span wanted = s.needs[static_cast<std::size_t>(chunks[j])];
      if (!wanted.empty() && (n.begin > e.ordinal[static_cast<std::size_t>(wanted.begin)] ||
                              n.end <= e.ordinal[static_cast<std::size_t>(wanted.end - 1)])) {
        return faults_.add(faults_.inlet(i) + " does not hold what chunk " + std::to_string(j) +
                           " needs");
      }
      if (s.producer == s.consumer && n.end > 0 &&
          e.messages[static_cast<std::size_t>(n.end - 1)] >= chunks[j]) {
        return faults_.add("chunk " + std::to_string(j) + " of " + faults_.inlet(i) +
                           " waits for a message that it or a later chunk sends");
      }
    }
  }

  // Partial sums: chunk by chunk, one part from every other core of the column set.
  void sums(std::uint32_t number, std::size_t task, const Task& from) {
    const std::optional<std::size_t> inlet = find(number, task);
    if (!inlet) return;
    if (!needs_hold(*inlet)) return;
    const std::string of = " of " + faults_.inlet(*inlet);
    faults_.expect_equal("number of senders" + of, static_cast<std::int64_t>(feeds_[*inlet].size()),
                         from.remote);
    const std::vector<MessageSpan>& needs = demand(*inlet).needs;
    for (const std::size_t f : feeds_[*inlet]) {
      const MessageList& list = program_.list(program_.feeds[f]);
      faults_.expect_equal("number of messages" + of, list.size(), needs.size());
      if (faults_.full() || list.size() != needs.size()) return;
      for (std::size_t j = 0; j < list.size(); ++j) {
        const auto chunk = static_cast<std::int32_t>(j);
        if (list[j].emitter == chunk && list[j].ordinal == chunk && needs[j].begin == chunk &&
            needs[j].end == chunk + 1) {
          continue;
        }
        return faults_.add("chunk " + std::to_string(j) + of + " has not its own partial sums");
      }
    }
    count_l1(*inlet, from.remote * from.held.columns * chip_.kind(from.core).accumulator_bits,
             mapping_.layer(mapping_.streams[number].producer).plan.length);
  }

  // The space of what may be in flight or held.
  void count_l1(std::size_t i, std::int64_t width, std::int64_t positions) {
    const Inlet& inlet = program_.inlets[i];
    const CoreTask& task = program_.task(inlet.task);
    l1_[{task.chip, task.phase, task.core}] += inlet.credits * width * positions;
  }

  const Network& net_;
  const RramChip& chip_;
  const Mapping& mapping_;
  const Program& program_;
  Faults& faults_;
  std::vector<std::vector<std::size_t>> feeds_;  // by inlet
  std::vector<std::size_t> first_;               // task of each layer
  std::size_t found_ = 0;
  MessageCheck contents_;
  std::map<std::tuple<std::int64_t, std::int64_t, CoreId>, std::int64_t> l1_;
};

}  // namespace

void check_inlets(const CheckedProgram& p, Faults& faults) { Inlets(p, faults).run(); }

}  // namespace crossroof
