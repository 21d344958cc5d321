// SPDX-License-Identifier: Apache-2.0
#include "analytic/resource_max.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "analytic/grain.h"
#include "analytic/mvm.h"
#include "analytic/noc_timing.h"
#include "analytic/rates.h"
#include "analytic/stage_max.h"
#include "analytic/switch_loss.h"

namespace crossroof::analytic {
namespace {

constexpr std::size_t kKinds = 11;

// One dense table of loads per kind; crossbars of tasks are a list, since no two tasks share them.
class Loads {
 public:
  Loads(const RramChip& chip, std::int64_t chips, Pieces of)
      : pieces(of),
        chip_(chip),
        stretch_(of == Pieces::whole ? link_stretch(chip.noc) : 1),
        crossing_(static_cast<std::size_t>(chips)),
        crossings_(crossings_of(chip.noc.topology, chips)),
        tables_(kKinds) {
    const std::size_t cores = chip.cores.size();
    const std::size_t nodes = chip.noc.topology.nodes();
    const std::array<std::size_t, kKinds> sizes = {
        cores, cores, cores, cores, cores, chip.memory.size(), chip.noc.topology.links.size(),
        nodes, nodes, 1,     1};
    for (std::size_t k = 0; k < kKinds; ++k) {
      per_chip_[k] = sizes[k];
      tables_[k].resize(sizes[k] * static_cast<std::size_t>(chips));
    }
  }

  const Pieces pieces;

  void add(ResourceKind kind, std::int64_t chip, std::size_t number, Seconds per_image,
           Seconds once = Seconds()) {
    const auto k = static_cast<std::size_t>(kind);
    Load& load = tables_[k][static_cast<std::size_t>(chip) * per_chip_[k] + number];
    load.per_image += per_image;
    load.once += once;
  }

  void add_crossbars(const Task& task, LayerId layer, Seconds per_image, Seconds once) {
    tasks_.push_back({ResourceKind::crossbars, task.chip, static_cast<std::size_t>(task.core),
                      layer, per_image, once});
  }

  // The path of a message: ports, links (links of one chip only; what crosses chips is charged to
  // the link of the sending chip). Messages hold `positions` positions.
  void add_flow(const Flow& f, bool once, std::int64_t positions) {
    const Seconds port = port_time(f, positions);
    const Seconds image = once ? Seconds() : port, load = once ? port : Seconds();
    add_end(f.from, ResourceKind::injection, f.bits, image, load, once);
    add_end(f.to, ResourceKind::ejection, f.bits, image, load, once);
    if (f.from.chip != f.to.chip) {
      return add_chip_links(f, once, static_cast<double>(ceil_div(f.positions, positions)));
    }
    std::size_t input = links() + static_cast<std::size_t>(f.from.node);
    for (const LinkId link : route(chip_.noc.topology, f.from.node, f.to.node)) {
      const auto output = static_cast<std::size_t>(link);
      add(ResourceKind::link, f.from.chip, output, image * stretch_, load * stretch_);
      cross(f.from.chip, input, output, port * stretch_);
      if (!of_stream_.empty()) follow(f.from.chip, output, port * stretch_);
      input = output;
    }
    cross(f.from.chip, input, links() + static_cast<std::size_t>(f.to.node), port);
  }

  // Copies of one tensor from one core: a link carries at least the largest of those that cross it,
  // and so does the injection port.
  void add_multicast(const std::vector<const Flow*>& flows, std::int64_t positions) {
    std::map<std::pair<std::int64_t, LinkId>, Seconds> links;
    std::map<std::int64_t, const Flow*> abroad;  // one copy for each other chip
    Seconds injected;
    for (const Flow* f : flows) {
      const Seconds port = port_time(*f, positions);
      injected = std::max(injected, port);
      add_end(f->to, ResourceKind::ejection, f->bits, port, Seconds(), false);
      if (f->from.chip != f->to.chip) {
        const Flow*& copy = abroad[f->to.chip];
        if (copy == nullptr || f->bits > copy->bits) copy = f;
        continue;
      }
      for (const LinkId link : route(chip_.noc.topology, f->from.node, f->to.node)) {
        Seconds& busy = links[{f->from.chip, link}];
        busy = std::max(busy, port);
      }
    }
    add(ResourceKind::injection, flows.front()->from.chip,
        static_cast<std::size_t>(flows.front()->from.node), injected);
    for (const auto& [chip, copy] : abroad) {
      add_chip_links(*copy, false, static_cast<double>(ceil_div(copy->positions, positions)));
    }
    for (const auto& [link, busy] : links) {
      add(ResourceKind::link, link.first, static_cast<std::size_t>(link.second), busy);
    }
  }

