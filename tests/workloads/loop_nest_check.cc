// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/loop_nest_check.h"

#include <cmath>
#include <sstream>
#include <tuple>

#include "tests/workloads/loop_nest.h"

namespace crossroof::oracle {
namespace {

// Collects lines "layer 0 task 1: S2 loop nest 8, mapping 16".
class Comparison {
 public:
  void at(const std::string& where) { where_ = where; }
  void same(const std::string& what, std::int64_t counted, std::int64_t mapped) {
    if (counted == mapped) return;
    lines_.push_back(where_ + ": " + what + " loop nest " + std::to_string(counted) + ", mapping " +
                     std::to_string(mapped));
  }
  void same(const std::string& what, const BitsByNode& counted, const BitsByNode& mapped) {
    BitsByNode nodes = counted;
    nodes.insert(mapped.begin(), mapped.end());
    for (const auto& entry : nodes) {
      const auto bits = [&entry](const BitsByNode& all) {
        const auto found = all.find(entry.first);
        return found == all.end() ? 0 : found->second;
      };
      same(what + " node " + std::to_string(static_cast<std::size_t>(entry.first.second)),
           bits(counted), bits(mapped));
    }
  }
  void fault(const std::string& line) { lines_.push_back(line); }
  std::vector<std::string> take() && { return std::move(lines_); }

 private:
  std::string where_;
  std::vector<std::string> lines_;
};

void compare_held(const TaskCounts& n, const Task& task, Comparison& c) {
  c.same("positions", n.positions, task.positions);
  c.same("rows", n.rows, task.held.rows);
  c.same("rows per column set", n.rows_per_set, task.held.rows_per_set);
  c.same("arrays", n.arrays, task.held.arrays);
  c.same("MACs per position", n.weights, task.held.macs_per_position);
  c.same("fullest rows", n.fullest_rows, task.held.fullest_rows);
  c.same("fullest columns", n.fullest_columns, task.held.fullest_columns);
  c.same("row blocks (q)", n.row_blocks, task.row_blocks);
  c.same("remote cores", n.remote, task.remote);
}

void compare_work(const TaskCounts& n, const TaskWork& work, Comparison& c) {
  c.same("S1 bits", n.noc_read, work.noc_read.count());
  c.same("S1 bits from memory", n.memory_read, work.memory_read.count());
  c.same("S2 bits", n.l1_read_mac, work.l1_read_mac.count());
  c.same("S3 MVMs", n.mvms, work.mac.count);
  c.same("S3 slots", n.slots, work.mac.slots);
  c.same("S3 columns", n.fullest_columns, work.mac.columns);
  c.same("S3 planes in turn", n.serial_planes, work.mac.serial_planes);
  c.same("S3 conversions", n.conversions, work.mac.conversions);
  c.same("S3 MACs", n.macs, work.mac.macs);
  c.same("S4 bits", n.l1_write_mac, work.l1_write_mac.count());
  c.same("S5 bits", n.l1_read_simd, work.l1_read_simd.count());
  std::array<std::int64_t, kSimdKindCount> simd{};
  for (const SimdWork& w : work.simd) simd[index(w.kind)] += w.count;
  for (const SimdKindInfo& info : kSimdKinds) {
    c.same("S6 " + std::string(info.key), n.simd[index(info.kind)], simd[index(info.kind)]);
  }
  c.same("S7 bits", n.l1_write_simd, work.l1_write_simd.count());
  c.same("S8 bits", n.noc_write, work.noc_write.count());
  c.same("S8 bits to memory", n.memory_write, work.memory_write.count());
}

void compare_channels(const std::vector<bool>& held, const Task& task, Comparison& c) {
  for (std::size_t channel = 0; channel < held.size(); ++channel) {
    const auto number = static_cast<std::int64_t>(channel);
    c.same("holds channel " + std::to_string(channel), held[channel] ? 1 : 0,
           number >= task.channels.begin && number < task.channels.end ? 1 : 0);
  }
}

// Bits of all streams by task and the node at the other end.
using BitsByTask = std::map<std::pair<std::size_t, std::int64_t>, BitsByNode>;

void sum_flows(const Mapping& mapping, BitsByTask& received, BitsByTask& sent, Comparison& c) {
  c.at("streams");
  for (const Stream& s : mapping.streams) {
    for (const Flow& f : s.flows) {
      if (f.from == f.to) c.fault("streams: a flow from a node to itself");
      if (f.consumer_task < 0 && f.producer_task < 0) c.fault("streams: a flow between memories");
      const LayerId consumer = s.kind == StreamKind::partial ? s.producer : s.consumer;
      if (f.consumer_task >= 0 && f.bits.count() != 0) {
        received[{index(consumer), f.consumer_task}][{f.from.chip, f.from.node}] += f.bits.count();
      }
      if (f.producer_task >= 0 && f.bits.count() != 0) {
        sent[{index(s.producer), f.producer_task}][{f.to.chip, f.to.node}] += f.bits.count();
      }
    }
  }
}

// Cells that hold weights over cells of the arrays used.
void compare_utilisation(const Layer& layer, const WeightWalk& walk, const LayerMapping& mapped,
                         const Crossbar& x, Comparison& c) {
  std::int64_t arrays = 0;
  for (const auto& set : walk.blocks) {
    for (std::size_t b = 0; b < set.size(); ++b) arrays += walk.arrays_per_block;
  }
  c.same("arrays of a replica", arrays, mapped.geometry.arrays());
  std::int64_t cells = 0;
  for (std::size_t w = 0; w < walk.place.size(); ++w) cells += walk.cells_per_weight;
  c.same("weights", static_cast<std::int64_t>(walk.place.size()), layer.groups * layer.K * layer.M);
  const double right =
      static_cast<double>(cells) / static_cast<double>(arrays * x.rows * x.columns);
  if (std::abs(mapped.geometry.utilisation(x) - right) > 1e-12) {
    c.fault("utilisation " + std::to_string(mapped.geometry.utilisation(x)) + ", loop nest " +
            std::to_string(right));
  }
}

// The buffers that the mapping says its tasks take fit in the L1 of each core.
void check_l1(const RramChip& chip, const Mapping& mapping, Comparison& c) {
  std::map<std::tuple<std::int64_t, std::int64_t, std::size_t>, std::int64_t> bits;
  for (const LayerMapping& layer : mapping.layers) {
    for (const Task& t : layer.tasks) {
      bits[{t.chip, t.phase, static_cast<std::size_t>(t.core)}] += t.buffers.count();
    }
  }
  for (const auto& [where, used] : bits) {
    if (used <= chip.kind(CoreId(std::get<2>(where))).l1.capacity.count()) continue;
    c.fault("core " + std::to_string(std::get<2>(where)) + ": buffers of " + std::to_string(used) +
            " bits overflow its L1");
  }
}

void compare_layer(std::size_t l, const Recount& counted, const LayerMapping& mapped,
                   BitsByTask& received, BitsByTask& sent, Comparison& c) {
  for (std::size_t t = 0; t < mapped.tasks.size(); ++t) {
    c.at("layer " + std::to_string(l) + " task " + std::to_string(t));
    const TaskCounts& n = counted.tasks[l][t];
    compare_held(n, mapped.tasks[t], c);
    compare_channels(counted.walks[l].columns_held[t], mapped.tasks[t], c);
    compare_work(n, mapped.tasks[t].work, c);
    c.same("flows from", n.received, received[std::pair(l, static_cast<std::int64_t>(t))]);
    c.same("flows to", n.sent, sent[std::pair(l, static_cast<std::int64_t>(t))]);
  }
}

}  // namespace

std::vector<std::string> differences(const Network& net, const RramChip& chip,
                                     const MappingOptions& options, const Mapping& mapping) {
  const Recount counted = recount(net, chip, options, mapping);
  Comparison c;
  for (const std::string& fault : counted.faults) c.fault(fault);
  if (counted.tasks.size() < net.layers.size()) return std::move(c).take();
  BitsByTask received;
  BitsByTask sent;
  sum_flows(mapping, received, sent, c);
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    const Layer& layer = net.layers[l];
    const LayerMapping& mapped = mapping.layers[l];
    c.at("layer " + std::to_string(l));
    for (const std::string& fault :
         plan_faults(mapped.plan, layer.out.positions(), layer.out.width, mapped.plan.replicas)) {
      c.fault("layer " + std::to_string(l) + " " + fault);
    }
    c.same("b_in", counted.walks[l].bits.input, mapped.bits.input);
    c.same("b_w", counted.walks[l].bits.weight, mapped.bits.weight);
    c.same("b_out", counted.walks[l].bits.output, mapped.bits.output);
    compare_utilisation(layer, counted.walks[l].weights, mapped,
                        chip.kinds[static_cast<std::size_t>(mapped.kind)].crossbar, c);
    compare_layer(l, counted, mapped, received, sent, c);
  }
  for (std::size_t i = 0; i < net.inputs.size(); ++i) {
    const MapShape& map = net.inputs[i].map;
    for (const std::string& fault :
         plan_faults(mapping.input_plans[i], map.positions(), map.width, 1)) {
      c.fault("network input " + std::to_string(i) + " " + fault);
    }
  }
  check_l1(chip, mapping, c);
  return std::move(c).take();
}

