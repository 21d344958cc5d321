// SPDX-License-Identifier: Apache-2.0
// What a user may say about a network file beyond the file itself.
#ifndef CROSSROOF_WORKLOADS_ONNX_IMPORT_OPTIONS_H_
#define CROSSROOF_WORKLOADS_ONNX_IMPORT_OPTIONS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace crossroof {

struct ImportOptions {
  std::map<std::string, std::int64_t> bind;                       // symbolic dimension -> size
  std::map<std::string, std::vector<std::int64_t>> input_shapes;  // graph input -> dims
  // "Domain.Op" (or "Op" of the standard domain) without a rule: its outputs have the shape of its
  // first input, and it takes one operation per element.
  std::set<std::string> assume_elementwise;
  // Images the leading dimension of every input holds. 0: told from the file, which is possible
  // only where images are convolved; elsewhere the leading dimension counts as positions of one
  // image.
  std::int64_t images = 0;
};

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_IMPORT_OPTIONS_H_
