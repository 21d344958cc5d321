// SPDX-License-Identifier: Apache-2.0
#include "workloads/program_check_messages.h"

#include <algorithm>
#include <map>
#include <string>

#include "workloads/streams.h"

namespace crossroof {

ExpectedMessages expected_messages(const Mapping& mapping, const Stream& s, const CoreTask& task) {
  const auto count = static_cast<std::size_t>(producer_plan(mapping, s).count());
  std::vector<std::int32_t> users(count + 1, 0);  // where they begin less where they end
  if (mapping.layer(s.consumer).dynamic) users[0] = 1;
  for (const std::int32_t c : task.chunks) {
    const Span n = s.needs[static_cast<std::size_t>(c)];
    if (n.empty()) continue;
    ++users[static_cast<std::size_t>(n.begin)];
    --users[static_cast<std::size_t>(n.end)];
  }
  ExpectedMessages e;
  e.ordinal.assign(count, -1);
  std::int32_t now = 0;
  for (std::size_t m = 0; m < count; ++m) {
    now += users[m];
    if (now == 0) continue;
    e.ordinal[m] = static_cast<std::int32_t>(e.messages.size());
    e.messages.push_back(static_cast<std::int32_t>(m));
  }
  return e;
}

std::int32_t MessageCheck::messages(std::size_t inlet) const {
  return program_.demands[index(program_.inlets[inlet].demand)].messages;
}

void MessageCheck::whole(std::size_t inlet, const Stream& s, const ExpectedMessages& e,
                         std::int64_t width) {
  const std::int64_t replica = program_.task(program_.inlets[inlet].task).replica;
  std::map<ListId, std::int64_t> widths;
  for (const std::size_t f : feeds_[inlet]) {
    const Feed& feed = program_.feeds[f];
    widths[feed.list] += feed.position_bits.count();
    const std::int64_t source =
        feed.from.memory ? feed.from.number : program_.tasks[feed.from.number].replica;
    if (seen_.insert({feed.list, feed.stream, replica, source}).second) list(f, s, e);
  }
  std::vector<std::int64_t> arriving(static_cast<std::size_t>(messages(inlet)), 0);
  for (const auto& [id, bits] : widths) {
    for (const Carried& x : program_.lists[index(id)]) {
      arriving[static_cast<std::size_t>(x.ordinal)] += bits;
    }
  }
  for (std::size_t k = 0; k < arriving.size(); ++k) {
    if (arriving[k] == width) continue;
    return faults_.add("message " + std::to_string(k) + " of " + faults_.inlet(inlet) + " has " +
                       std::to_string(arriving[k]) + " bits a position; expected " +
                       std::to_string(width));
  }
}

void MessageCheck::list(std::size_t f, const Stream& s, const ExpectedMessages& e) {
  const Feed& feed = program_.feeds[f];
  for (const Carried& x : program_.list(feed)) {
    const std::int32_t message = e.messages[static_cast<std::size_t>(x.ordinal)];
    if (x.positions != producer_plan(mapping_, s).chunk(message).length()) {
      return faults_.add(faults_.feed(f) + " carries a message that is not whole");
    }
    if (!comes_from(feed, s, x.emitter, message)) {
      return faults_.add(faults_.feed(f) + " carries message " + std::to_string(message) +
                         " from where it is not");
    }
  }
}

bool MessageCheck::comes_from(const Feed& feed, const Stream& s, std::int32_t emitter,
                              std::int32_t message) const {
  if (!feed.from.memory) {
    return program_.tasks[feed.from.number].chunks[static_cast<std::size_t>(emitter)] == message;
  }
  const auto controllers = static_cast<std::int32_t>(chip_.memory.size());
  const std::int32_t waits = s.producer == LayerId::network_input ? -1 : message;
  return message % controllers == static_cast<std::int32_t>(feed.from.number) && emitter == waits;
}

void MessageCheck::senders(std::size_t inlet, const Stream& s, const std::vector<Span>& channels) {
  std::map<std::uint32_t, std::int64_t> bits;
  for (const std::size_t f : feeds_[inlet]) {
    bits[program_.feeds[f].from.number] += program_.feeds[f].position_bits.count();
  }
  for (const auto& [task, n] : bits) {
    const CoreTask& from = program_.tasks[task];
    if (from.layer != s.producer || from.role == Role::partial ||
        n != common_channels(channels, from.channels) * stream_bits(mapping_, s)) {
      faults_.add(faults_.task(task) + " sends channels it has not to " + faults_.inlet(inlet));
    }
  }
}

void MessageCheck::pieces(std::size_t inlet, const Stream& s) {
  std::vector<std::int32_t> waits(static_cast<std::size_t>(messages(inlet)), -2);
  for (const std::size_t f : feeds_[inlet]) {
    for (const Carried& x : program_.list(program_.feeds[f])) {
      std::int32_t& w = waits[static_cast<std::size_t>(x.ordinal)];
      w = std::max(w, x.emitter);
    }
  }
  for (std::size_t k = 0; k < waits.size(); ++k) {
    if (waits[k] == -2) {
      return faults_.add("nothing brings message " + std::to_string(k) + " of " +
                         faults_.inlet(inlet));
    }
    if (k > 0) waits[k] = std::max(waits[k], waits[k - 1]);
  }
  if (s.producer == LayerId::network_input) return;
  const Inlet& of = program_.inlets[inlet];
  const std::vector<std::int32_t>& chunks = program_.task(of.task).chunks;
  for (std::size_t j = 0; j < chunks.size(); ++j) {
    const Span wanted = s.needs[static_cast<std::size_t>(chunks[j])];
    const MessageSpan& n = program_.demands[index(of.demand)].needs[j];
    if (wanted.empty()) continue;
    if (n.end == 0 || waits[static_cast<std::size_t>(n.end - 1)] < wanted.end - 1) {
      return faults_.add(faults_.inlet(inlet) + " does not bring what chunk " + std::to_string(j) +
                         " needs");
    }
  }
}

}  // namespace crossroof
