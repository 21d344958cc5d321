// SPDX-License-Identifier: Apache-2.0
#include "validation/random_cases.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "models/error.h"
#include "validation/loads.h"

namespace crossroof::validation {
namespace {

Seconds nanoseconds(double count) { return Seconds(count * 1e-9); }
Hertz gigahertz(double count) { return Hertz(count * 1e9); }

Crossbar random_crossbar(Dice& dice) {
  Crossbar x;
  x.rows = dice.pick(std::array<std::int64_t, 3>{32, 64, 128});
  x.columns = dice.pick(std::array<std::int64_t, 3>{32, 64, 128});
  x.cell_bits = dice.pick(std::array<std::int64_t, 3>{1, 2, 4});
  x.slices = dice.chance(70) ? Slices::columns : Slices::arrays;
  x.dac_bits = dice.pick(std::array<std::int64_t, 3>{1, 1, 2});
  x.active_rows = dice.chance(75) ? x.rows : x.rows / 2;
  x.adc.count = dice.pick(std::array<std::int64_t, 4>{1, 2, 4, 8});
  x.adc.conversion = nanoseconds(dice.real(0.5, 2));
  x.dac_time = nanoseconds(dice.chance(50) ? 0 : 1);
  x.array_read = nanoseconds(dice.real(2, 50));
  x.double_sample_hold = dice.chance(60);
  return x;
}

L1 random_l1(Dice& dice) {
  L1 l1;
  constexpr std::int64_t kKibibyte = 8192;  // bits
  l1.capacity = Bits(kKibibyte * dice.pick(std::array<std::int64_t, 4>{16, 32, 64, 256}));
  l1.banks = dice.pick(std::array<std::int64_t, 3>{1, 2, 4});
  l1.word = Bits(dice.pick(std::array<std::int64_t, 4>{16, 32, 64, 128}));
  if (dice.chance(30)) l1.ports = {0, 1, 1};
  if (dice.chance(25)) l1.burst = l1.word * dice.between(4, 16);
  l1.dma = dice.chance(30) ? Dma::shared : Dma::dedicated;
  l1.clock = gigahertz(1);
  return l1;
}

CoreKind random_kind(Dice& dice) {
  CoreKind kind;
  kind.name = "core";
  kind.crossbars = dice.pick(std::array<std::int64_t, 4>{4, 8, 16, 32});
  kind.crossbar = random_crossbar(dice);
  kind.l1 = random_l1(dice);
  kind.simd.lanes = dice.pick(std::array<std::int64_t, 4>{1, 4, 8, 16});
  for (const SimdKindInfo& info : kSimdKinds) {
    kind.simd.lane_ops[index(info.kind)] = static_cast<double>(info.lane_ops);
  }
  kind.simd.clock = gigahertz(1);
  kind.partial_sums = dice.chance(70) ? PartialSums::simd : PartialSums::adder_tree;
  kind.input_broadcast = dice.chance(75);
  return kind;
}

Noc random_noc(Dice& dice, std::size_t memories) {
  Noc noc;
  const std::int64_t width = dice.between(2, 4), height = dice.between(2, 4);
  std::vector<RouterId> router_of;
  for (std::int64_t r = 0; r < width * height; ++r) {
    router_of.push_back(RouterId(static_cast<std::size_t>(r)));
  }
  router_of.push_back(RouterId(0));
  if (memories > 1) router_of.push_back(RouterId(static_cast<std::size_t>(width * height - 1)));
  noc.topology = make_mesh(width, height, router_of);
  noc.flit = Bits(dice.pick(std::array<std::int64_t, 3>{32, 64, 128}));
  noc.payload_flits = dice.pick(std::array<std::int64_t, 3>{1, 4, 16});
  noc.header_flits = dice.between(0, 1);
  noc.router_pipeline = Cycles(static_cast<double>(dice.between(1, 3)));
  noc.interface_pipeline = Cycles(static_cast<double>(dice.between(0, 1)));
  noc.virtual_channels = dice.between(1, 2);
  noc.buffer_flits = std::max<std::int64_t>(8, noc.payload_flits + noc.header_flits);
  noc.clock = gigahertz(1);
  return noc;
}

// The kind serves so many times slower.
void slow_down(RramChip& chip, LoadKind which, double factor) {
  for (CoreKind& kind : chip.kinds) {
    if (which == LoadKind::crossbars) {
      Crossbar& x = kind.crossbar;
      x.adc.conversion = x.adc.conversion * factor;
      x.dac_time = x.dac_time * factor;
      x.array_read = x.array_read * factor;
    }
    if (which == LoadKind::l1) kind.l1.clock = kind.l1.clock / factor;
    if (which == LoadKind::simd) kind.simd.clock = kind.simd.clock / factor;
  }
  if (which == LoadKind::noc) chip.noc.clock = chip.noc.clock / factor;
  if (which != LoadKind::memory) return;
  for (MemoryController& m : chip.memory) m.rate = m.rate / factor;
}

// Of those that carry anything, two to four kinds besides the busiest, each with its share of the
// busiest one's load.
std::vector<std::pair<LoadKind, double>> draw_targets(Dice& dice, const ResourceLoads& loads) {
  std::vector<std::pair<LoadKind, double>> targets;
  for (std::size_t k = 0; k < kLoadKinds; ++k) {
    if (loads.kinds[k] > Seconds()) targets.emplace_back(static_cast<LoadKind>(k), 0.0);
  }
  constexpr double kLeast = 0.75;
  for (auto& [kind, share] : targets) share = dice.real(kLeast, 1);
  const auto wanted = static_cast<std::size_t>(dice.between(2, 4));
  while (targets.size() > wanted) {
    const auto last = static_cast<std::int64_t>(targets.size()) - 1;
    targets.erase(targets.begin() + static_cast<std::ptrdiff_t>(dice.between(0, last)));
  }
  return targets;
}

Mapping map_draw(const RandomCase& c, MappingOptions options, analytic::Duplication duplication) {
  options.mode = c.mode;
  options.batch = c.batch;
  options.overflow = Overflow::error;
  return analytic::map_with_replicas(c.net, c.chip, options, duplication,
                                     analytic::Sharing::max_min);
}

// Replicas follow the rates, so that a second and third look are needed.
void balance(Dice& dice, RandomCase& c, const MappingOptions& options,
             analytic::Duplication duplication) {
  constexpr int kLooks = 3;
  std::vector<std::pair<LoadKind, double>> targets;
  for (int look = 0; look < kLooks; ++look) {
    const ResourceLoads loads = loads_of(c.net, c.chip, map_draw(c, options, duplication));
    if (look == 0) targets = draw_targets(dice, loads);
    const Seconds most = loads.kinds[static_cast<std::size_t>(loads.busiest())];
    for (const auto& [kind, share] : targets) {
      const Seconds load = loads.kinds[static_cast<std::size_t>(kind)];
      if (load > Seconds()) slow_down(c.chip, kind, most * share / load);
    }
  }
}

}  // namespace

RramChip random_chip(Dice& dice) {
  RramChip chip;
  chip.name = "random";
  chip.clock = gigahertz(1);
  chip.precision = {dice.pick(std::array<std::int64_t, 3>{4, 8, 8}),
                    dice.pick(std::array<std::int64_t, 2>{4, 8}), 8};
  chip.stage_slots = dice.between(2, 3);
  chip.kinds = {random_kind(dice)};
  const std::size_t memories = dice.chance(70) ? 1 : 2;
  chip.noc = random_noc(dice, memories);
  chip.cores.assign(chip.noc.topology.nodes() - memories, KindId(0));
  for (std::size_t m = 0; m < memories; ++m) {
    chip.memory.push_back({"memory " + std::to_string(m), BytesPerSecond(dice.real(2e9, 25.6e9)),
                           nanoseconds(dice.chance(50) ? 0 : dice.real(10, 100))});
  }
  return chip;
}

RandomCase random_case(std::uint64_t seed, std::uint64_t number, std::optional<RunMode> mode,
                       const MappingOptions& options, analytic::Duplication duplication) {
  constexpr std::uint64_t kApart = 0x9e3779b97f4a7c15ULL;  // golden ratio: seeds far apart
  constexpr int kMostDraws = 1000;
  Dice dice(seed * kApart + number);
  for (int draw = 0; draw < kMostDraws; ++draw) {
    RandomCase c;
    c.net = random_network(dice);
    c.chip = random_chip(dice);
    const bool streams = dice.chance(50);
    c.mode = mode.value_or(streams ? RunMode::layer_pipeline : RunMode::layer_serial);
    c.batch = c.mode == RunMode::layer_serial ? dice.between(1, 4) : 1;
    const bool balanced = dice.chance(75);
    c.net.name = c.chip.name = "random " + std::to_string(number);
    try {
      map_draw(c, options, duplication);
      if (balanced) balance(dice, c, options, duplication);
      map_draw(c, options, duplication);
      return c;
    } catch (const Error&) {
      continue;  // too large for the chip
    }
  }
  throw Error("--random: no draw of case " + std::to_string(number) + " can be mapped",
              ExitCode::run_failed);
}

}  // namespace crossroof::validation
