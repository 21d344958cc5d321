// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/decode_tensor.h"

#include <cmath>
#include <cstring>

#include "models/amount.h"
#include "models/error.h"
#include "workloads/onnx/onnx.pb.h"

namespace crossroof {
namespace {

constexpr int kExternal = 1;

template <class T>
T load(const std::string& raw, std::size_t element) {
  T value;
  std::memcpy(&value, raw.data() + element * sizeof(T), sizeof(T));
  return value;
}

double half_to_double(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1F;
  const int fraction = bits & 0x3FF;
  double value = 0;
  if (exponent == 0x1F) {
    value = fraction == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(fraction + 1024, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

double bfloat_to_double(std::uint16_t bits) {
  const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof value);
  return static_cast<double>(value);
}

// Element `e` of integers packed `bits` wide, least significant first, as signed or unsigned.
std::int64_t packed_integer(const std::string& raw, std::size_t e, std::size_t bits,
                            bool is_signed) {
  const std::size_t per_byte = 8 / bits;
  const unsigned byte = static_cast<unsigned char>(raw[e / per_byte]);
  const auto value =
      static_cast<std::int64_t>((byte >> ((e % per_byte) * bits)) & ((1U << bits) - 1U));
  const std::int64_t half = std::int64_t{1} << (bits - 1);
  return is_signed && value >= half ? value - 2 * half : value;
}

// One element of raw_data; false when the type carries no number we use (strings, complex, float8).
bool read_raw(const std::string& raw, DataType type, std::size_t e, TensorData& data) {
  switch (type) {
    case DataType::float32:
      return data.floats.push_back(static_cast<double>(load<float>(raw, e))), true;
    case DataType::float64:
      return data.floats.push_back(load<double>(raw, e)), true;
    case DataType::float16:
      return data.floats.push_back(half_to_double(load<std::uint16_t>(raw, e))), true;
    case DataType::bfloat16:
      return data.floats.push_back(bfloat_to_double(load<std::uint16_t>(raw, e))), true;
    case DataType::int64:
    case DataType::uint64:
      return data.ints.push_back(load<std::int64_t>(raw, e)), true;
    case DataType::int32:
      return data.ints.push_back(load<std::int32_t>(raw, e)), true;
    case DataType::uint32:
      return data.ints.push_back(load<std::uint32_t>(raw, e)), true;
    case DataType::int16:
      return data.ints.push_back(load<std::int16_t>(raw, e)), true;
    case DataType::uint16:
      return data.ints.push_back(load<std::uint16_t>(raw, e)), true;
    case DataType::int8:
      return data.ints.push_back(load<std::int8_t>(raw, e)), true;
    case DataType::uint8:
    case DataType::boolean:
      return data.ints.push_back(load<std::uint8_t>(raw, e)), true;
    case DataType::int4:
    case DataType::uint4:
      return data.ints.push_back(packed_integer(raw, e, 4, type == DataType::int4)), true;
    case DataType::int2:
    case DataType::uint2:
      return data.ints.push_back(packed_integer(raw, e, 2, type == DataType::int2)), true;
    default:
      return false;
  }
}

// The typed lists: which one holds the numbers depends on the type.
void read_typed(const onnx_wire::Tensor& m, DataType type, TensorData& data) {
  switch (type) {
    case DataType::float32:
      data.floats.assign(m.float_data().begin(), m.float_data().end());
      break;
    case DataType::float64:
      data.floats.assign(m.double_data().begin(), m.double_data().end());
      break;
    case DataType::float16:
      for (const int v : m.int32_data()) {
        data.floats.push_back(half_to_double(static_cast<std::uint16_t>(v)));
      }
      break;
    case DataType::bfloat16:
      for (const int v : m.int32_data()) {
        data.floats.push_back(bfloat_to_double(static_cast<std::uint16_t>(v)));
      }
      break;
    case DataType::int64:
      data.ints.assign(m.int64_data().begin(), m.int64_data().end());
      break;
    case DataType::uint32:
    case DataType::uint64:
      for (const std::uint64_t v : m.uint64_data())
        data.ints.push_back(static_cast<std::int64_t>(v));
      break;
    default:
      if (is_integral(type) && element_bits(type) >= 8) {
        data.ints.assign(m.int32_data().begin(), m.int32_data().end());
      }
  }
}

bool has_typed(const onnx_wire::Tensor& m) {
  return m.float_data_size() + m.int32_data_size() + m.int64_data_size() + m.double_data_size() +
             m.uint64_data_size() >
         0;
}

// Sets the dims; returns their product.
std::int64_t read_dims(const onnx_wire::Tensor& message, const std::string& what,
                       OnnxTensor& tensor) {
  std::int64_t elements = 1;
  for (const std::int64_t d : message.dims()) {
    if (d < 0 || d > kMaxDim) {
      throw Error(what + ": dimension " + std::to_string(d) + " is outside 0 .. 2^31-1");
    }
    tensor.dims.push_back(d);
    try {
      elements = checked_mul(elements, d);
    } catch (const Error&) {
      throw Error(what + ": the product of its dimensions " + shape_text(tensor.dims) +
                  " exceeds 2^63");
    }
  }
  return elements;
}

void check_payload(const onnx_wire::Tensor& message, const std::string& what,
                   const OnnxTensor& tensor, std::int64_t elements) {
  const std::int64_t bits = element_bits(tensor.type);
  const bool raw = message.has_raw_data() || message.has_dropped_raw_bytes();
  if (!raw || bits == 0) return;
  const std::int64_t present = message.has_raw_data()
                                   ? static_cast<std::int64_t>(message.raw_data().size())
                                   : message.dropped_raw_bytes();
  const std::int64_t expected = ceil_div(checked_mul(elements, bits), 8);
  if (present == expected) return;
  throw Error(what + ": " + shape_text(tensor.dims) + " of " + std::string(type_name(tensor.type)) +
              " needs " + std::to_string(expected) + " bytes, the file holds " +
              std::to_string(present));
}

std::optional<TensorData> read_data(const onnx_wire::Tensor& message, DataType type,
                                    std::int64_t elements) {
  TensorData data;
  if (message.has_raw_data()) {
    for (std::size_t e = 0; e < static_cast<std::size_t>(elements); ++e) {
      if (!read_raw(message.raw_data(), type, e, data)) return std::nullopt;
    }
  } else if (has_typed(message)) {
    read_typed(message, type, data);
  }
  if (static_cast<std::int64_t>(data.ints.size() + data.floats.size()) != elements) {
    return std::nullopt;
  }
  return data;
}

}  // namespace

OnnxTensor decode_tensor(const onnx_wire::Tensor& message, const std::string& what) {
  OnnxTensor tensor;
  tensor.type = static_cast<DataType>(message.data_type());
  const std::int64_t elements = read_dims(message, what, tensor);
  const bool external = message.data_location() == kExternal;
  tensor.has_payload = external || message.has_raw_data() || message.has_dropped_raw_bytes() ||
                       message.has_dropped_typed_bytes() || has_typed(message);
  if (external) {
    for (const auto& entry : message.external_data()) {
      if (entry.key() == "location") tensor.location = entry.value();
    }
    return tensor;
  }
  check_payload(message, what, tensor, elements);
  if (elements <= kMaxKnownElements) tensor.data = read_data(message, tensor.type, elements);
  return tensor;
}

}  // namespace crossroof
