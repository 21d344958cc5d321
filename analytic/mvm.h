// SPDX-License-Identifier: Apache-2.0
// Time of one matrix-vector multiplication on a crossbar (docs/equations.md E16-E23).
//   front = DAC time + array read;  back = ceil(columns / N_adc) conversions (one with an ADC per
//   column);  with doubled sample-and-hold
//     interval = slots * max(front, back),  latency = front + back + (slots - 1) * max(front, back)
//   without: interval = latency = slots * (front + back).
// Pulse counting (NeuRRAM): T = pulse * sum(2^p - 1) + adc_step * sum(out - consumed) + phase *
// phases per row group, interval = latency = T * row groups. Weight planes of one crossbar take
// turns.
#ifndef CROSSROOF_ANALYTIC_MVM_H_
#define CROSSROOF_ANALYTIC_MVM_H_

#include <vector>

#include "models/rram_chip.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

struct MvmTime {
  Seconds front, back;        // of a slot (pulse counting: back = T of a row group, front = 0)
  Seconds interval, latency;  // of one MVM
};

MvmTime mvm_time(const Crossbar& x, const MvmWork& work);

// Busy time of the crossbars of a task for one image: count * interval. In a recurrent layer a step
// waits for the step before: max(count * interval, (steps - 1) * latency + interval).
Seconds mac_time(const Layer& layer, const ChunkPlan& plan, const MvmWork& work,
                 const MvmTime& mvm);

// Input bits taken in each phase of pulse counting: n = max(1, input_bits - 1) in one phase, or
// two.
std::vector<std::int64_t> pulse_phases(const PulseCount& p, std::int64_t input_bits);

// Time of pulse counting for all phases of one row group.
Seconds pulse_count_time(const PulseCount& p, std::int64_t input_bits, std::int64_t output_bits);

// Peak operations per second of the chip (1 MAC = 2 operations), all arrays busy with full rows and
// columns, no communication:
// sum over cores of 2 * crossbars * R' * C' / unit / interval. Cores whose crossbars cannot hold a
// weight of that precision contribute nothing.
OpsPerSecond peak(const RramChip& chip, const Precision& precision);
inline OpsPerSecond peak(const RramChip& chip) { return peak(chip, chip.precision); }

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_MVM_H_
