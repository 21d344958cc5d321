// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/closed_counts.h"

#include <sstream>

namespace crossroof::oracle {
namespace {

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Amounts of one image, and weights that are loaded once.
void add_tasks(const RramChip& chip, const Mapping& mapping, sim::SimCounts& c) {
  for (const LayerMapping& layer : mapping.layers) {
    for (const Task& t : layer.tasks) {
      const TaskWork& w = t.work;
      c.macs += w.mac.macs;
      c.mvms += w.mac.count;
      c.slots += w.mac.count * w.mac.slots;
      c.conversions += w.mac.conversions;
      for (const SimdWork& op : w.simd) c.simd_operations += op.count;
      c.l1_read += w.l1_read_mac + w.l1_read_simd;
      c.l1_write += w.l1_write_mac + w.l1_write_simd;
      if (chip.kind(t.core).l1.dma == Dma::dedicated) continue;
      c.dma_read += w.noc_write;
      c.dma_write += w.noc_read;
    }
  }
}

void add_flows(const RramChip& chip, const Mapping& mapping, sim::SimCounts& c) {
  for (const Stream& s : mapping.streams) {
    for (const Flow& f : s.flows) {
      if (f.from == f.to) continue;
      c.noc += f.bits;
      if (static_cast<std::size_t>(f.from.node) >= chip.cores.size()) c.memory_read += f.bits;
      if (static_cast<std::size_t>(f.to.node) >= chip.cores.size()) c.memory_write += f.bits;
    }
  }
}

// Every burst begins with a new word.
std::int64_t words(const L1& l1, std::int64_t bits) {
  const std::int64_t word = l1.word.count();
  if (!l1.burst) return divide_up(bits, word);
  const std::int64_t burst = l1.burst->count();
  return bits / burst * divide_up(burst, word) + divide_up(bits % burst, word);
}

void add_words(const RramChip& chip, const Program& program, sim::SimCounts& c) {
  for (const CoreTask& task : program.tasks) {
    const L1& l1 = chip.kind(task.core).l1;
    for (std::size_t chunk = 0; chunk < task.chunks.size(); ++chunk) {
      const StageWork& w = task.work(static_cast<std::int64_t>(chunk));
      for (const Access* a : {&w.s2, &w.s4, &w.s5, &w.s7})
        c.l1_words += words(l1, a->amount.count());
    }
  }
}

class Ways {
 public:
  Ways(const RramChip& chip, const Program& program, sim::SimCounts& counts)
      : chip_(chip), program_(program), counts_(counts) {}

  // Messages of one image.
  void add(const Feed& feed, std::size_t number) {
    for (const Carried& m : program_.list(feed)) {
      feed.local ? void(++counts_.local_messages)
                 : message(m.positions * feed.position_bits.count(), feed.from, feed.to,
                           feed.from.chip == feed.to.chip ? links(feed.from, feed.to)
                                                          : links_between_chips(feed, number));
      ++number;
    }
  }
  void add(const Reload& reload) {
    const std::int64_t on = program_.task(reload.task).chip;
    for (std::size_t m = 0; m < reload.from_controller.size(); ++m) {
      const Endpoint from{true, on, static_cast<std::uint32_t>(m)};
      const Endpoint to{false, on, static_cast<std::uint32_t>(index(reload.task))};
      message(reload.from_controller[m].count(), from, to, links(from, to));
      counts_.weight_load += reload.from_controller[m];
      if (chip_.kind(program_.task(reload.task).core).l1.dma == Dma::dedicated) continue;
      counts_.dma_write += reload.from_controller[m];
    }
  }

 private:
  NodeId node(const Endpoint& e) const {
    return e.memory ? chip_.memory_node(e.number) : chip_.core_node(program_.tasks[e.number].core);
  }

  std::int64_t hops(NodeId a, NodeId b) const {
    return static_cast<std::int64_t>(route(chip_.noc.topology, a, b).size());
  }
  std::int64_t links(const Endpoint& from, const Endpoint& to) const {
    return hops(node(from), node(to));
  }
  // Those to the chip link and from it: message m of the f-th such feed takes link (f + m) modulo
  // them, which sits at the router of the controller of its number (docs/simulator.md).
  std::int64_t links_between_chips(const Feed& f, std::size_t number) const {
    const std::size_t link = number % static_cast<std::size_t>(chip_.chip_link->links);
    const NodeId gateway = chip_.memory_node(link % chip_.memory.size());
    return hops(node(f.from), gateway) + hops(gateway, node(f.to));
  }

