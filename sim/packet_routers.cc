// SPDX-License-Identifier: Apache-2.0
#include "sim/packet_routers.h"

#include <algorithm>
#include <utility>

namespace crossroof::sim {

PacketRouters::PacketRouters(PacketNetwork& network)
    : net_(network),
      channels_(network.channels.data()),
      outputs_(network.outputs.data()),
      inputs_(network.inputs.data()),
      is_marked_(network.outputs.size(), false) {}

void PacketRouters::arrive(const PacketArrival& arrival) {
  PacketChannel& in = channels_[arrival.channel];
  if (arrival.packet == kNone) {
    entries_[in.last].ready += arrival.flits;
    if (in.holds && in.first == in.last) look_at(in.port);
    return;
  }
  const PacketInFlight& packet = net_.packets[arrival.packet];
  const Index e = entries_.add(
      {arrival.packet, arrival.flits, packet.flits, packet.run, packet.room, false, kNone});
  if (in.first == kNone) {
    ++inputs_[net_.port_of(arrival.channel)].occupied;
    in.first = in.last = e;
    ask(arrival.channel, std::max(in.since, net_.calendar.now()));
  } else {
    entries_[in.last].next = e;
    in.last = e;
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
  in.port = net_.routes.port(net_.packets[entries_[in.first].packet].hop++);
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
  const auto order = [this](const PacketChannel& c) {
    return net_.packets[entries_[c.first].packet].order;
  };
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
// pointers of their own (iSLIP): packets queue in one channel while another is empty.
void PacketRouters::allocate(Index port) {
  PacketOutput& output = outputs_[port];
  PacketChannel& in = channels_[output.waiting];
  const Index i = free_channel(port, in.had);
  if (i == kNone) return;
  in.had = net_.channel(port, i);
  in.holds = true;
  channels_[in.had].holder = output.waiting;
  output.waiting = in.next_waiting;
  ++output.holders;
  if (output.waiting != kNone && output.holders < net_.timing.channels) {
    net_.wake(port, net_.calendar.now() + 1);
  }
}

// The next free channel after `had`; kNone when none is free yet, then the output is woken when one
// is.
Index PacketRouters::free_channel(Index port, Index had) {
  const Index channels = net_.timing.channels;
  const Cycle now = net_.calendar.now();
  Index i = had >> net_.shift == port ? (had & ((Index{1} << net_.shift) - 1)) + 1 : 0;
  Cycle later = kNoCycle;
  for (Index n = 0; n < channels; ++n, ++i) {
    if (i >= channels) i = 0;
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
  return outputs_[port].queued == 1 && inputs_[net_.port_of(channel)].occupied == 1;
}

// Whether the packet that holds channel `out` of an output can send now; if not, `later` becomes
// the cycle to look again unless something else will wake the output.
bool PacketRouters::can_send(Index port, PacketChannel& out, Cycle& later) {
  const Entry& entry = entries_[channels_[out.holder].first];
  if (entry.ready == 0) return false;
  const Cycle now = net_.calendar.now();
  const Cycle free = inputs_[net_.port_of(out.holder)].free;
  if (free > now) {
    later = std::min(later, free);
    return false;
  }
  if (!net_.is_link(port)) return true;
  const Index places = out.credits.look(now);
  if (places > 0 && (places >= entry.room || entry.started || alone(port, out.holder))) return true;
  outputs_[port].blocked_since = std::min(outputs_[port].blocked_since, now);
  later = std::min(later, out.credits.more());
  return false;
}

void PacketRouters::grant(Index port) {
  PacketOutput& output = outputs_[port];
  Cycle later = kNoCycle;
  Index i = output.turn;
  for (Index n = 0; n < net_.timing.channels; ++n) {
    PacketChannel& out = channels_[net_.channel(port, i)];
    if (out.holder != kNone && can_send(port, out, later)) {
      output.granted_channel = static_cast<std::uint16_t>(i);
      accept(port, net_.port_of(out.holder));
      return;
    }
    i = i + 1 == net_.timing.channels ? 0 : i + 1;
  }
  if (later != kNoCycle) net_.wake(port, later);
}

// An input granted by several outputs takes the next one after that it took last.
void PacketRouters::accept(Index port, Index input) {
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

void PacketRouters::send(Index input, NocSink& sink, bool watched) {
  PacketInput& from = inputs_[input];
  const Index port = from.granted;
  from.granted = kNone;
  PacketOutput& output = outputs_[port];
  const Index i = output.granted_channel;
  PacketChannel& out = channels_[net_.channel(port, i)];
  const Index channel = out.holder;
  Entry& entry = entries_[channels_[channel].first];
  const Cycle now = net_.calendar.now();
  const bool head = !entry.started;
  Index flits = std::min(entry.ready, alone(port, channel) ? kLongestRun : entry.run);
  if (net_.is_link(port)) {
    flits = std::min(flits, out.credits.look(now));
    out.credits.use(flits);
    net_.send(net_.channel(port, i), flits, head ? entry.packet : kNone, net_.timing.after_switch);
    net_.use.flit_hops += flits;
    if (watched) sink.crossing(net_.packets[entry.packet].id, LinkId(port), now, now + flits);
  } else if (head) {
    net_.packets[entry.packet].head = now;
  }
  entry.started = true;
  entry.ready -= flits;
  entry.left -= flits;
  count(port, flits, head);
  net_.give_back(channel, flits);
  const Cycle end = now + flits;
  from.free = output.free = end;
  from.accept_turn = port + 1;
  output.turn = static_cast<std::uint16_t>(i + 1 == net_.timing.channels ? 0 : i + 1);
  if (entry.left > 0) {
    if (entry.ready > 0 || output.holders > 1) net_.wake(port, end);
    return;
  }
  const Index p = entry.packet;
  release(port, out, end);
  if (net_.is_link(port)) return;
  const std::uint64_t id = net_.packets[p].id;
  const Cycle first = net_.packets[p].head;
  net_.packets.remove(p);
  sink.arriving(id, first + net_.timing.landing - 1, end + net_.timing.landing - 1);
}

// The last flit of the holder of channel `out` leaves in the cycle before `end`.
void PacketRouters::release(Index port, PacketChannel& out, Cycle end) {
  PacketOutput& output = outputs_[port];
  const Index channel = out.holder;
  PacketChannel& in = channels_[channel];
  const Index e = in.first;
  in.first = entries_[e].next;
  entries_.remove(e);
  in.holds = false;
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
    is_marked_[port] = false;
    PacketOutput& output = outputs_[port];
    if (output.free > now) {
      if (output.waiting != kNone || output.holders > 0) net_.wake(port, output.free);
      continue;
    }
    if (output.waiting != kNone && output.holders < net_.timing.channels) allocate(port);
    if (output.holders > 0) grant(port);
  }
  marked_.clear();
  for (Index input : granted_) send(input, sink, watched);
  granted_.clear();
}

}  // namespace crossroof::sim
