// SPDX-License-Identifier: Apache-2.0
#include "sim/flit_noc.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <string>

#include "models/error.h"
#include "models/units_text.h"
#include "sim/flit_port.h"
#include "sim/flit_routes.h"

namespace crossroof::sim {
namespace {

constexpr Cycle kMostDelay = 1 << 20;  // of a pipeline, cycles

// A power of two above every delay.
std::size_t wheel_size(const FlitPipeline& pipeline) {
  const Cycle longest = std::max(pipeline.traversal + pipeline.credit, pipeline.interface);
  std::size_t size = 1;
  while (size <= longest) size *= 2;
  return size;
}

class FlitNoc : public NocModel {
 public:
  FlitNoc(const Noc& noc, const FlitPipeline& pipeline);
  void inject(const Packet& packet, Cycle now) override;
  Cycle next() const override;
  void advance(Cycle now, NocSink& sink) override;
  NocUse use() const override { return use_; }
  std::uint64_t events() const override { return use_.events; }

 private:
  struct Arrival {
    std::uint32_t router, port, channel;
    Flit flit;
  };
  struct Credit {
    bool to_port;  // an injection port, or else a router's output
    std::uint32_t index, port, channel;
  };
  struct Slot {  // what comes in at a cycle
    std::vector<Arrival> arrivals;
    std::vector<Credit> credits;
  };

  Slot& slot(Cycle cycle) { return wheel_[cycle & (wheel_.size() - 1)]; }
  void make_routers(const Noc& noc);
  FlitPacket* take_packet(const Packet& packet);
  void bring_in(Cycle now);
  void take_fresh();
  bool send(std::size_t node, Cycle now, NocSink& sink);
  void move(std::uint32_t router, const Departure& departure, Cycle now, NocSink& sink);
  void pass_on(const PortEnd& to, const Departure& departure, Cycle now);
  void eject(std::uint32_t router, const Departure& departure, Cycle now, NocSink& sink);
  void return_credit(std::uint32_t router, const Departure& departure, Cycle now);

