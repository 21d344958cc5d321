// SPDX-License-Identifier: Apache-2.0
// The L1 space a task will take, as placement foresees it before chunks are settled; SIMD-only
// layers that will run beside it included. Two levels:
//   least        chunks and messages of one position
//   comfortable  input messages of a row and the default chunk, halved until the whole is at most
//                three quarters of the L1: small chunks make replicas fetch their surroundings over
//                and over
#ifndef CROSSROOF_WORKLOADS_L1_NEED_H_
#define CROSSROOF_WORKLOADS_L1_NEED_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof {

struct L1Need {
  std::int64_t row_window = 0;    // bits per input channel: windows in messages of a row
  std::int64_t least_window = 0;  // bits per input channel: windows in messages of one position
  std::int64_t per_column = 0;    // bits per column whatever the chunk: skips, windows of pooling
  std::int64_t per_result = 0;    // bits per column and position of a chunk
  std::int64_t taps = 1;

  Bits least(const RectangleContents& held) const;
  Bits comfortable(const RectangleContents& held, std::int64_t chunk, Bits capacity) const;
};

// One per layer (SIMD-only layers: zero). `mapping` needs resolved bits and plans of one replica;
// `hosts` says beside which layer each SIMD-only layer runs. Leaves draft streams in `mapping`.
std::vector<L1Need> l1_needs(const Network& net, const RramChip& chip,
                             const std::vector<std::optional<LayerId>>& hosts, Mapping& mapping);

// Pooling whose window does not fit in L1 beside its producer runs on the cores of the first matrix
// layer that uses its result, when there is one. Changes `hosts` accordingly; whether it did.
bool move_crowded_hosts(const Network& net, const RramChip& chip, const Mapping& mapping,
                        const std::vector<L1Need>& needs,
                        std::vector<std::optional<LayerId>>& hosts);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_L1_NEED_H_
