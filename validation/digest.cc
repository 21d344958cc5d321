// SPDX-License-Identifier: Apache-2.0
#include "validation/digest.h"

#include <cstring>

namespace crossroof::validation {
namespace {

void add(const Rectangle& r, Digest& d) {
  d.add(r.set_begin).add(r.set_end).add(r.block_begin).add(r.block_end);
}

void add(const Task& t, Digest& d) {
  d.add(t.replica).add(t.chip).add(t.phase).add(static_cast<std::int64_t>(t.core));
  d.add(static_cast<std::int64_t>(t.role)).add(static_cast<std::int64_t>(t.root));
  add(t.rectangle, d);
  d.add(t.positions).add(t.channels.begin).add(t.channels.end).add(t.work.mac.count);
}

void add(const Stream& s, Digest& d) {
  d.add(static_cast<std::int64_t>(s.kind)).add(static_cast<std::int64_t>(s.producer));
  d.add(static_cast<std::int64_t>(s.consumer)).add(static_cast<std::int64_t>(s.gate));
  d.add(s.credits).add(s.window).add(std::int64_t{s.spilled}).add(std::int64_t{s.piecewise});
  d.add(static_cast<std::int64_t>(s.flows.size()));
  for (const Flow& f : s.flows) {
    d.add(f.from.chip).add(static_cast<std::int64_t>(f.from.node));
    d.add(f.to.chip).add(static_cast<std::int64_t>(f.to.node)).add(f.bits.count());
  }
}

// Of a drawn machine they follow what is estimated (random_cases.h).
void add_speeds(const RramChip& chip, Digest& d) {
  for (const CoreKind& kind : chip.kinds) {
    const Crossbar& x = kind.crossbar;
    d.add(x.adc.conversion.value()).add(x.dac_time.value()).add(x.array_read.value());
    d.add(kind.l1.clock.value()).add(kind.simd.clock.value());
  }
  d.add(chip.noc.clock.value());
  for (const MemoryController& m : chip.memory) d.add(m.rate.value());
}

}  // namespace

void Digest::byte(unsigned char b) {
  constexpr std::uint64_t kPrime = 0x100000001b3ULL;
  value_ = (value_ ^ b) * kPrime;
}

Digest& Digest::add(std::string_view text) {
  for (const char c : text) byte(static_cast<unsigned char>(c));
  byte(0xffU);  // where one text ends
  return *this;
}

Digest& Digest::add(std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  for (int shift = 0; shift < 64; shift += 8) byte(static_cast<unsigned char>(bits >> shift));
  return *this;
}

Digest& Digest::add(double number) {
  std::int64_t bits = 0;
  static_assert(sizeof bits == sizeof number);
  std::memcpy(&bits, &number, sizeof bits);
  return add(bits);
}

std::string Digest::text() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (int shift = 60; shift >= 0; shift -= 4) hex += kDigits[(value_ >> shift) & 0xfU];
  return hex;
}

std::string digest_of(const RramChip& chip, const Mapping& mapping) {
  Digest d;
  add_speeds(chip, d);
  d.add(static_cast<std::int64_t>(mapping.mode)).add(mapping.batch).add(mapping.chips);
  d.add(mapping.passes).add(static_cast<std::int64_t>(mapping.phases.size()));
  for (const LayerMapping& layer : mapping.layers) {
    d.add(layer.plan.length).add(layer.plan.replicas).add(layer.plan.run);
    d.add(static_cast<std::int64_t>(layer.tasks.size()));
    for (const Task& t : layer.tasks) add(t, d);
  }
  for (const Stream& s : mapping.streams) add(s, d);
  return d.text();
}

}  // namespace crossroof::validation