  // From now on, what the links carry is also counted apart.
  void follow_stream() {
    of_stream_.resize(tables_[static_cast<std::size_t>(ResourceKind::link)].size());
    for (const std::size_t link : followed_) of_stream_[link] = Seconds();
    followed_.clear();
    busiest_followed_ = Seconds();
  }
  Seconds busiest_followed() const { return busiest_followed_; }

  std::vector<ResourceLoad> list() {
    lose();
    leave_idle();
    std::vector<ResourceLoad> all = tasks_;
    for (std::size_t k = 0; k < kKinds; ++k) {
      for (std::size_t i = 0; i < tables_[k].size(); ++i) {
        const Load& load = tables_[k][i];
        if (load.per_image <= Seconds() && load.once <= Seconds()) continue;
        all.push_back({static_cast<ResourceKind>(k), static_cast<std::int64_t>(i / per_chip_[k]),
                       i % per_chip_[k], LayerId::network_input, load.per_image, load.once});
      }
    }
    return all;
  }

 private:
  std::size_t links() const { return chip_.noc.topology.links.size(); }
  std::size_t ports() const { return links() + chip_.noc.topology.nodes(); }
  void cross(std::int64_t chip, std::size_t input, std::size_t output, Seconds load) {
    if (pieces == Pieces::any || chip_.noc.topology.kind == TopologyKind::full) return;
    crossings_.see(input, static_cast<std::size_t>(chip) * ports() + output, load);
  }

  void follow(std::int64_t chip, std::size_t link, Seconds load) {
    const std::size_t place = static_cast<std::size_t>(chip) * links() + link;
    if (of_stream_[place] == Seconds()) followed_.push_back(place);
    of_stream_[place] += load;
    busiest_followed_ = std::max(busiest_followed_, of_stream_[place]);
  }

  // A network of all links has none where heads are blocked: what enters a router ends there.
  Crossings crossings_of(const Topology& t, std::int64_t chips) const {
    if (pieces == Pieces::any || t.kind == TopologyKind::full) return {0, {}, 1};
    std::vector<std::uint32_t> inputs(t.routers), places(ports());
    for (std::size_t l = 0; l < t.links.size(); ++l) {
      places[l] = inputs[static_cast<std::size_t>(t.links[l].to)]++;
    }
    for (std::size_t n = 0; n < t.nodes(); ++n) {
      places[links() + n] = inputs[static_cast<std::size_t>(t.inject[n])]++;
    }
    const std::size_t width = *std::max_element(inputs.begin(), inputs.end());
    return {ports() * static_cast<std::size_t>(chips), std::move(places), width};
  }

  // A message takes one of the links between chips: few messages leave some of them idle.
  void leave_idle() {
    if (pieces == Pieces::any || !chip_.chip_link) return;
    const auto all = static_cast<double>(chip_.chip_link->links);
    for (const ResourceKind kind : {ResourceKind::chip_link, ResourceKind::chip_link_in}) {
      std::vector<Load>& loads = tables_[static_cast<std::size_t>(kind)];
      for (std::size_t chip = 0; chip < loads.size(); ++chip) {
        // Of what enters, as many as leave the chip before.
        const double sent =
            crossing_[kind == ResourceKind::chip_link || chip == 0 ? chip : chip - 1];
        if (sent <= 0) continue;
        const double idle = all / std::min(all, sent);
        loads[chip].per_image = loads[chip].per_image * idle;
        loads[chip].once = loads[chip].once * idle;
      }
    }
  }

