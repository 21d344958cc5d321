// SPDX-License-Identifier: Apache-2.0
#include "sim/collect.h"

#include <algorithm>

#include "sim/collect_layers.h"

namespace crossroof::sim {
namespace {

// Busy time of a port in the mean, of the group that was busier.
Tick port_time(const L1& l1, const std::vector<Tick>& busy) {
  const auto mean = [&busy](std::size_t first, std::size_t end) {
    Tick sum = 0;
    for (std::size_t p = first; p < end; ++p) sum += busy[p];
    return end > first ? sum / (end - first) : 0;
  };
  if (l1.ports.read_write > 0) return mean(0, busy.size());
  const auto readers = static_cast<std::size_t>(std::min(l1.ports.read, l1.banks));
  return std::max(mean(0, readers), mean(readers, busy.size()));
}

class Collector {
 public:
  Collector(const RramChip& chip, const Program& program, const SimOptions& options,
            const Chip& run)
      : chip_(chip), program_(program), batch_(static_cast<double>(options.batch)), run_(run) {}

  void resources(SimResult& result) {
    for (const ChipCore& core : run_.cores()) of_core(core, result);
    for (std::size_t c = 0; c < run_.nocs().size(); ++c) of_chip(c, result);
    // Of a run that was stopped, services under way count as far as they have come.
    for (SimResource& r : result.resources) r.busy = std::min(r.busy, result.makespan);
    std::stable_sort(result.resources.begin(), result.resources.end(),
                     [](const SimResource& a, const SimResource& b) { return a.busy > b.busy; });
  }

  void counts(SimResult& result) const {
    SimCounts& sum = result.counts;
    sum = run_.transport().counts();
    for (const ChipCore& core : run_.cores()) {
      const SimCounts c = core.control->counts();
      sum.macs += c.macs;
      sum.simd_operations += c.simd_operations;
      sum.l1_read += c.l1_read;
      sum.l1_write += c.l1_write;
      sum.local_messages += static_cast<std::uint64_t>(core.control->local_messages());
      sum.lane_ops += core.simd->server().use().lane_ops;
      const L1Use& l1 = core.l1->server().use();
      sum.l1_words += l1.read_words + l1.write_words;
      sum.bank_conflicts += l1.lost_cycles;
      for (std::uint32_t t = 0; core.crossbars && t < core.crossbars->tasks(); ++t) {
        const CrossbarUse& x = core.crossbars->server(t).use();
        sum.mvms += x.mvms;
        sum.slots += x.slots;
        sum.conversions += x.conversions;
      }
    }
    for (const auto& noc : run_.nocs()) sum.flit_hops += noc->use().flit_hops;
  }

  Seconds services(const SimResult& result) const {
    Seconds sum = seconds(static_cast<Tick>(run_.transport().services()));
    for (const auto& noc : run_.nocs()) sum += seconds(noc->waited());
    for (const ChipCore& core : run_.cores()) {
      for (const Tick port : core.l1->server().use().busy) sum += seconds(port);
    }
    for (const SimResource& r : result.resources) {
      if (r.kind == SimResourceKind::crossbars || r.kind == SimResourceKind::simd) sum += r.busy;
    }
    return sum;
  }