std::string describe(const Mapping& mapping) {
  std::ostringstream text;
  for (std::size_t l = 0; l < mapping.layers.size(); ++l) {
    const LayerMapping& layer = mapping.layers[l];
    text << "layer " << l << ": " << layer.plan.replicas << " replica(s), chunk "
         << layer.plan.length << ", phase " << layer.phase << "\n";
    for (std::size_t t = 0; t < layer.tasks.size(); ++t) {
      const Task& task = layer.tasks[t];
      const Rectangle& r = task.rectangle;
      text << "  task " << t << ": replica " << task.replica << " core "
           << static_cast<std::size_t>(task.core)
           << (task.role == Role::root ? " root" : " partial of " + std::to_string(task.root))
           << ", column sets [" << r.set_begin << ", " << r.set_end << ") x row blocks ["
           << r.block_begin << ", " << r.block_end << ")\n";
    }
  }
  for (const Stream& s : mapping.streams) {
    text << "stream " << static_cast<int>(s.producer) << " -> " << static_cast<int>(s.consumer)
         << (s.gate == Gate::s2_operands ? " S2" : " S5") << ", kind " << static_cast<int>(s.kind)
         << ", credits " << s.credits << (s.via_memory ? ", via memory" : "")
         << (s.spilled ? ", spilled" : "") << (s.piecewise ? ", piecewise" : "")
         << (s.network_output ? ", network output" : "") << "\n";
  }
  return text.str();
}

}  // namespace crossroof::oracle
