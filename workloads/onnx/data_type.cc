// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/data_type.h"

#include <array>
#include <cstddef>

namespace crossroof {
namespace {

enum class Family { other, floating, integral };

struct TypeInfo {
  std::string_view name;
  std::int64_t bits;
  Family family;
};

// Indexed by the number of the type.
constexpr std::array<TypeInfo, 27> kTypes = {{
    {"undefined", 0, Family::other},
    {"float32", 32, Family::floating},
    {"uint8", 8, Family::integral},
    {"int8", 8, Family::integral},
    {"uint16", 16, Family::integral},
    {"int16", 16, Family::integral},
    {"int32", 32, Family::integral},
    {"int64", 64, Family::integral},
    {"string", 0, Family::other},
    {"bool", 8, Family::integral},
    {"float16", 16, Family::floating},
    {"float64", 64, Family::floating},
    {"uint32", 32, Family::integral},
    {"uint64", 64, Family::integral},
    {"complex64", 64, Family::other},
    {"complex128", 128, Family::other},
    {"bfloat16", 16, Family::floating},
    {"float8e4m3fn", 8, Family::floating},
    {"float8e4m3fnuz", 8, Family::floating},
    {"float8e5m2", 8, Family::floating},
    {"float8e5m2fnuz", 8, Family::floating},
    {"uint4", 4, Family::integral},
    {"int4", 4, Family::integral},
    {"float4e2m1", 4, Family::floating},
    {"float8e8m0", 8, Family::floating},
    {"uint2", 2, Family::integral},
    {"int2", 2, Family::integral},
}};

const TypeInfo& info(DataType type) {
  const auto number = static_cast<std::size_t>(type);
  return kTypes[number < kTypes.size() ? number : 0];
}

}  // namespace

std::int64_t element_bits(DataType type) { return info(type).bits; }
std::string_view type_name(DataType type) { return info(type).name; }
bool is_floating(DataType type) { return info(type).family == Family::floating; }
bool is_integral(DataType type) { return info(type).family == Family::integral; }

}  // namespace crossroof
