// SPDX-License-Identifier: Apache-2.0
#include "sim/packet_routers.h"

#include <algorithm>
#include <utility>

namespace crossroof::sim {

PacketRouters::PacketRouters(PacketNetwork& network)
    : net_(network),
      channels_(network.channels.data()),
      outputs_(network.outputs.data()),
      inputs_(network.inputs.data()) {}

void PacketRouters::arrive(const PacketArrival& arrival) {
  PacketChannel& in = channels_[arrival.channel];
  if (arrival.visit == kNone) {
    net_.visits[in.last].ready += arrival.flits;
    const bool holds = in.had != kNone && channels_[in.had].holder == arrival.channel;
    if (holds && in.first == in.last) look_at(in.port);
    return;
  }
  if (in.first == kNone) {
    ++inputs_[net_.port_of(arrival.channel)].occupied;
    in.first = in.last = arrival.visit;
    ask(arrival.channel, std::max(in.since, net_.calendar.now()));
  } else {
    net_.visits[in.last].next = arrival.visit;
    in.last = arrival.visit;
  }
}

// A busy output has nothing to decide before it is free.
void PacketRouters::look_at(Index port) {
  const Cycle free = outputs_[port].free;
  if (free > net_.calendar.now()) {
    net_.wake(port, free);
  } else {
    mark(port);
  }
}

void PacketRouters::ask(Index channel, Cycle when) {
  if (when == net_.calendar.now()) {
    request(channel);
  } else {
    net_.calendar.at(when).requests.push_back(channel);
  }
}

void PacketRouters::request(Index channel) {
  PacketChannel& in = channels_[channel];
  in.port = net_.routes.port(net_.visits[in.first].hop);
  in.since = net_.calendar.now();
  PacketOutput& output = outputs_[in.port];
  enqueue(output, channel);
  output.longest_queue = std::max(output.longest_queue, ++output.queued);
  look_at(in.port);
}

// Behind all that asked earlier and those of this cycle that go first.
void PacketRouters::enqueue(PacketOutput& output, Index channel) {
  PacketChannel& in = channels_[channel];
  in.next_waiting = kNone;
  if (output.waiting == kNone) {
    output.waiting = output.last_waiting = channel;
    return;
  }
  const auto order = [this](const PacketChannel& c) { return net_.visits[c.first].order; };
  PacketChannel& last = channels_[output.last_waiting];
  Index* link = &last.next_waiting;
  if (last.since == in.since && order(last) > order(in)) {
    link = &output.waiting;
    while (channels_[*link].since < in.since || order(channels_[*link]) <= order(in)) {
      link = &channels_[*link].next_waiting;
    }
  }
  in.next_waiting = *link;
  *link = channel;
  if (in.next_waiting == kNone) output.last_waiting = channel;
}

// The first that waits gets the next free channel after that it had last if that was of this port,
// else the first one; the others have their turn in later cycles. So it is where inputs have
// pointers of their own (iSLIP): packets queue in one channel while another is empty. Returns the
// channel of the port; kNone when none is free.
Index PacketRouters::allocate(Index port) {
  PacketOutput& output = outputs_[port];
  PacketChannel& in = channels_[output.waiting];
  const Index i = free_channel(port, in.had);
  if (i == kNone) return kNone;
  in.had = net_.channel(port, i);
  channels_[in.had].holder = output.waiting;
  output.waiting = in.next_waiting;
  ++output.holders;
  if (output.waiting != kNone && output.holders < net_.timing.channels) {
    net_.wake(port, net_.calendar.now() + 1);
  }
  return i;
}

// The next free channel after `had`; kNone when none is free yet, then the output is woken when one
// is.
Index PacketRouters::free_channel(Index port, Index had) {
  const Cycle now = net_.calendar.now();
  const Index of_port = Index{had >> net_.shift == port};
  Index i = net_.after(had & ((Index{1} << net_.shift) - 1)) * of_port;
  Cycle later = kNoCycle;
  for (Index n = 0; n < net_.timing.channels; ++n, i = net_.after(i)) {
    const PacketChannel& out = channels_[net_.channel(port, i)];
    if (out.holder != kNone) continue;
    if (out.from <= now) return i;
    later = std::min(later, out.from);
  }
  if (later != kNoCycle) net_.wake(port, later);
  return kNone;
}

// Nobody else wants the output, nor another one from the same input.
bool PacketRouters::alone(Index port, Index channel) const {
  const bool output = outputs_[port].queued == 1;
  const bool input = inputs_[net_.port_of(channel)].occupied == 1;
  return output & input;  // without a branch that cannot be foretold
}

// Whether the packet that holds channel `out` of an output can send now; if not, `later` becomes
// the cycle to look again unless something else will wake the output.
bool PacketRouters::can_send(Index port, PacketChannel& out, Cycle& later) {
  const PacketVisit& visit = net_.visits[channels_[out.holder].first];
  if (visit.ready == 0) return false;
  const Cycle now = net_.calendar.now();
  const Cycle free = inputs_[net_.port_of(out.holder)].free;
  if (free > now) {
    later = std::min(later, free);
    return false;
  }
  if (!net_.is_link(port)) return true;
  const Index places = out.credits.look(now);
  if (places > 0 && (places >= visit.room || visit.started() || alone(port, out.holder))) {
    return true;
  }
  outputs_[port].blocked_since = std::min(outputs_[port].blocked_since, now);
  later = std::min(later, out.credits.more());
  return false;
}

// `fresh`: the only channel that is held; kNone if there may be others.
void PacketRouters::grant(Index port, Index fresh) {
  Cycle later = kNoCycle;
  Index i = fresh == kNone ? outputs_[port].turn : fresh;
  for (Index n = fresh == kNone ? net_.timing.channels : 1; n > 0; --n, i = net_.after(i)) {
    PacketChannel& out = channels_[net_.channel(port, i)];
    if (out.holder != kNone && can_send(port, out, later)) {
      return accept(port, i, net_.port_of(out.holder));
    }
  }
  if (later != kNoCycle) net_.wake(port, later);
}

// An input granted by several outputs takes the next one after that it took last.
void PacketRouters::accept(Index port, Index i, Index input) {
  outputs_[port].granted_channel = static_cast<std::uint16_t>(i);
  PacketInput& in = inputs_[input];
  if (in.granted == kNone) {
    in.granted = port;
    granted_.push_back(input);
    return;
  }
  const auto turn = [&in](Index p) { return p - in.accept_turn; };  // modulo 2^32
  Index loser = port;
  if (turn(port) < turn(in.granted)) std::swap(loser, in.granted);
  net_.wake(loser, net_.calendar.now() + 1);
}

// What of a packet goes to the next router when its head does; `whole`: all of it.
Index PacketRouters::onward(Index visit, Index flits, bool whole) {
  const Index v = whole ? visit : net_.visits.add(PacketVisit(net_.visits[visit]));
  PacketVisit& next = net_.visits[v];
  ++next.hop;
  next.ready = flits;
  next.left = next.flits;
  next.next = kNone;
  return v;
}

void PacketRouters::send(Index input, NocSink& sink, bool watched) {
  PacketInput& from = inputs_[input];
  const Index port = from.granted;
  from.granted = kNone;
  PacketOutput& output = outputs_[port];
  const Index i = output.granted_channel;
  PacketChannel& out = channels_[net_.channel(port, i)];
  const Index channel = out.holder;
  const Index v = channels_[channel].first;
  const PacketVisit visit = net_.visits[v];
  const Cycle now = net_.calendar.now();
  const bool link = net_.is_link(port), head = !visit.started();
  Index flits = std::min<Index>(visit.ready, alone(port, channel) ? kLongestRun : visit.run);
  if (link) flits = std::min(flits, out.credits.look(now));
  const bool tail = flits == visit.left;
  const Cycle end = now + flits;
  if (link) {
    out.credits.use(flits);
    const Index next = head ? onward(v, flits, tail) : kNone;
    net_.send(net_.channel(port, i), flits, next, net_.timing.after_switch);
    net_.use.flit_hops += flits;
    if (watched) sink.crossing(net_.packets[visit.packet].id, LinkId(port), now, end);
  } else if (head) {
    net_.packets[visit.packet].head = now;
  }
  count(port, flits, head);
  net_.give_back(channel, flits);
  from.free = output.free = end;
  from.accept_turn = port + 1;
  output.turn = static_cast<std::uint16_t>(net_.after(i));
  if (!tail) {
    net_.visits[v].ready -= flits;
    net_.visits[v].left -= flits;
    if (visit.ready > flits || output.holders > 1) net_.wake(port, end);
    return;
  }
  if (!link || !head) net_.visits.remove(v);
  release(port, out, visit.next, end);
  if (link) return;
  const std::uint64_t id = net_.packets[visit.packet].id;
  const Cycle first = net_.packets[visit.packet].head;
  net_.packets.remove(visit.packet);
  sink.arriving(id, first + net_.timing.landing - 1, end + net_.timing.landing - 1);
}

// The last flit of the holder of channel `out` leaves in the cycle before `end`; `next` is behind
// it.
void PacketRouters::release(Index port, PacketChannel& out, Index next, Cycle end) {
  PacketOutput& output = outputs_[port];
  const Index channel = out.holder;
  PacketChannel& in = channels_[channel];
  in.first = next;
  in.since = end + net_.timing.before_switch;
  if (in.first != kNone) {
    ask(channel, in.since);
  } else {
    --inputs_[net_.port_of(channel)].occupied;
  }
  out.holder = kNone;
  out.from = end + net_.timing.reuse;
  --output.holders;
  --output.queued;
  if (output.holders > 0) net_.wake(port, end);
  if (output.waiting != kNone) net_.wake(port, out.from);
}

void PacketRouters::count(Index port, Index flits, bool head) {
  PacketOutput& output = outputs_[port];
  output.flits += flits;
  output.packets += head;
  if (output.blocked_since == kNoCycle) return;
  net_.use_of(port, net_.use).blocked += net_.calendar.now() - output.blocked_since;
  output.blocked_since = kNoCycle;
}

void PacketRouters::serve(NocSink& sink, bool watched) {
  const Cycle now = net_.calendar.now();
  for (Index port : marked_) {
    PacketOutput& output = outputs_[port];
    output.marked = false;
    if (output.free > now) {
      if (output.waiting != kNone || output.holders > 0) net_.wake(port, output.free);
      continue;
    }
    Index fresh = kNone;
    if (output.waiting != kNone && output.holders < net_.timing.channels) fresh = allocate(port);
    if (output.holders > 0) grant(port, output.holders == 1 ? fresh : kNone);
  }
  marked_.clear();
  for (Index input : granted_) send(input, sink, watched);
  granted_.clear();
}

}  // namespace crossroof::sim
