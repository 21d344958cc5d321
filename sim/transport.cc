// SPDX-License-Identifier: Apache-2.0
#include "sim/transport.h"

#include <algorithm>
#include <cassert>

#include "sim/l1_module.h"

namespace crossroof::sim {
namespace {

// At `flow` granularity a packet between cores is a whole message, up to this many flits.
// Controllers and links between chips still serve packets, so that messages share them max-min.
constexpr std::int64_t kFlowFlits = 1 << 20;

}  // namespace

Transport::Transport(const sc_core::sc_module_name& name, const RramChip& chip,
                     const Program& program, const SimOptions& options,
                     std::vector<Channel> channels, Supervisor& supervisor)
    : Module(name, supervisor),
      chip_(chip),
      program_(program),
      batch_(options.batch),
      channels_(std::move(channels)),
      weights_left_(program.tasks.size(), 0),
      credits_(program),
      tensors_(program, options.batch),
      due_(sim::period(chip.noc.clock)),
      flow_(options.noc == NocGranularity::flow),
      flit_bits_(chip.noc.flit.count()),
      cycle_(sim::period(chip.noc.clock)) {
  const std::size_t links = chip.chip_link ? static_cast<std::size_t>(chip.chip_link->links) : 0;
  for (std::int64_t c = 0; c < program.chips && links > 0; ++c) {
    const RateServer link(chip.chip_link->rate, chip.chip_link->latency);
    links_out_.emplace_back(links, link);
    links_in_.emplace_back(links, link);
  }
  for (const Channel& c : channels_) {
    if (c.feed == nullptr) ++weights_left_[index(c.reload)];
  }
}

std::int64_t Transport::stores_of(std::int64_t phase) const {
  std::int64_t stores = 0;
  for (const Channel& c : channels_) {
    if (c.phase == phase && c.to.memory) stores += static_cast<std::int64_t>(c.list->size());
  }
  return checked_mul(stores, batch_);
}

void Transport::start_phase(std::int64_t phase) {
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    Channel& channel = channels_[c];
    if (channel.phase != phase || !channel.from.memory) continue;
    const auto number = static_cast<std::uint32_t>(c);
    if (channel.feed == nullptr) {
      send(ChannelId(number), -1, 0);
    } else {
      issue(number);
    }
  }
}

std::int64_t Transport::bits_of(const Channel& c, std::int32_t entry) const {
  if (c.feed == nullptr) return c.weights.count();
  return checked_mul((*c.list)[static_cast<std::size_t>(entry)].positions,
                     c.feed->position_bits.count());
}

std::int64_t Transport::ordinal(const Channel& c, const Message& m) const {
  const Inlet& inlet = program_.inlets[index(c.feed->inlet)];
  return m.image * program_.demands[index(inlet.demand)].messages +
         (*c.list)[static_cast<std::size_t>(m.entry)].ordinal;
}

// Asks for messages of a tensor in memory as long as there is credit and they have been stored.
void Transport::issue(std::uint32_t number) {
  Channel& c = channels_[number];
  while (c.image < batch_) {
    const Carried& next = (*c.list)[c.entry];
    const Message m{number, static_cast<std::int32_t>(c.entry), c.image, 0, 0};
    if (!credits_.may_send(c.feed->inlet, ordinal(c, m), ChannelId(number))) return;
    if (c.feed->tensor != TensorId::none && next.emitter >= 0 &&
        !tensors_.landed(c.feed->tensor, c.image, next.emitter, ChannelId(number))) {
      return;
    }
    if (++c.entry == c.list->size()) {
      c.entry = 0;
      ++c.image;
    }
    send(ChannelId(number), m.entry, m.image);
  }
}

// Of a full packet.
std::int64_t Transport::packet_bits(const Channel& c) const {
  const bool whole = flow_ && !c.from.memory && !c.to.memory && !c.between_chips();
  return checked_mul(whole ? kFlowFlits : chip_.noc.payload_flits, flit_bits_);
}

bool Transport::may_send(ChannelId channel, std::int64_t ordinal) {
  return credits_.may_send(channels_[index(channel)].feed->inlet, ordinal, channel);
}