  Topology topology_;
  FlitPipeline pipeline_;
  FlitRoutes routes_;
  std::vector<FlitRouter> routers_;
  std::vector<FlitPort> ports_;  // by NodeId
  std::vector<Slot> wheel_;
  std::size_t coming_ = 0;  // flits on the wheel
  Cycle now_ = 0;           // the last cycle handled
  bool started_ = false;
  bool busy_ = false;  // some router or port held a flit after the last cycle
  std::vector<FlitPacket*> fresh_;
  Cycle fresh_at_ = kNoCycle;
  std::deque<FlitPacket> packets_;
  std::vector<FlitPacket*> unused_;
  NocUse use_;
};

FlitNoc::FlitNoc(const Noc& noc, const FlitPipeline& pipeline)
    : topology_(noc.topology),
      pipeline_(pipeline),
      routes_(topology_, static_cast<std::uint32_t>(noc.virtual_channels)),
      wheel_(wheel_size(pipeline)) {
  use_.links.resize(topology_.links.size());
  use_.injection.resize(topology_.nodes());
  use_.ejection.resize(topology_.nodes());
  make_routers(noc);
}

void FlitNoc::make_routers(const Noc& noc) {
  const auto channels = static_cast<std::uint32_t>(noc.virtual_channels);
  const auto buffer = static_cast<std::uint32_t>(noc.buffer_flits);
  ports_.assign(topology_.nodes(), FlitPort(channels, buffer));
  routers_.reserve(topology_.routers);
  for (const RouterPorts& ports : routes_.ports()) {
    routers_.emplace_back(
        FlitRouter::Size{static_cast<std::uint32_t>(ports.inputs.size()),
                         static_cast<std::uint32_t>(ports.outputs.size()), channels, buffer},
        pipeline_);
    for (std::size_t o = 0; o < ports.outputs.size(); ++o) {
      const PortEnd& end = ports.outputs[o];
      routers_.back().count(static_cast<std::uint32_t>(o),
                            end.node ? use_.ejection[end.index] : use_.links[end.index]);
    }
  }
}

FlitPacket* FlitNoc::take_packet(const Packet& packet) {
  if (unused_.empty()) unused_.push_back(&packets_.emplace_back());
  FlitPacket* const taken = unused_.back();
  unused_.pop_back();
  *taken = {packet, routes_.hops(packet.source, packet.destination), 0};
  return taken;
}

void FlitNoc::inject(const Packet& packet, Cycle now) {
  assert(packet.flits > 0 && (!started_ || now >= now_));
  assert(fresh_.empty() || fresh_at_ == now);
  fresh_.push_back(take_packet(packet));
  fresh_at_ = now;
}

Cycle FlitNoc::next() const {
  if (busy_) return fresh_.empty() ? now_ + 1 : std::min(fresh_at_, now_ + 1);
  Cycle earliest = fresh_.empty() ? kNoCycle : fresh_at_;
  if (coming_ == 0) return earliest;
  for (Cycle cycle = now_ + 1; cycle < now_ + 1 + wheel_.size() && cycle < earliest; ++cycle) {
    if (!wheel_[cycle & (wheel_.size() - 1)].arrivals.empty()) earliest = cycle;
  }
  return earliest;
}

// Called again for a cycle it already handled, it only takes what was injected since.
void FlitNoc::advance(Cycle now, NocSink& sink) {
  assert(fresh_.empty() || fresh_at_ == now);
  const bool again = started_ && now == now_;
  if (!again) bring_in(now);
  take_fresh();
  busy_ = false;
  for (std::size_t node = 0; node < ports_.size(); ++node) {
    if (ports_[node].idle()) continue;
    if (!send(node, now, sink) && !again) ++use_.injection[node].blocked;
    busy_ = busy_ || !ports_[node].idle();
  }
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    if (routers_[r].idle()) continue;
    if (!again) {
      for (const Departure& departure : routers_[r].step(now)) move(r, departure, now, sink);
    }
    busy_ = busy_ || !routers_[r].idle();
  }
}

// Flits and credits of every cycle since the last one handled.
void FlitNoc::bring_in(Cycle now) {
  const Cycle span = started_ ? std::min<Cycle>(now - now_, wheel_.size()) : 0;
  for (Cycle cycle = now - span + 1; cycle <= now; ++cycle) {
    Slot& due = slot(cycle);
    for (const Credit& c : due.credits) {
      if (c.to_port) {
        ports_[c.index].credit(c.channel);
      } else {
        routers_[c.index].credit(c.port, c.channel);
      }
    }
    due.credits.clear();
    for (const Arrival& a : due.arrivals)
      routers_[a.router].receive(a.port, a.channel, a.flit, now);
    assert(due.arrivals.empty() || cycle == now);
    coming_ -= due.arrivals.size();
    due.arrivals.clear();
  }
  now_ = now;
  started_ = true;
}

void FlitNoc::take_fresh() {
  std::stable_sort(fresh_.begin(), fresh_.end(), [](const FlitPacket* a, const FlitPacket* b) {
    return a->packet.order < b->packet.order;
  });
  for (FlitPacket* packet : fresh_) {
    const auto node = static_cast<std::size_t>(packet->packet.source);
    ports_[node].add(packet);
    std::uint64_t& longest = use_.injection[node].longest_queue;
    longest = std::max<std::uint64_t>(longest, ports_[node].queue());
  }
  fresh_.clear();
}

// Whether a flit left the port.
bool FlitNoc::send(std::size_t node, Cycle now, NocSink& sink) {
  LinkUse& use = use_.injection[node];
  const std::optional<FlitPort::Sent> sent = ports_[node].send(now);
  if (!sent) return false;
  ++use.flits;
  ++use.busy;
  ++use_.events;
  const FlitRoutes::Place place = routes_.injection(NodeId(node));
  if (pipeline_.interface == 0) {
    routers_[place.router].receive(place.port, sent->channel, sent->flit, now);
  } else {
    slot(now + pipeline_.interface)
        .arrivals.push_back({place.router, place.port, sent->channel, sent->flit});
    ++coming_;
  }
  if (sent->flit.tail) {
    ++use.packets;
    sink.leaving(sent->flit.packet->packet.id, now + 1);
  }
  return true;
}

void FlitNoc::move(std::uint32_t router, const Departure& departure, Cycle now, NocSink& sink) {
  ++use_.events;
  return_credit(router, departure, now);
  const PortEnd& to = routes_.ports()[router].outputs[departure.output];
  LinkUse& use = to.node ? use_.ejection[to.index] : use_.links[to.index];
  ++use.flits;
  ++use.busy;
  if (departure.flit.tail) ++use.packets;
  if (to.node) {
    eject(router, departure, now, sink);
  } else {
    if (watched_) sink.crossing(departure.flit.packet->packet.id, LinkId(to.index), now, now + 1);
    pass_on(to, departure, now);
  }
}

void FlitNoc::pass_on(const PortEnd& to, const Departure& departure, Cycle now) {
  if (departure.flit.head) ++departure.flit.packet->hop;
  ++use_.flit_hops;
  ++coming_;
  slot(now + pipeline_.traversal)
      .arrivals.push_back({to.router, to.port, departure.output_channel, departure.flit});
}

// The sink takes a flit at once, so its place is free one way and one credit later.
void FlitNoc::eject(std::uint32_t router, const Departure& departure, Cycle now, NocSink& sink) {
  const Cycle there = now + pipeline_.traversal;
  slot(there + pipeline_.credit)
      .credits.push_back({false, router, departure.output, departure.output_channel});
  FlitPacket* const packet = departure.flit.packet;
  if (departure.flit.head) packet->head_out = there + pipeline_.interface - 1;
  if (!departure.flit.tail) return;
  unused_.push_back(packet);
  sink.arriving(packet->packet.id, packet->head_out, there + pipeline_.interface);
}

// To whoever sends to the place the flit has left.
void FlitNoc::return_credit(std::uint32_t router, const Departure& departure, Cycle now) {
  const PortEnd& from = routes_.ports()[router].inputs[departure.input];
  const auto node = static_cast<std::uint32_t>(from.index);
  slot(now + pipeline_.credit)
      .credits.push_back(from.node
                             ? Credit{true, node, 0, departure.input_channel}
                             : Credit{false, from.router, from.port, departure.input_channel});
}

Cycle checked_cycles(Cycles time, const std::string& what) {
  if (time.value() > static_cast<double>(kMostDelay)) {
    throw Error("the " + what + " of a NoC at flit granularity is at most " +
                std::to_string(kMostDelay) + " cycles, found " + print_number(time.value()));
  }
  return whole_cycles(time);
}

}  // namespace

FlitPipeline flit_pipeline(const Noc& noc) {
  if (noc.router_pipeline < Cycles(1)) {
    throw Error("a router at flit granularity takes at least 1 cycle, found " +
                print_number(noc.router_pipeline.value()) +
                " (router_pipeline); use granularity packet");
  }
  const Cycle cycles = checked_cycles(noc.router_pipeline, "router_pipeline");
  FlitPipeline pipeline;
  pipeline.interface = checked_cycles(noc.interface_pipeline, "interface_pipeline");
  pipeline.speculative = cycles < 4;
  pipeline.routing = cycles < 4 ? 0 : cycles - 4;
  pipeline.traversal = pipeline.credit = std::min<Cycle>(cycles, 3);
  return pipeline;
}

std::unique_ptr<NocModel> make_flit_noc(const Noc& noc, const FlitPipeline& pipeline) {
  return std::make_unique<FlitNoc>(noc, pipeline);
}

std::unique_ptr<NocModel> make_flit_noc(const Noc& noc) {
  return make_flit_noc(noc, flit_pipeline(noc));
}

}  // namespace crossroof::sim
