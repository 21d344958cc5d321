// SPDX-License-Identifier: Apache-2.0
// The wire-level pass: payloads are stepped over, everything needed stays.
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/workloads/onnx_builder.h"
#include "tests/workloads/onnx_files.h"
#include "workloads/onnx/wire_skim.h"

namespace crossroof::testing {
namespace {

TEST(OnnxWire, LargePayloadsAreDropped) {
  const std::string bytes = model_with_payload(std::string(1 << 20, 'w'));
  const std::string skimmed = skim_model(bytes, "m");
  EXPECT_LT(skimmed.size(), 1000U);
  const Network n = import_onnx_bytes(bytes, "m.onnx", {});
  EXPECT_EQ(n.macs, 4 * (1 << 18));
  EXPECT_EQ(n.weights, 1 << 18);
}

TEST(OnnxWire, APayloadThatDoesNotFitItsDimsIsRefused) {
  const std::string bytes = model_with_payload(std::string(1 << 20, 'w'), 1);
  EXPECT_NE(import_error(bytes).find("needs 1048580 bytes, the file holds 1048576"),
            std::string::npos)
      << import_error(bytes);
}

TEST(OnnxWire, NestingHasALimit) {
  std::string bytes;  // grows from the inside out
  for (int depth = 0; depth < 60; ++depth) {
    bytes = delimited(6, bytes);  // attribute.g
    bytes = delimited(5, bytes);  // node.attribute
    bytes = delimited(1, bytes);  // graph.node
  }
  EXPECT_NE(import_error(delimited(7, bytes)).find("messages nest deeper than the limit of 100"),
            std::string::npos);
}

TEST(OnnxWire, NamesHaveALimit) {
  const std::string node = delimited(3, std::string((64 << 10) + 1, 'n'));
  EXPECT_NE(import_error(delimited(7, delimited(1, node))).find("exceeds the limit of 65536"),
            std::string::npos);
}

TEST(OnnxWire, NodesHaveALimit) {
  std::string graph;
  for (std::size_t i = 0; i <= kMaxNodes; ++i) graph += std::string("\x0a\x00", 2);
  EXPECT_NE(import_error(delimited(7, graph)).find("more nodes than the limit of 1000000"),
            std::string::npos);
}

// A file of 3 GiB, more than protobuf could ever hold: only its ends are looked at.
TEST(OnnxWire, AFileBeyondTwoGibibytesIsImported) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "crossroof_3gib.onnx").string();
  write_sparse_model(path, std::int64_t{3} << 30);
  const Network n = import_onnx(path, {});
  EXPECT_EQ(n.weights, (std::int64_t{3} << 30) / 4);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace crossroof::testing