void Transport::send(ChannelId channel, std::int32_t entry, std::int64_t image) {
  const auto number = static_cast<std::uint32_t>(channel);
  Channel& c = channels_[number];
  const std::int64_t bits = bits_of(c, entry);
  ++counts_.messages;
  const std::uint32_t id =
      messages_.add({number, entry, image, bits, ceil_div(bits, packet_bits(c)),
                     first_user(c, entry), Channel::kNone, false, false});
  if (c.first == Channel::kNone) {
    c.first = id;
  } else {
    messages_[c.last].next = id;
  }
  c.last = id;
  if (!c.busy) start_message(number);
}

void Transport::start_message(std::uint32_t number) {
  Channel& c = channels_[number];
  assert(!c.busy);
  if (c.first == Channel::kNone) return;
  c.busy = true;
  c.unsent = messages_[c.first].bits;
  if (c.unsent == 0) {  // nothing to carry: only the news
    const std::uint32_t id = c.first;
    at(now(), Kind::first_done, number);
    message_landed(id);
    return;
  }
  services_ += static_cast<double>(c.latency);
  offer(number);
}

std::uint32_t Transport::next_packet(Channel& c, std::uint32_t number) {
  const std::int64_t bits = std::min(c.unsent, packet_bits(c));
  c.unsent -= bits;
  PacketState p;
  p.message = c.first;
  p.channel = number;
  p.bits = bits;
  // At `flow` granularity it stands for many packets, each with a header.
  const std::int64_t payload = chip_.noc.payload_flits * flit_bits_;
  const std::int64_t packets = bits <= payload ? 1 : ceil_div(bits, payload);
  p.flits = static_cast<std::uint32_t>(ceil_div(bits, flit_bits_) +
                                       checked_mul(packets, chip_.noc.header_flits));
  p.reading = c.from.memory;
  ++counts_.packets;
  counts_.flits += p.flits;
  c.flits += p.flits;
  if (c.feed != nullptr) counts_.noc += Bits(bits);  // weights are counted for themselves
  services_ += static_cast<double>(c.slowest(p.bits, p.flits));
  return packets_.add(p);
}

// Brings the next packet of the first message to its first server.
void Transport::offer(std::uint32_t number) {
  Channel& c = channels_[number];
  if (c.from.memory) {
    const std::uint32_t p = next_packet(c, number);
    const Bits bits(packets_[p].bits);
    (c.feed == nullptr ? counts_.weight_load : counts_.memory_read) += bits;
    memories[static_cast<std::size_t>(c.from.chip)]->request(c.from.controller, p, number, bits,
                                                             now());
    return;
  }
  if (!shared_dma(c.from)) return inject(next_packet(c, number));
  if (c.fetched != Channel::kNone) {
    const std::uint32_t p = c.fetched;
    c.fetched = Channel::kNone;
    inject(p);
    if (c.unsent > 0) fetch(number);
    return;
  }
  if (!c.fetching) fetch(number);
}

void Transport::fetch(std::uint32_t number) {
  Channel& c = channels_[number];
  c.fetching = true;
  dma(next_packet(c, number), false);
}

void Transport::dma(std::uint32_t packet, bool write) {
  const PacketState& p = packets_[packet];
  const Channel& c = channels_[p.channel];
  const ChannelEnd& end = write ? c.to : c.from;
  L1Request r;
  // Ties go by channel: the number of a packet says who was recycled last.
  r.ticket = kDmaTicket | std::uint64_t{p.channel} << 32 | packet;
  r.write = write;
  const Message& m = messages_[p.message];
  const std::int64_t chunks = static_cast<std::int64_t>(program_.tasks[end.task].chunks.size());
  if (c.feed != nullptr) {
    const Carried& x = (*c.list)[static_cast<std::size_t>(m.entry)];
    r.chunk = m.image * chunks + (write ? m.first_user : x.emitter);
  }
  r.stage = static_cast<int>(index(write ? Stage::noc_read : Stage::noc_write));
  r.task = end.task;
  r.access.bits = p.bits;
  (write ? counts_.dma_write : counts_.dma_read) += Bits(p.bits);
  l1s[end.core]->request(r);
}

