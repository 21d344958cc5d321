// SPDX-License-Identifier: Apache-2.0
#include "sim/packet_sources.h"

#include <algorithm>
#include <cassert>

namespace crossroof::sim {
namespace {

// Two runs per packet at least, so that another packet can come between as it would flit by flit;
// of no more than four flits, except where credits cut a packet into runs anyway.
Index contended_run(Index flits, Index buffer) {
  const Index half = std::min((flits + 1) / 2, kLongestRun);
  return flits <= buffer ? std::min(half, Index{4}) : half;
}

}  // namespace

void PacketSources::add(const Packet& packet, Cycle now) {
  assert(packet.flits > 0);
  net_.calendar.set_now(now);
  const Index node = static_cast<Index>(packet.source);
  PacketInFlight p;
  p.id = packet.id;
  p.asked = now;
  p.order = packet.order;
  p.way = net_.routes.way(packet.source, packet.destination);
  p.flits = packet.flits;
  p.run = static_cast<std::uint8_t>(contended_run(packet.flits, net_.timing.buffer));
  if (runs_ == NocRuns::whole && packet.flits <= std::min(net_.timing.buffer, kLongestRun)) {
    p.run = p.room = static_cast<std::uint8_t>(packet.flits);
  }
  Source& source = sources_[node];
  enqueue(source, net_.packets.add(p));
  LinkUse& use = net_.use.injection[node];
  use.longest_queue = std::max<std::uint64_t>(use.longest_queue, ++source.queued);
  net_.wake(net_.injection(node), std::max(now, source.free));
}

// Behind all that came earlier and those of this cycle that go first.
void PacketSources::enqueue(Source& source, Index p) {
  PacketInFlight& packet = net_.packets[p];
  if (source.first == kNone) {
    source.first = source.last = p;
    return;
  }
  const PacketInFlight& last = net_.packets[source.last];
  Index* link = &net_.packets[source.last].next;
  if (last.asked == packet.asked && last.order > packet.order) {
    link = source.sent > 0 ? &net_.packets[source.first].next : &source.first;
    while (*link != kNone && (net_.packets[*link].asked < packet.asked ||
                              net_.packets[*link].order <= packet.order)) {
      link = &net_.packets[*link].next;
    }
  }
  packet.next = *link;
  *link = p;
  if (packet.next == kNone) source.last = p;
}

// The next lane with room for the packet, else the next with any place.
bool PacketSources::choose_lane(Source& source, Index node) {
  const Cycle now = net_.calendar.now();
  const Index room = net_.packets[source.first].room;
  Cycle later = kNoCycle;
  Index lane = source.last_lane;
  for (Index i = 0; i < net_.timing.channels; ++i) {
    lane = net_.after(lane);
    PacketCredits& credits = net_.channels[net_.channel(net_.injection(node), lane)].credits;
    const Index places = credits.look(now);
    if (places > 0 && source.lane == kNone) source.lane = lane;
    if (places >= room) {
      source.lane = lane;
      break;
    }
    if (places == 0) later = std::min(later, credits.more());
  }
  if (source.lane == kNone) {
    source.blocked_since = std::min(source.blocked_since, now);
    if (later != kNoCycle) net_.wake(net_.injection(node), later);
    return false;
  }
  source.last_lane = source.lane;
  return true;
}

void PacketSources::run(Index node, NocSink& sink) {
  Source& source = sources_[node];
  const Cycle now = net_.calendar.now();
  if (source.first == kNone || source.free > now) return;
  if (source.lane == kNone && !choose_lane(source, node)) return;
  const Index channel = net_.channel(net_.injection(node), source.lane);
  PacketCredits& credits = net_.channels[channel].credits;
  PacketInFlight& packet = net_.packets[source.first];
  const Index flits = std::min({packet.flits - source.sent, credits.look(now), kLongestRun});
  if (flits == 0) {
    source.blocked_since = std::min(source.blocked_since, now);
    const Cycle later = credits.more();
    if (later != kNoCycle) net_.wake(net_.injection(node), later);
    return;
  }
  credits.use(flits);
  const bool head = source.sent == 0;
  Index visit = kNone;
  if (head) {
    visit = net_.visits.add({source.first, packet.way, packet.order, packet.flits, flits,
                             packet.flits, kNone, packet.run, packet.room});
  }
  net_.send(channel, flits, visit, net_.timing.interface);
  LinkUse& use = net_.use.injection[node];
  if (source.blocked_since != kNoCycle) use.blocked += now - source.blocked_since;
  source.blocked_since = kNoCycle;
  use.flits += flits;
  use.busy += flits;
  use.packets += head;
  source.sent += flits;
  source.free = now + flits;
  if (source.sent == packet.flits) {
    const std::uint64_t id = packet.id;
    source.first = packet.next;
    if (source.first == kNone) source.last = kNone;
    source.sent = 0;
    source.lane = kNone;
    --source.queued;
    sink.leaving(id, source.free);
  }
  if (source.first != kNone) net_.wake(net_.injection(node), source.free);
}

}  // namespace crossroof::sim
