// SPDX-License-Identifier: Apache-2.0
#include "analytic/calibrated.h"

namespace crossroof::analytic {
namespace {

void slow_down(Crossbar& x, double factor) {
  for (Seconds* time : {&x.dac_time, &x.array_read, &x.adc.conversion, &x.pulse_count.pulse,
                        &x.pulse_count.adc_step, &x.pulse_count.phase}) {
    *time = *time / factor;
  }
}

void apply(const CalibrationFactor& f, CoreKind& kind) {
  if (f.core_kind != kind.name) return;
  if (f.resource == CalibratedResource::l1) kind.l1.clock = kind.l1.clock * f.value;
  if (f.resource == CalibratedResource::simd) kind.simd.clock = kind.simd.clock * f.value;
  if (f.resource == CalibratedResource::crossbars) slow_down(kind.crossbar, f.value);
}

}  // namespace

RramChip calibrated(RramChip chip) {
  if (!chip.calibration) return chip;
  for (const CalibrationFactor& f : chip.calibration->factors) {
    if (f.resource == CalibratedResource::noc) chip.noc.clock = chip.noc.clock * f.value;
    if (f.resource == CalibratedResource::memory) {
      for (MemoryController& m : chip.memory) m.rate = m.rate * f.value;
    }
    for (CoreKind& kind : chip.kinds) apply(f, kind);
  }
  chip.calibration.reset();
  return chip;
}

}  // namespace crossroof::analytic
