// SPDX-License-Identifier: Apache-2.0
#include "tests/workloads/onnx_files.h"

#include <filesystem>
#include <fstream>

#include "models/error.h"
#include "workloads/onnx/import.h"

namespace crossroof::testing {
namespace {

std::string number(std::uint64_t field, std::uint64_t value) {
  return varint(field << 3) + varint(value);
}

std::string delimited_head(std::uint64_t field, std::uint64_t length) {
  return varint((field << 3) | 2) + varint(length);
}

std::string dims_of(std::int64_t bytes, std::int64_t extra) {
  // One dimension, so any number of floats is possible.
  return number(1, static_cast<std::uint64_t>(bytes / 4 + extra));
}

std::string type_of(std::int64_t first, std::int64_t second) {
  const std::string dims = delimited(1, number(1, static_cast<std::uint64_t>(first))) +
                           delimited(1, number(1, static_cast<std::uint64_t>(second)));
  return delimited(2, delimited(1, number(1, 1) + delimited(2, dims)));
}

struct Parts {
  std::string before, after;  // of the payload
};

Parts model_parts(std::int64_t bytes, std::int64_t extra) {
  const auto length = static_cast<std::uint64_t>(bytes);
  const std::string node =
      delimited(1, "x") + delimited(1, "w") + delimited(2, "y") + delimited(4, "MatMul");
  const std::string tensor =
      dims_of(bytes, extra) + number(2, 1) + delimited(8, "w") + delimited_head(9, length);
  const std::string head = delimited(1, node) + delimited_head(5, tensor.size() + length) + tensor;
  const std::string after = delimited(11, delimited(1, "x") + type_of(4, bytes / 4 + extra)) +
                            delimited(12, delimited(1, "y"));
  const std::string start = number(1, 8) + delimited(8, number(2, 17));
  return {start + delimited_head(7, head.size() + length + after.size()) + head, after};
}

}  // namespace

std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>((value & 0x7F) | 0x80));
  out.push_back(static_cast<char>(value));
  return out;
}

std::string delimited(std::uint64_t field, std::string_view body) {
  return delimited_head(field, body.size()).append(body);
}

std::string model_with_payload(std::string_view payload, std::int64_t extra) {
  const Parts parts = model_parts(static_cast<std::int64_t>(payload.size()), extra);
  return std::string(parts.before).append(payload).append(parts.after);
}

void write_sparse_model(const std::string& path, std::int64_t bytes) {
  const Parts parts = model_parts(bytes, 0);
  std::ofstream file(path, std::ios::binary);
  file << parts.before;
  file.seekp(bytes, std::ios::cur);
  file << parts.after;
}

std::string import_error(std::string_view bytes) {
  try {
    import_onnx_bytes(bytes, "broken.onnx", {});
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace crossroof::testing
