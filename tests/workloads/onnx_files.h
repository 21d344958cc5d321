// SPDX-License-Identifier: Apache-2.0
// ONNX files written byte by byte, for what a message library would not write.
#ifndef CROSSROOF_TESTS_WORKLOADS_ONNX_FILES_H_
#define CROSSROOF_TESTS_WORKLOADS_ONNX_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace crossroof::testing {

std::string varint(std::uint64_t value);
std::string delimited(std::uint64_t field, std::string_view body);

// y = x w with the vector w of floats in raw_data and x of four rows, so MACs = 4 * elements of w;
// the dims claim `extra` floats more than the payload holds.
std::string model_with_payload(std::string_view payload, std::int64_t extra = 0);

// The same model with `bytes` of payload that occupy no disk.
void write_sparse_model(const std::string& path, std::int64_t bytes);

std::string import_error(std::string_view bytes);  // "accepted" when there is none

}  // namespace crossroof::testing

#endif  // CROSSROOF_TESTS_WORKLOADS_ONNX_FILES_H_
