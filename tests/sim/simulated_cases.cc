// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/simulated_cases.h"

#include <algorithm>
#include <sstream>

#include "tests/workloads/program_cases.h"

namespace crossroof::sim {
namespace {

void vary_core(oracle::Dice& dice, CoreKind& kind) {
  Crossbar& x = kind.crossbar;
  x.adc.per_column = dice.chance(10);
  x.adc.count = dice.between(1, 16);
  x.adc.crossbars = dice.chance(80) ? 1 : 2;
  x.adc.conversion = Seconds(dice.pick<double>({0.5e-9, 1e-9, 1.3e-9}));
  x.dac_time = Seconds(dice.pick<double>({0, 1e-9}));
  x.array_read = Seconds(dice.pick<double>({1e-9, 4e-9, 33e-9}));
  x.double_sample_hold = dice.chance(60);
  x.write = ArrayWrite{Seconds(dice.pick<double>({10e-9, 85.7e-9})),
                       dice.between(1, 3),
                       dice.between(1, 2),
                       {},
                       dice.chance(50)};
  L1& l1 = kind.l1;
  l1.banks = dice.pick<std::int64_t>({1, 1, 2, 4, 8});
  l1.word = Bits(dice.pick<std::int64_t>({8, 16, 64, 256}));
  l1.clock = Hertz(dice.pick<double>({0.7e9, 1e9, 2e9}));
  if (dice.chance(50)) {
    l1.ports = {0, dice.between(1, 2), dice.between(1, 2)};
  } else {
    l1.ports = {dice.between(1, 3), 0, 0};
  }
  if (dice.chance(25)) l1.burst = Bits(l1.word.count() * dice.between(1, 16));
  l1.dma = dice.chance(35) ? Dma::shared : Dma::dedicated;
  kind.simd.lanes = dice.between(1, 8);
  kind.simd.cycles_per_op = dice.pick<double>({1, 1, 2, 0.3});
  kind.simd.clock = Hertz(dice.pick<double>({0.5e9, 1e9}));
}

void vary_noc(oracle::Dice& dice, Noc& noc) {
  noc.flit = Bits(dice.pick<std::int64_t>({8, 32, 64, 256}));
  noc.payload_flits = dice.pick<std::int64_t>({1, 1, 3, 16});
  noc.header_flits = dice.chance(50) ? 0 : 1;
  noc.router_pipeline = Cycles(dice.pick<double>({0, 1, 2, 4}));
  noc.interface_pipeline = Cycles(dice.pick<double>({0, 1}));
  noc.virtual_channels = dice.between(1, 4);
  noc.buffer_flits = dice.between(1, 8);
  noc.clock = Hertz(dice.pick<double>({0.3e9, 1e9, 1.1e9}));
}

}  // namespace

void vary_rates(oracle::Dice& dice, RramChip& chip) {
  for (CoreKind& kind : chip.kinds) vary_core(dice, kind);
  vary_noc(dice, chip.noc);
  for (MemoryController& m : chip.memory) {
    m.rate = BytesPerSecond(dice.pick<double>({1e9, 4e9, 12.8e9}));
    m.latency = Seconds(dice.pick<double>({0, 0, 30e-9}));
  }
}

PreparedRun random_run(std::uint64_t seed) {
  oracle::ProgramCase c = oracle::random_program_case(seed);
  oracle::Dice dice(seed);
  vary_rates(dice, c.chip);
  PreparedRun run{c.chip, expand(c.net, c.chip, c.mapping), {}};
  run.options.batch = c.options.batch;
  return run;
}

void Recorder::track(TrackId id, const std::string& group, const std::string& name) {
  const auto at = static_cast<std::size_t>(id);
  if (tracks_.size() <= at) tracks_.resize(at + 1);
  tracks_[at] = group + " " + name;
}

void Recorder::service(const Service& service) { services_.push_back(service); }

std::vector<Service> Recorder::of(const std::string& track) const {
  std::vector<Service> found;
  for (const Service& s : services_) {
    if (tracks_[static_cast<std::size_t>(s.track)] == track) found.push_back(s);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Service& a, const Service& b) { return a.start < b.start; });
  return found;
}

std::vector<Service> Recorder::of(std::uint32_t task, Stage stage) const {
  std::vector<Service> found;
  for (const Service& s : services_) {
    if (s.task == task && s.stage == index(stage)) found.push_back(s);
  }
  std::stable_sort(found.begin(), found.end(), [](const Service& a, const Service& b) {
    return a.chunk != b.chunk ? a.chunk < b.chunk : a.start < b.start;
  });
  return found;
}

namespace {

void write(std::ostream& out, const SimLayer& l) {
  out << "\nlayer " << index(l.layer) << ' ' << l.first.value() << ' ' << l.last.value() << ' '
      << l.interval.value() << ' ' << index(l.bottleneck);
  for (const SimStage& s : l.stages) {
    out << " | " << s.busy.value() << ' ' << s.queued.value() << ' ' << s.starved.value() << ' '
        << s.blocked.value() << ' ' << s.chunks;
  }
}

void write(std::ostream& out, const SimResource& r) {
  out << "\nresource " << static_cast<int>(r.kind) << ' ' << r.chip << ' ' << r.number << ' '
      << static_cast<int>(r.layer) << ' ' << r.busy.value() << ' ' << r.blocked.value() << ' '
      << r.waited.value() << ' ' << r.services << ' ' << r.flits << ' ' << r.longest_queue << ' '
      << r.conflicts;
}

void write(std::ostream& out, const SimCounts& c) {
  out << "\ncounts " << c.macs << ' ' << c.mvms << ' ' << c.slots << ' ' << c.conversions << ' '
      << c.simd_operations << ' ' << c.lane_ops << ' ' << c.noc.count() << ' '
      << c.memory_read.count() << ' ' << c.memory_write.count() << ' ' << c.l1_read.count() << ' '
      << c.l1_write.count() << ' ' << c.weight_load.count() << ' ' << c.dma_read.count() << ' '
      << c.dma_write.count() << ' ' << c.l1_words << ' ' << c.bank_conflicts << ' ' << c.packets
      << ' ' << c.flits << ' ' << c.flit_hops << ' ' << c.messages << ' ' << c.local_messages;
}

}  // namespace

std::string text_of(const SimResult& r) {
  std::ostringstream out;
  out << std::hexfloat << "end " << static_cast<int>(r.end) << " batch " << r.batch << " makespan "
      << r.makespan.value() << " most images " << r.most_images << " events " << r.events
      << " services " << r.services.value() << "\ncompletions";
  for (const Seconds s : r.completions) out << ' ' << s.value();
  for (const SimLayer& l : r.layers) write(out, l);
  for (const SimResource& x : r.resources) write(out, x);
  write(out, r.counts);
  return out.str();
}

}  // namespace crossroof::sim
