// SPDX-License-Identifier: Apache-2.0
#include "sim/flow_noc.h"

#include <algorithm>
#include <cmath>

#include "sim/noc_granularity.h"

namespace crossroof::sim {
namespace {

// Flits below this have flowed; sums of shares are not exact.
constexpr double kNothing = 1e-6;

}  // namespace

FlowNoc::FlowNoc(const Noc& noc)
    : noc_(noc),
      links_(noc.topology.links.size()),
      nodes_(noc.topology.nodes()),
      solver_(links_ + 2 * nodes_) {
  occupied_.resize(links_ + 2 * nodes_);
  use_.links.resize(links_);
  use_.injection.resize(nodes_);
  use_.ejection.resize(nodes_);
}

std::vector<std::uint32_t> FlowNoc::servers_of(const Packet& p) const {
  std::vector<std::uint32_t> servers;
  servers.push_back(static_cast<std::uint32_t>(links_ + static_cast<std::size_t>(p.source)));
  for (const LinkId l : route(noc_.topology, p.source, p.destination)) {
    servers.push_back(static_cast<std::uint32_t>(l));
  }
  servers.push_back(
      static_cast<std::uint32_t>(links_ + nodes_ + static_cast<std::size_t>(p.destination)));
  return servers;
}

void FlowNoc::inject(const Packet& packet, Cycle now) {
  Flow f;
  f.packet = packet;
  f.began = now;
  f.left = packet.flits;
  f.servers = servers_of(packet);
  // Of the first flit, without the cycle in which it flows (sim/noc_model.h).
  f.latency = std::max<Cycle>(1, whole_cycles(noc_.router_pipeline) * (f.servers.size() - 1) +
                                     2 * whole_cycles(noc_.interface_pipeline)) -
              1;
  flow_until(now);
  for (const std::uint32_t server : f.servers) {
    Occupied& o = occupied_[server];
    if (o.flows++ == 0) o.since = now;
    LinkUse& use = use_of(server);
    use.longest_queue = std::max<std::uint64_t>(use.longest_queue, o.flows);
  }
  flows_.push_back(std::move(f));
  next_ = now;  // shares change
}

Cycle FlowNoc::next() const { return next_; }

void FlowNoc::flow_until(Cycle now) {
  const auto cycles = static_cast<double>(now - at_);
  for (Flow& f : flows_) f.left -= f.rate * cycles;
  at_ = now;
}

LinkUse& FlowNoc::use_of(std::uint32_t server) {
  if (server < links_) return use_.links[server];
  if (server < links_ + nodes_) return use_.injection[server - links_];
  return use_.ejection[server - links_ - nodes_];
}

void FlowNoc::count(const Flow& f, Cycle now) {
  ++use_.events;
  for (const std::uint32_t server : f.servers) {
    LinkUse& use = use_of(server);
    use.flits += f.packet.flits;
    ++use.packets;
    use.busy += f.packet.flits;
    Occupied& o = occupied_[server];
    o.flits += f.packet.flits;
    if (--o.flows > 0) continue;
    // Flows were there all the time; what they did not use they could not.
    use.blocked += now - o.since - std::min(now - o.since, o.flits);
    o.flits = 0;
  }
  use_.flit_hops += f.packet.flits * (f.servers.size() - 2);
}

void FlowNoc::end_flows(Cycle now, NocSink& sink) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    if (flows_[i].left > kNothing) {
      if (kept != i) flows_[kept] = std::move(flows_[i]);
      ++kept;
      continue;
    }
    const Flow& f = flows_[i];
    count(f, now);
    if (watched_) {
      for (const std::uint32_t server : f.servers) {
        if (server < links_) sink.crossing(f.packet.id, LinkId(server), f.began, now);
      }
    }
    sink.leaving(f.packet.id, now);
    sink.arriving(f.packet.id, f.began + f.latency, now + f.latency);
  }
  flows_.resize(kept);
}

void FlowNoc::share(Cycle now) {
  std::vector<const std::vector<std::uint32_t>*> routes;
  routes.reserve(flows_.size());
  for (const Flow& f : flows_) routes.push_back(&f.servers);
  std::vector<double> rates;
  solver_.solve(routes, rates);
  next_ = kNoCycle;
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    Flow& f = flows_[i];
    f.rate = rates[i];
    const double cycles = std::ceil((f.left - kNothing) / f.rate);
    next_ = std::min(next_, now + static_cast<Cycle>(std::max(1.0, cycles)));
  }
}

void FlowNoc::advance(Cycle now, NocSink& sink) {
  flow_until(now);
  end_flows(now, sink);
  share(now);
}

std::unique_ptr<NocModel> make_flow_noc(const Noc& noc) { return std::make_unique<FlowNoc>(noc); }

}  // namespace crossroof::sim
