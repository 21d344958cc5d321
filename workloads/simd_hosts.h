// SPDX-License-Identifier: Apache-2.0
// Where SIMD-only layers run (docs/mapping.md). Work that needs one channel at a time
// (activation, pooling, addition) runs on the root cores of its last producer, without one on the
// consumer's: with the replicas' own positions when each position stands alone, else with the
// channels sliced over those cores. Work that needs all channels or positions (softmax,
// normalisation, products of two activations, transposes) is given whole positions - products whole
// products - on as many of those cores as it can use, and receives its operands by streams.
#ifndef CROSSROOF_WORKLOADS_SIMD_HOSTS_H_
#define CROSSROOF_WORKLOADS_SIMD_HOSTS_H_

#include <optional>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof {

bool needs_all_channels(const Layer& layer);

// The first matrix layer that uses the result of each layer, through SIMD-only layers if need be.
std::vector<std::optional<LayerId>> first_matrix_users(const Network& net,
                                                       const std::vector<LayerMapping>& layers);

// The layer on whose cores each SIMD-only layer runs: its last producer, else the first matrix
// layer that uses its result; none when the network has no matrix layer it touches.
std::vector<std::optional<LayerId>> simd_hosts(const Network& net,
                                               const std::vector<LayerMapping>& layers);

// Makes plan and tasks of a SIMD-only layer from those of its host (none: the core `fallback`).
void place_simd(const Network& net, LayerId layer, const std::vector<std::optional<LayerId>>& hosts,
                CoreId fallback, std::vector<LayerMapping>& layers);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_SIMD_HOSTS_H_
