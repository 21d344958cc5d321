// SPDX-License-Identifier: Apache-2.0
// The first pass over an ONNX file: walks the protobuf wire format and copies what an estimator
// needs, so that payloads of tensors are stepped over by arithmetic and never read.
// Kept: nodes, attributes, value types, dims, names, payloads up to 4 KiB. Dropped: larger
// payloads, documentation, references to external data. The result is a complete message of
// onnx.proto. Every length is checked against its enclosing message; nesting, counts and sizes are
// limited, and an error names the file, the byte offset and the limit.
#ifndef CROSSROOF_WORKLOADS_ONNX_WIRE_SKIM_H_
#define CROSSROOF_WORKLOADS_ONNX_WIRE_SKIM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace crossroof {

inline constexpr std::size_t kMaxMessageDepth = 100;
inline constexpr std::size_t kMaxNodes = 1'000'000;
inline constexpr std::size_t kMaxTensors = 1'000'000;
inline constexpr std::size_t kMaxStringBytes = std::size_t{64} << 10;
inline constexpr std::size_t kMaxPayloadBytes = std::size_t{4} << 10;  // kept of one tensor field
inline constexpr std::size_t kMaxAttributeBytes = std::size_t{512}
                                                  << 10;  // an attribute's integers
inline constexpr std::size_t kMaxSkimmedBytes = std::size_t{512} << 20;

// `label` names the file in errors.
std::string skim_model(std::string_view bytes, std::string_view label);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_WIRE_SKIM_H_