 private:
  void of_core(const ChipCore& core, SimResult& result) const {
    const L1Use& l1 = core.l1->server().use();
    SimResource r;
    r.chip = core.chip;
    r.number = static_cast<std::size_t>(core.core);
    r.kind = SimResourceKind::l1;
    r.busy = seconds(port_time(chip_.kind(core.core).l1, l1.busy));
    r.blocked = seconds(core.l1->blocked_time());
    r.waited = seconds(l1.waited);
    r.services = static_cast<std::uint64_t>(l1.bursts);
    r.longest_queue = l1.longest_queue;
    r.conflicts = l1.lost_cycles;
    if (r.services > 0) result.resources.push_back(r);
    const SimdUse& simd = core.simd->server().use();
    r.kind = SimResourceKind::simd;
    r.busy = seconds(simd.busy);
    r.blocked = seconds(core.simd->blocked_time());
    r.waited = seconds(simd.waited);
    r.services = static_cast<std::uint64_t>(simd.chunks);
    r.longest_queue = simd.longest_queue;
    r.conflicts = 0;
    if (r.services > 0) result.resources.push_back(r);
    for (const CoreModule::Task& t : core.control->tasks()) {
      if (!t.run.task().has[index(Stage::mac)]) continue;
      const CrossbarUse& x = core.crossbars->server(t.crossbars).use();
      r = {};
      r.kind = SimResourceKind::crossbars;
      r.chip = core.chip;
      r.number = static_cast<std::size_t>(core.core);
      r.layer = t.run.task().layer;
      r.busy = seconds(x.busy + x.writing);
      r.blocked = seconds(x.blocked);
      r.services = static_cast<std::uint64_t>(x.chunks);
      if (r.services > 0) result.resources.push_back(r);
    }
  }

  void of_chip(std::size_t c, SimResult& result) const {
    const NocUse& use = run_.nocs()[c]->use();
    const auto add_links = [&](SimResourceKind kind, const std::vector<LinkUse>& links) {
      const Tick cycle = run_.nocs()[c]->period();
      for (std::size_t i = 0; i < links.size(); ++i) {
        if (links[i].packets == 0) continue;
        SimResource r;
        r.kind = kind;
        r.chip = static_cast<std::int64_t>(c);
        r.number = i;
        r.busy = seconds(links[i].busy * cycle);
        r.blocked = seconds(links[i].blocked * cycle);
        r.services = links[i].packets;
        r.flits = links[i].flits;
        r.longest_queue = links[i].longest_queue;
        result.resources.push_back(r);
      }
    };
    add_links(SimResourceKind::link, use.links);
    add_links(SimResourceKind::injection, use.injection);
    add_links(SimResourceKind::ejection, use.ejection);
    const MemoryModule& memory = *run_.memories()[c];
    for (std::size_t m = 0; m < memory.controllers(); ++m) {
      add_port(SimResourceKind::controller, c, m, memory.use(m), memory.longest_queue(m), result);
    }
    if (c >= run_.transport().chip_links().size()) return;
    const std::vector<RateServer>& links = run_.transport().chip_links()[c];
    for (std::size_t l = 0; l < links.size(); ++l) {
      add_port(SimResourceKind::chip_link, c, l, links[l].use(), 0, result);
    }
  }

  static void add_port(SimResourceKind kind, std::size_t chip, std::size_t number,
                       const RateUse& use, std::uint64_t longest, SimResult& result) {
    if (use.packets == 0) return;
    SimResource r;
    r.kind = kind;
    r.chip = static_cast<std::int64_t>(chip);
    r.number = number;
    r.busy = seconds(use.busy);
    r.waited = seconds(use.waited);
    r.services = use.packets;
    r.longest_queue = longest;
    result.resources.push_back(r);
  }

  const RramChip& chip_;
  const Program& program_;
  double batch_;
  const Chip& run_;
};

}  // namespace

SimResult collect(const RramChip& chip, const Program& program, const SimOptions& options,
                  const Chip& run, const Supervisor& supervisor, Tick stopped) {
  SimResult result;
  result.end = supervisor.end();
  result.batch = options.batch;
  result.makespan = result.end == SimEnd::finished   ? seconds(run.progress().end())
                    : result.end == SimEnd::max_time ? *options.max_time
                                                     : seconds(stopped);
  for (const Tick t : run.progress().completions()) result.completions.push_back(seconds(t));
  result.most_images = run.progress().most_images();
  result.events = supervisor.events();
  Collector collector(chip, program, options, run);
  collect_layers(program, options, chip, run, result);
  collector.resources(result);
  collector.counts(result);
  result.services = collector.services(result);
  return result;
}

}  // namespace crossroof::sim
