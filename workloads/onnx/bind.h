// SPDX-License-Identifier: Apache-2.0
// Sizes of the graph's inputs: as the file states them, with symbolic dimensions bound by the user.
// Everything left unbound is reported in one error that says how to bind it.
#ifndef CROSSROOF_WORKLOADS_ONNX_BIND_H_
#define CROSSROOF_WORKLOADS_ONNX_BIND_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/onnx/graph.h"
#include "workloads/onnx/import_options.h"

namespace crossroof {

struct BoundInputs {
  std::vector<Dims> dims;                       // of each graph input; initializers keep theirs
  std::map<std::string, std::int64_t> symbols;  // every symbol that has a size now
};

BoundInputs bind_inputs(const OnnxModel& model, const ImportOptions& options,
                        std::string_view label);

// A stated shape with its symbols replaced; none when it is not stated in full.
std::optional<Dims> stated_dims(const OnnxType& type,
                                const std::map<std::string, std::int64_t>& symbols);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_BIND_H_
