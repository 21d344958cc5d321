// SPDX-License-Identifier: Apache-2.0
// A network as it was understood: layers, shapes, MACs, SIMD work, bytes, coverage. Figures are
// those of the file, all images of its batch.
#ifndef CROSSROOF_CLI_REPORT_NETWORK_REPORT_H_
#define CROSSROOF_CLI_REPORT_NETWORK_REPORT_H_

#include <cstdint>
#include <string>

#include "workloads/network.h"

namespace crossroof::cli {

std::string network_table(const Network& net);
std::string network_json(const Network& net);
std::string network_csv(const Network& net);

// Lane-operations of a layer at the default cost of each kind, for the whole batch of the file.
std::int64_t lane_operations(const Network& net, const Layer& layer);

inline std::int64_t whole_bytes(Bits amount) { return ceil_div(amount.count(), 8); }

// Part / whole, 0 of nothing.
inline double share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_NETWORK_REPORT_H_