// The chunk that needs a message first, where its place in the queue of an L1 depends on it.
std::int64_t Transport::first_user(const Channel& c, std::int32_t entry) const {
  if (c.feed == nullptr || !shared_dma(c.to)) return 0;
  const std::int32_t ordinal = (*c.list)[static_cast<std::size_t>(entry)].ordinal;
  const Inlet& inlet = program_.inlets[index(c.feed->inlet)];
  const std::vector<MessageSpan>& needs = program_.demands[index(inlet.demand)].needs;
  return std::partition_point(needs.begin(), needs.end(),
                              [ordinal](const MessageSpan& n) { return n.end <= ordinal; }) -
         needs.begin();
}

void Transport::done(std::uint64_t ticket, Tick) {
  const auto packet = static_cast<std::uint32_t>(ticket);
  const PacketState& p = packets_[packet];
  Channel& c = channels_[p.channel];
  if (p.tail > 0) return land(packet);
  c.fetching = false;
  c.fetched = packet;
  if (!c.sending) offer(p.channel);
}

void Transport::inject(std::uint32_t packet) {
  const PacketState& p = packets_[packet];
  Channel& c = channels_[p.channel];
  if (!p.second_chip) c.sending = true;
  const std::size_t chip = static_cast<std::size_t>(p.second_chip ? c.to.chip : c.from.chip);
  Packet out;
  out.id = packet;
  out.order = p.channel;
  out.source = p.second_chip ? gateway(p) : c.from.node;
  out.destination = c.between_chips() && !p.second_chip ? gateway(p) : c.to.node;
  out.flits = p.flits;
  nocs[chip]->inject(out);
}

void Transport::leaving(std::uint64_t packet, Tick tail) {
  const PacketState& p = packets_[static_cast<std::uint32_t>(packet)];
  if (supervisor_.trace() != nullptr) {
    span(static_cast<std::uint32_t>(packet), PortKind::injection, tail - p.flits * cycle_, tail);
  }
  if (p.second_chip || p.reading) return;
  at(tail, Kind::first_done, p.channel);
}

void Transport::served(std::uint32_t packet, Tick start, Tick end, Tick latency) {
  PacketState& p = packets_[packet];
  if (supervisor_.trace() != nullptr) span(packet, PortKind::controller, start, end);
  channels_[p.channel].controller_busy += end - start;
  if (!p.reading) {
    p.tail = std::max(p.tail, end) + latency;
    return at_packet(p.tail, Kind::land, packet);
  }
  // The controller feeds the port as it goes; a slower one must be far enough ahead.
  const Tick crossing = p.flits * cycle_;
  at_packet(std::max(start, end > crossing ? end - crossing : 0) + latency, Kind::inject, packet);
  at(end, Kind::first_done, p.channel);
}

void Transport::first_done(std::uint32_t number) {
  Channel& c = channels_[number];
  c.sending = false;
  if (c.unsent > 0 || c.fetching || c.fetched != Channel::kNone) return offer(number);
  const std::uint32_t done = c.first;
  c.first = messages_[done].next;
  messages_[done].left = true;
  if (messages_[done].landed) messages_.remove(done);
  c.busy = false;
  if (!c.from.memory) cores[c.from.core]->left(ChannelId(number));
  if (!c.busy) start_message(number);
}

void Transport::arriving(std::uint64_t id, Tick head, Tick tail, Tick now) {
  const auto packet = static_cast<std::uint32_t>(id);
  PacketState& p = packets_[packet];
  const Channel& c = channels_[p.channel];
  p.tail = tail;
  if (supervisor_.trace() != nullptr) span(packet, PortKind::ejection, head, tail);
  if (c.between_chips() && !p.second_chip) return at_packet(tail, Kind::gateway, packet);
  if (!c.to.memory) return at_packet(tail, Kind::reach_core, packet);
  p.reading = false;
  p.head = head;
  at_packet(std::max(head, now), Kind::write_memory, packet);
}

std::size_t Transport::chip_link(const PacketState& p) const {
  const auto entry = static_cast<std::size_t>(messages_[p.message].entry);
  return (channels_[p.channel].crossing + entry) % links_out_[0].size();
}

