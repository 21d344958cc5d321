// SPDX-License-Identifier: Apache-2.0
// Traffic from a file of comma-separated values, in one of two forms:
//   source,destination,weight    (this line first, then one flow per line)
//   a matrix: as many lines as nodes, each with as many weights as nodes; line = source.
// Weights are 0 or from 1e-100 to 1e100, and relative: the mean rate of all nodes is that of the
// run. Blank lines and lines that begin with # are skipped, and so is a byte order mark. A pair
// named twice is a mistake.
#ifndef CROSSROOF_WORKLOADS_TRAFFIC_FILE_H_
#define CROSSROOF_WORKLOADS_TRAFFIC_FILE_H_

#include <cstddef>
#include <string>

#include "workloads/noc_traffic.h"

namespace crossroof {

// Throws Error, `file:line: error: ...`, when it cannot be read or understood: one line per
// mistake, the first 20.
TrafficPattern read_traffic(const std::string& path, std::size_t nodes);

// The same from its text; `name` stands for the file in messages.
TrafficPattern parse_traffic(const std::string& name, const std::string& text, std::size_t nodes);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_TRAFFIC_FILE_H_