  void message(std::int64_t bits, const Endpoint& from, const Endpoint& to, std::int64_t links) {
    ++counts_.messages;
    const std::int64_t flit = chip_.noc.flit.count();
    const std::int64_t packets = divide_up(bits, chip_.noc.payload_flits * flit);
    const std::int64_t flits = divide_up(bits, flit) + chip_.noc.header_flits * packets;
    counts_.packets += static_cast<std::uint64_t>(packets);
    counts_.flits += static_cast<std::uint64_t>(flits);
    counts_.flit_hops += static_cast<std::uint64_t>(flits * links);
    for (const Endpoint* end : {&from, &to}) {
      if (end->memory) continue;
      const L1& l1 = chip_.kind(program_.tasks[end->number].core).l1;
      if (l1.dma == Dma::dedicated) continue;
      const std::int64_t packet = chip_.noc.payload_flits * flit;
      counts_.l1_words += bits / packet * words(l1, packet) + words(l1, bits % packet);
    }
  }

  const RramChip& chip_;
  const Program& program_;
  sim::SimCounts& counts_;
};

void repeat(sim::SimCounts& c, std::int64_t images) {
  for (std::int64_t* n :
       {&c.macs, &c.mvms, &c.slots, &c.conversions, &c.simd_operations, &c.l1_words}) {
    *n *= images;
  }
  for (Bits* b : {&c.noc, &c.memory_read, &c.memory_write, &c.l1_read, &c.l1_write, &c.dma_read,
                  &c.dma_write}) {
    *b = Bits(b->count() * images);
  }
  for (std::uint64_t* n : {&c.packets, &c.flits, &c.flit_hops, &c.messages, &c.local_messages}) {
    *n *= static_cast<std::uint64_t>(images);
  }
}

}  // namespace

sim::SimCounts closed_counts(const RramChip& chip, const Mapping& mapping, const Program& program,
                             std::int64_t images) {
  sim::SimCounts counts;
  add_tasks(chip, mapping, counts);
  add_flows(chip, mapping, counts);
  add_words(chip, program, counts);
  Ways ways(chip, program, counts);
  std::size_t crossing = 0;
  for (const Feed& f : program.feeds) ways.add(f, f.from.chip == f.to.chip ? 0 : crossing++);
  repeat(counts, images);
  for (const ProgramPhase& p : program.phases) {
    for (const Reload& r : p.reloads) ways.add(r);
  }
  return counts;
}

std::string differences(const sim::SimCounts& expected, const sim::SimCounts& counted) {
  std::ostringstream out;
  const auto compare = [&out](const char* what, auto a, auto b) {
    if (a != b) out << what << ": " << a << " expected, " << b << " counted\n";
  };
  const sim::SimCounts &e = expected, &c = counted;
  compare("MACs", e.macs, c.macs);
  compare("MVMs", e.mvms, c.mvms);
  compare("slots", e.slots, c.slots);
  compare("conversions", e.conversions, c.conversions);
  compare("SIMD operations", e.simd_operations, c.simd_operations);
  compare("bits on the NoC", e.noc.count(), c.noc.count());
  compare("bits from memory", e.memory_read.count(), c.memory_read.count());
  compare("bits to memory", e.memory_write.count(), c.memory_write.count());
  compare("bits from L1", e.l1_read.count(), c.l1_read.count());
  compare("bits to L1", e.l1_write.count(), c.l1_write.count());
  compare("words of L1", e.l1_words, c.l1_words);
  compare("bits from L1 to the NoC", e.dma_read.count(), c.dma_read.count());
  compare("bits from the NoC to L1", e.dma_write.count(), c.dma_write.count());
  compare("bits of weights", e.weight_load.count(), c.weight_load.count());
  compare("messages", e.messages, c.messages);
  compare("messages within cores", e.local_messages, c.local_messages);
  compare("packets", e.packets, c.packets);
  compare("flits", e.flits, c.flits);
  compare("flit-hops", e.flit_hops, c.flit_hops);
  return out.str();
}

}  // namespace crossroof::oracle
