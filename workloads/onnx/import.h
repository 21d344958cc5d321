// SPDX-License-Identifier: Apache-2.0
// ONNX file -> Network. Weights are never read: the file is mapped and payloads are stepped over.
// Throws Error (one line naming the file) for anything that cannot be answered exactly.
#ifndef CROSSROOF_WORKLOADS_ONNX_IMPORT_H_
#define CROSSROOF_WORKLOADS_ONNX_IMPORT_H_

#include <string>
#include <string_view>

#include "workloads/network.h"
#include "workloads/onnx/import_options.h"

namespace crossroof {

Network import_onnx(const std::string& path, const ImportOptions& options);

// `label` stands for the path in errors and in Network::source.
Network import_onnx_bytes(std::string_view bytes, std::string_view label,
                          const ImportOptions& options);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_IMPORT_H_