  Seconds most() const {
    Seconds longest;
    for (const ResourceLoad& r : tasks_) longest = std::max(longest, r.per_image + r.once);
    for (const std::vector<Load>& table : tables_) {
      for (const Load& load : table) longest = std::max(longest, load.per_image + load.once);
    }
    return longest;
  }

  // Where inputs meet that feed other outputs too, an output is not always busy. Only where that
  // makes it the busiest of all.
  void lose() {
    if (pieces == Pieces::any) return;
    const Topology& t = chip_.noc.topology;
    const auto router_of = [&](std::size_t output) {
      const std::size_t port = output % ports(), chip = output / ports();
      const RouterId r = port < links() ? t.links[port].from : t.eject[port - links()];
      return chip * t.routers + static_cast<std::size_t>(r);
    };
    const std::size_t chips = tables_[static_cast<std::size_t>(ResourceKind::chip_link)].size();
    crossings_.blocked(chips * t.routers, most(), router_of, [&](std::size_t output, Seconds time) {
      const std::size_t port = output % ports(), chip = output / ports();
      const ResourceKind kind = port < links() ? ResourceKind::link : ResourceKind::ejection;
      const auto k = static_cast<std::size_t>(kind);
      Load& load = tables_[k][chip * per_chip_[k] + (port < links() ? port : port - links())];
      const double lost = time / (load.per_image + load.once);
      load.per_image = load.per_image * lost;
      load.once = load.once * lost;
    });
  }

  Seconds port_time(const Flow& f, std::int64_t positions) const {
    if (pieces == Pieces::any) return f.bits.bytes() / chip_.noc.link_rate();
    return flow_time(chip_.noc, f, positions);
  }

  // A memory controller takes its own time and that of the port its node has on the NoC.
  void add_end(ChipNode n, ResourceKind port, Bits bits, Seconds image, Seconds load, bool once) {
    const auto node = static_cast<std::size_t>(n.node);
    add(port, n.chip, node, image, load);
    if (node < chip_.cores.size()) return;
    const std::size_t c = node - chip_.cores.size();
    const Seconds t = bits.bytes() / chip_.memory[c].rate;
    add(ResourceKind::controller, n.chip, c, once ? Seconds() : t, once ? t : Seconds());
  }

  void add_chip_links(const Flow& f, bool once, double messages) {
    if (!chip_.chip_link) return;
    const Seconds t = f.bits.bytes() / chip_link_rate(chip_);
    crossing_[static_cast<std::size_t>(f.from.chip)] += messages;
    const Seconds image = once ? Seconds() : t, load = once ? t : Seconds();
    add(ResourceKind::chip_link, f.from.chip, 0, image, load);
    add(ResourceKind::chip_link_in, f.to.chip, 0, image, load);
  }

