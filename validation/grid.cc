// SPDX-License-Identifier: Apache-2.0
#include "validation/grid.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "validation/dice.h"

namespace crossroof::validation {
namespace {

template <class Change>
void each_kind(RramChip& chip, const Change& change) {
  for (CoreKind& kind : chip.kinds) change(kind);
}

Bits half_of(Bits bits) { return Bits(std::max<std::int64_t>(1, bits.count() / 2)); }

// A converter per column cannot become more: its steps become shorter.
void more_converters(RramChip& chip) {
  each_kind(chip, [](CoreKind& kind) {
    Crossbar& x = kind.crossbar;
    if (!x.adc.per_column) x.adc.count *= 2;
    if (!x.adc.per_column) return;
    x.adc.conversion = x.adc.conversion / 2;
    x.pulse_count.adc_step = x.pulse_count.adc_step / 2;
  });
}

void fewer_converters(RramChip& chip) {
  each_kind(chip, [](CoreKind& kind) {
    Crossbar& x = kind.crossbar;
    if (!x.adc.per_column) x.adc.crossbars *= 2;
    if (!x.adc.per_column) return;
    x.adc.conversion = x.adc.conversion * 2;
    x.pulse_count.adc_step = x.pulse_count.adc_step * 2;
  });
}

void scale_read(RramChip& chip, double factor) {
  each_kind(chip, [factor](CoreKind& kind) {
    Crossbar& x = kind.crossbar;
    x.dac_time = x.dac_time * factor;
    x.array_read = x.array_read * factor;
    x.pulse_count.pulse = x.pulse_count.pulse * factor;
  });
}

void scale_memory(RramChip& chip, double factor) {
  for (MemoryController& m : chip.memory) m.rate = m.rate * factor;
}

}  // namespace

const std::array<GridParameter, kGridParameterCount> kGridParameters = {{
    {"adc", "converters of a crossbar (their rate, with one per column)", more_converters,
     fewer_converters},
    {"read", "rate of array reads (DAC and array, pulses)",
     [](RramChip& chip) { scale_read(chip, 0.5); }, [](RramChip& chip) { scale_read(chip, 2); }},
    {"l1", "bits of an L1 word",
     [](RramChip& chip) { each_kind(chip, [](CoreKind& k) { k.l1.word = k.l1.word * 2; }); },
     [](RramChip& chip) { each_kind(chip, [](CoreKind& k) { k.l1.word = half_of(k.l1.word); }); }},
    {"simd", "lanes of a SIMD unit",
     [](RramChip& chip) { each_kind(chip, [](CoreKind& k) { k.simd.lanes *= 2; }); },
     [](RramChip& chip) {
       each_kind(chip, [](CoreKind& k) {
         if (k.simd.lanes % 2 == 0)
           k.simd.lanes /= 2;
         else
           k.simd.cycles_per_op *= 2;
       });
     }},
    {"flit", "bits of a flit", [](RramChip& chip) { chip.noc.flit = chip.noc.flit * 2; },
     [](RramChip& chip) { chip.noc.flit = half_of(chip.noc.flit); }},
    {"memory", "rate of the memory controllers", [](RramChip& chip) { scale_memory(chip, 2); },
     [](RramChip& chip) { scale_memory(chip, 0.5); }},
}};

RramChip grid_machine(const RramChip& base, std::size_t number) {
  RramChip chip = base;
  std::string differs;
  for (const GridParameter& p : kGridParameters) {
    const std::size_t digit = number % 3;
    number /= 3;
    if (digit == 1) continue;
    (digit == 0 ? p.half : p.twice)(chip);
    differs +=
        (differs.empty() ? " " : ", ") + std::string(p.name) + (digit == 0 ? " x0.5" : " x2");
  }
  chip.name += differs;
  return chip;
}

std::vector<std::size_t> draw_grid(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> numbers(kGridSize);
  std::iota(numbers.begin(), numbers.end(), 0U);
  Dice dice(seed);
  count = std::min(count, kGridSize);
  for (std::size_t i = 0; i < count; ++i) {
    const auto last = static_cast<std::int64_t>(kGridSize) - 1;
    std::swap(numbers[i],
              numbers[static_cast<std::size_t>(dice.between(static_cast<std::int64_t>(i), last))]);
  }
  numbers.resize(count);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace crossroof::validation
