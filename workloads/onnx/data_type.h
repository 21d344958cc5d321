// SPDX-License-Identifier: Apache-2.0
// Element types of tensors, numbered as in the ONNX format, with their width in bits (down to two).
#ifndef CROSSROOF_WORKLOADS_ONNX_DATA_TYPE_H_
#define CROSSROOF_WORKLOADS_ONNX_DATA_TYPE_H_

#include <cstdint>
#include <string_view>

namespace crossroof {

enum class DataType : std::int32_t {
  undefined = 0,
  float32 = 1,
  uint8 = 2,
  int8 = 3,
  uint16 = 4,
  int16 = 5,
  int32 = 6,
  int64 = 7,
  string = 8,
  boolean = 9,
  float16 = 10,
  float64 = 11,
  uint32 = 12,
  uint64 = 13,
  complex64 = 14,
  complex128 = 15,
  bfloat16 = 16,
  float8_e4m3fn = 17,
  float8_e4m3fnuz = 18,
  float8_e5m2 = 19,
  float8_e5m2fnuz = 20,
  uint4 = 21,
  int4 = 22,
  float4_e2m1 = 23,
  float8_e8m0 = 24,
  uint2 = 25,
  int2 = 26,
};

// Bits of one element; 0 for strings and for types the format does not define.
std::int64_t element_bits(DataType type);
std::string_view type_name(DataType type);

bool is_floating(DataType type);  // any float width; not complex
bool is_integral(DataType type);  // integers and booleans

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_DATA_TYPE_H_