  struct Load {
    Seconds per_image, once;
  };
  const RramChip& chip_;
  double stretch_;                // of links
  std::vector<double> crossing_;  // messages that leave each chip for another
  Crossings crossings_;           // inputs and outputs of routers: links, then nodes
  std::array<std::size_t, kKinds> per_chip_{};
  std::vector<std::vector<Load>> tables_;
  std::vector<ResourceLoad> tasks_;
  std::vector<Seconds> of_stream_;     // by chip and link
  std::vector<std::size_t> followed_;  // of those, not zero
  Seconds busiest_followed_;
};

using Multicast = std::map<std::pair<LayerId, std::int64_t>, std::vector<const Flow*>>;

// Array writing that keeps a task's crossbars from its MVMs, per image or once.
struct Writing {
  Seconds time;
  bool per_image = false;
};

void add_task(const Network& net, const RramChip& chip, const ChunkPlan& plan, const Task& task,
              LayerId id, const Writing& writing, Loads& loads, LoadDetails* details) {
  const CoreKind& kind = chip.kind(task.core);
  const auto core = static_cast<std::size_t>(task.core);
  const TaskWork& w = task.work;
  const L1Rates rates = l1_rates(kind.l1);
  const bool dma = kind.l1.dma == Dma::shared;
  const auto add = [&](ResourceKind server, Seconds busy) {
    loads.add(server, task.chip, core, busy);
    if (details != nullptr && busy > Seconds()) {
      details->shares.push_back({server, task.chip, core, id, busy});
    }
  };
  const double chunks = chunk_count(plan, task);
  const auto l1 = [&](Bits bits) {
    if (loads.pieces == Pieces::any) return bits.bytes() / rates.one_port;
    return access_time(kind.l1, share_of(bits, chunks)) * chunks;
  };
  Seconds reads = l1(w.l1_read_mac) + l1(w.l1_read_simd);
  Seconds writes = l1(w.l1_write_mac) + l1(w.l1_write_simd);
  if (dma) {
    const double rounding = loads.pieces == Pieces::any ? 1 : packet_rounding(chip.noc, kind.l1);
    reads += w.noc_write.bytes() / rates.one_port * rounding;
    writes += w.noc_read.bytes() / rates.one_port * rounding;
  }
  if (rates.split) {
    add(ResourceKind::l1_read, reads * (rates.one_port / rates.read));
    add(ResourceKind::l1_write, writes * (rates.one_port / rates.write));
  } else {
    add(ResourceKind::l1, (reads + writes) * (rates.one_port / rates.read));
  }
  if (!w.simd.empty()) {
    const Seconds busy = loads.pieces == Pieces::any
                             ? lane_operations(kind.simd, w.simd) / simd_rate(kind.simd)
                             : simd_time(kind.simd, w.simd, 1 / chunks) * chunks;
    add(ResourceKind::simd, busy);
  }
  if (w.mac.count == 0) return;
  const MvmTime mvm = mvm_time(kind.crossbar, w.mac);
  const Seconds mvms = mac_time(net.layers[index(id)], plan, w.mac, mvm);
  const Seconds busy = writing.per_image ? mvms + writing.time : mvms;
  loads.add_crossbars(task, id, busy, writing.per_image ? Seconds() : writing.time);
  if (kind.crossbar.planes > 1) {
    // Planes behind one read-out take turns, whichever layer they belong to.
    const double share = static_cast<double>(task.held.arrays) /
                         static_cast<double>(kind.crossbars * w.mac.serial_planes);
    const Seconds read_out = mvm.interval * static_cast<double>(w.mac.count);
    loads.add(ResourceKind::crossbars, task.chip, core, read_out * share);
  }
}

}  // namespace

namespace {

std::string node_name(const RramChip& chip, std::size_t node) {
  if (node < chip.cores.size()) return "core " + std::to_string(node);
  const std::size_t beyond = node - chip.cores.size();
  if (beyond < chip.memory.size()) return "memory controller " + std::to_string(beyond);
  return "chip link " + std::to_string(beyond - chip.memory.size());
}

}  // namespace

std::string name(const RramChip& chip, const ResourceLoad& r) {
  const std::string number = std::to_string(r.number);
  const std::string on = r.chip > 0 ? " of chip " + std::to_string(r.chip) : "";
  switch (r.kind) {
    case ResourceKind::l1:
      return "L1 of core " + number + on;
    case ResourceKind::l1_read:
      return "L1 read ports of core " + number + on;
    case ResourceKind::l1_write:
      return "L1 write ports of core " + number + on;
    case ResourceKind::crossbars:
      return "crossbars of core " + number + on;
    case ResourceKind::simd:
      return "SIMD unit of core " + number + on;
    case ResourceKind::controller:
      return "memory controller " + number + on;
    case ResourceKind::injection:
      return "injection port of " + node_name(chip, r.number) + on;
    case ResourceKind::ejection:
      return "ejection port of " + node_name(chip, r.number) + on;
    case ResourceKind::chip_link:
      return "links leaving chip " + std::to_string(r.chip);
    case ResourceKind::chip_link_in:
      return "links entering chip " + std::to_string(r.chip);
    case ResourceKind::link:
      break;
  }
  const Link& link = chip.noc.topology.links[r.number];
  return "NoC link " + std::to_string(static_cast<std::size_t>(link.from)) + " -> " +
         std::to_string(static_cast<std::size_t>(link.to)) + on;
}

namespace {

using Writings = std::map<std::pair<LayerId, std::size_t>, Writing>;

// Weights of the phase: their way to the cores, and the writing that holds up crossbars.
Writings add_weight_loads(const RramChip& chip, const Mapping& mapping, const Phase& phase,
                          Loads& loads) {
  Writings writing;
  for (const WeightLoad& load : phase.loads) {
    const Task& task = mapping.layer(load.layer).tasks[load.task];
    const Crossbar& x = chip.kind(task.core).crossbar;
    const Seconds write = array_write_time(x, load.rows);
    if (!x.write->overlaps_mvm) writing[{load.layer, load.task}] = {write, load.per_image};
    // The weights of a task are spread evenly over the controllers.
    const auto n = static_cast<std::int64_t>(chip.memory.size());
    for (std::int64_t c = 0; c < n; ++c) {
      Flow f;
      f.from = {task.chip, chip.memory_node(static_cast<std::size_t>(c))};
      f.to = {task.chip, chip.core_node(task.core)};
      f.bits = Bits(load.bits.count() / n + (c < load.bits.count() % n ? 1 : 0));
      loads.add_flow(f, true, 1);
    }
  }
  return writing;
}

// The phase of the task at the core end of a flow.
std::int64_t phase_of(const Mapping& mapping, const Stream& s, const Flow& f) {
  const bool to_task = f.consumer_task >= 0;
  const std::vector<Task>& tasks = mapping.layer(to_task ? s.consumer : s.producer).tasks;
  return tasks[static_cast<std::size_t>(to_task ? f.consumer_task : f.producer_task)].phase;
}

void add_flows(const RramChip& chip, const Mapping& mapping, std::int64_t phase, Loads& loads,
               LoadDetails* details) {
  Multicast multicast;
  if (details != nullptr) details->stream_links.assign(mapping.streams.size(), Seconds());
  for (std::size_t i = 0; i < mapping.streams.size(); ++i) {
    const Stream& s = mapping.streams[i];
    if (!mapping.layer(s.consumer).spread && mapping.layer(s.consumer).phase != phase) continue;
    const bool shared = chip.noc.multicast && s.producer != LayerId::network_input &&
                        s.kind != StreamKind::partial && s.kind != StreamKind::store;
    if (details != nullptr) loads.follow_stream();
    for (const Flow& f : s.flows) {
      if (phase_of(mapping, s, f) != phase) continue;
      if (shared && f.producer_task >= 0) {
        multicast[{s.producer, f.producer_task}].push_back(&f);
      } else {
        loads.add_flow(f, false, message_positions(mapping, s));
      }
    }
    if (details != nullptr) details->stream_links[i] = loads.busiest_followed();
  }
  for (const auto& [source, flows] : multicast) {
    loads.add_multicast(flows, mapping.layer(source.first).plan.length);
  }
}

}  // namespace

std::vector<ResourceLoad> resource_loads(const Network& net, const RramChip& chip,
                                         const Mapping& mapping, std::int64_t phase, Pieces pieces,
                                         LoadDetails* details) {
  Loads loads(chip, mapping.chips, pieces);
  const Phase& here = mapping.phases[static_cast<std::size_t>(phase)];
  const Writings writing = add_weight_loads(chip, mapping, here, loads);
  for (const LayerId id : here.layers) {
    const std::vector<Task>& tasks = mapping.layer(id).tasks;
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      if (tasks[t].phase != phase) continue;
      const auto write = writing.find({id, t});
      add_task(net, chip, mapping.layer(id).plan, tasks[t], id,
               write == writing.end() ? Writing() : write->second, loads, details);
    }
  }
  add_flows(chip, mapping, phase, loads, details);
  return loads.list();
}

}  // namespace crossroof::analytic
