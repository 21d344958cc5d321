// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/error.h"
#include "tests/workloads/onnx_builder.h"
#include "workloads/networks.h"

namespace crossroof::testing {
namespace {

std::string refusal(const std::string& name) {
  try {
    load_network(name);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Networks, ANearMissIsAnsweredWithTheNearestName) {
  EXPECT_EQ(refusal("resnet5O"),
            "error: \"resnet5O\" is neither a built-in network nor a file; did you mean "
            "\"resnet50\"?");
}

TEST(Networks, AnUnknownWordPointsToTheList) {
  EXPECT_NE(refusal("qqqqqqqqqqqq").find("network list"), std::string::npos);
}

TEST(Networks, AMissingFileIsNamed) {
  EXPECT_EQ(refusal("no/such/file.onnx"), "no/such/file.onnx: error: no such file");
}

TEST(Networks, AFolderIsNotAFile) {
  EXPECT_EQ(refusal("/"), "/: error: cannot read the file: it is not a regular file");
}

}  // namespace
}  // namespace crossroof::testing
