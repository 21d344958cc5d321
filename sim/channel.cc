// SPDX-License-Identifier: Apache-2.0
#include "sim/channel.h"

#include <algorithm>

#include "sim/packet_timing.h"

namespace crossroof::sim {
namespace {

ChannelEnd end_of(const RramChip& chip, const Program& program, const Endpoint& e,
                  const std::vector<std::size_t>& core_of_task) {
  ChannelEnd end;
  end.chip = e.chip;
  end.memory = e.memory;
  if (e.memory) {
    end.controller = e.number;
    end.node = chip.memory_node(e.number);
    return end;
  }
  end.task = e.number;
  end.core = core_of_task[e.number];
  end.node = chip.core_node(program.tasks[e.number].core);
  return end;
}

NodeId gateway_node(const RramChip& chip, std::size_t link) {
  return NodeId(chip.cores.size() + chip.memory.size() + link);
}

// What the way costs beyond service: pipelines once a NoC, controllers and chip links once each.
void add_costs(const RramChip& chip, const Noc& noc, Channel& c) {
  const Tick cycle = period(noc.clock);
  c.cycle = cycle;
  const PacketTiming timing = packet_timing(noc);
  const Cycle loop =
      std::max(timing.after_switch + timing.credit, timing.interface + timing.injection_credit);
  c.flit_cycles = std::max(1.0, static_cast<double>(loop) / static_cast<double>(noc.buffer_flits));
  c.packet_cycles = static_cast<double>(timing.before_switch + timing.reuse);
  const auto pipelines = [&](NodeId from, NodeId to) {
    const Cycle routers = route(noc.topology, from, to).size() + 1;
    return (whole_cycles(noc.router_pipeline) * routers +
            2 * whole_cycles(noc.interface_pipeline)) *
           cycle;
  };
  const auto slow = [&c](BytesPerSecond rate) {
    c.rate_time = std::max(c.rate_time, kTicksPerSecond / (8 * rate.value()));
  };
  for (const ChannelEnd* end : {&c.from, &c.to}) {
    if (!end->memory) continue;
    c.latency += ticks(chip.memory[end->controller].latency);
    slow(chip.memory[end->controller].rate);
  }
  if (!c.between_chips()) {
    c.latency += pipelines(c.from.node, c.to.node);
    return;
  }
  Tick longest = 0;  // by any of the links
  for (std::size_t link = 0; link < c.link_busy.size(); ++link) {
    const NodeId gateway = gateway_node(chip, link);
    longest = std::max(longest, pipelines(c.from.node, gateway) + pipelines(gateway, c.to.node));
  }
  c.latency += longest + ticks(chip.chip_link->latency);
  slow(chip.chip_link->rate);
}

}  // namespace

double Channel::slowest(std::int64_t bits, std::uint32_t packet_flits) const {
  const double cycles = static_cast<double>(packet_flits) * flit_cycles + packet_cycles;
  // In buffers shorter than the credit loop the next packet does not follow at once.
  const double way = flit_cycles > 1 ? static_cast<double>(latency) : 0;
  const double port = cycles * static_cast<double>(cycle) + way;
  const double rate = static_cast<double>(bits) * rate_time;
  return between_chips() ? 2 * port + rate : std::max(port, rate);  // stored between two NoCs
}

Noc noc_of(const RramChip& chip, std::int64_t chips) {
  Noc noc = chip.noc;
  if (chips <= 1 || !chip.chip_link) return noc;
  for (std::int64_t link = 0; link < chip.chip_link->links; ++link) {
    const std::size_t at = chip.memory.empty()
                               ? 0
                               : static_cast<std::size_t>(chip.memory_node(
                                     static_cast<std::size_t>(link) % chip.memory.size()));
    noc.topology.inject.push_back(noc.topology.inject[at]);
    noc.topology.eject.push_back(noc.topology.eject[at]);
  }
  return noc;
}

std::vector<Channel> make_channels(const RramChip& chip, const Noc& noc, const Program& program,
                                   const std::vector<std::size_t>& core_of_task) {
  std::vector<Channel> channels;
  const std::size_t links = chip.chip_link ? static_cast<std::size_t>(chip.chip_link->links) : 1;
  std::size_t crossing = 0;
  for (const Feed& f : program.feeds) {
    Channel c;
    c.kind = f.kind;
    c.from = end_of(chip, program, f.from, core_of_task);
    c.to = end_of(chip, program, f.to, core_of_task);
    c.feed = &f;
    c.list = &program.list(f);
    if (c.between_chips()) {
      c.crossing = crossing++;
      c.link_busy.resize(links);
    }
    const ChannelEnd& at = c.to.memory ? c.from : c.to;
    c.phase = program.tasks[at.task].phase;
    if (!f.local) add_costs(chip, noc, c);
    channels.push_back(c);
  }
  for (std::size_t p = 0; p < program.phases.size(); ++p) {
    for (const Reload& r : program.phases[p].reloads) {
      for (std::size_t m = 0; m < r.from_controller.size(); ++m) {
        Channel c;
        c.kind = StreamKind::input;
        const std::int64_t on = program.task(r.task).chip;
        c.from = end_of(chip, program, {true, on, static_cast<std::uint32_t>(m)}, core_of_task);
        c.to = end_of(chip, program, {false, on, static_cast<std::uint32_t>(index(r.task))},
                      core_of_task);
        c.phase = static_cast<std::int64_t>(p);
        c.reload = r.task;
        c.rows = r.rows;
        c.weights = r.from_controller[m];
        add_costs(chip, noc, c);
        channels.push_back(c);
      }
    }
  }
  return channels;
}

}  // namespace crossroof::sim