void Transport::leave_chip(std::uint32_t packet) {
  const PacketState& p = packets_[packet];
  const Channel& c = channels_[p.channel];
  const Reservation r =
      links_out_[static_cast<std::size_t>(c.from.chip)][chip_link(p)].reserve(Bits(p.bits), now());
  packets_[packet].tail = r.landed;
  channels_[p.channel].link_busy[chip_link(p)] += r.end - r.start;
  if (supervisor_.trace() != nullptr) {
    span(packet, PortKind::chip_link, r.start, r.end, chip_link(p));
  }
  at_packet(r.start, Kind::cross, packet);
}

void Transport::cross(std::uint32_t packet) {
  PacketState& p = packets_[packet];
  const Channel& c = channels_[p.channel];
  const Reservation r =
      links_in_[static_cast<std::size_t>(c.to.chip)][chip_link(p)].reserve(Bits(p.bits), now());
  p.second_chip = true;
  at_packet(std::max(p.tail, r.landed), Kind::inject, packet);
}

void Transport::reach_core(std::uint32_t packet) {
  const Channel& c = channels_[packets_[packet].channel];
  shared_dma(c.to) ? dma(packet, true) : land(packet);
}

void Transport::land(std::uint32_t packet) {
  const PacketState p = packets_[packet];
  packets_.remove(packet);
  Message& m = messages_[p.message];
  if (--m.packets == 0) message_landed(p.message);
}

void Transport::message_landed(std::uint32_t id) {
  messages_[id].landed = true;
  const Message m = messages_[id];
  if (m.left) messages_.remove(id);
  const Channel& c = channels_[m.channel];
  if (c.to.memory) {
    counts_.memory_write += Bits(m.bits);
    tensors_.land(c.feed->tensor, m.image, (*c.list)[static_cast<std::size_t>(m.entry)].ordinal,
                  woken_);
    out_progress->stored(m.image);
    wake_all();
    return;
  }
  if (c.feed != nullptr) return cores[c.to.core]->arrived(c.feed->inlet, ordinal(c, m));
  if (--weights_left_[index(c.reload)] == 0) cores[c.to.core]->weights_arrived(c.reload, c.rows);
}

void Transport::release(InletId inlet, std::int64_t base) {
  credits_.release(inlet, base, woken_);
  wake_all();
}

// Those that waited for what has just happened; they may wait for something else next.
void Transport::wake_all() {
  if (woken_.empty()) return;
  assert(waking_.empty());
  waking_.swap(woken_);
  for (const ChannelId id : waking_) {
    const Channel& c = channels_[index(id)];
    if (c.from.memory) {
      issue(static_cast<std::uint32_t>(id));
    } else {
      cores[c.from.core]->credit(id);
    }
  }
  waking_.clear();
}

void Transport::at(Tick time, Kind kind, std::uint32_t channel, std::uint32_t packet) {
  due_.push({time, channel, kind, packet, sequence_++});
  if (!working_) wake_at(due_.top().time);
}

void Transport::handle(const Due& due) {
  switch (due.kind) {
    case Kind::inject:
      return inject(due.packet);
    case Kind::first_done:
      return first_done(due.channel);
    case Kind::write_memory: {
      const PacketState& p = packets_[due.packet];
      const Channel& c = channels_[p.channel];
      return memories[static_cast<std::size_t>(c.to.chip)]->request(
          c.to.controller, due.packet, p.channel, Bits(p.bits), p.head);
    }
    case Kind::reach_core:
      return reach_core(due.packet);
    case Kind::gateway:
      return leave_chip(due.packet);
    case Kind::cross:
      return cross(due.packet);
    case Kind::land:
      return land(due.packet);
  }
}

void Transport::work() {
  const Tick now = this->now();
  working_ = true;
  while (!due_.empty() && due_.top().time <= now) {
    const Due due = due_.top();
    due_.pop();
    supervisor_.count();
    handle(due);
  }
  working_ = false;
  if (!due_.empty()) wake_at(due_.top().time);
}

}  // namespace crossroof::sim
