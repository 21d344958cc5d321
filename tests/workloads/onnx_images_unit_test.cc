// SPDX-License-Identifier: Apache-2.0
// What the leading dimension of the inputs means: images where they are convolved or the user says
// so, otherwise positions of one image, with a warning.
#include <gtest/gtest.h>

#include "models/error.h"
#include "workloads/networks.h"

namespace crossroof {
namespace {

ImportOptions shaped(std::vector<std::int64_t> dims, std::int64_t images = 0) {
  ImportOptions options;
  options.input_shapes["input"] = std::move(dims);
  options.images = images;
  return options;
}

TEST(Images, AreToldFromConvolutions) {
  const Network net = load_network("lenet5", shaped({4, 1, 28, 28}));
  EXPECT_EQ(net.batch, 4);
  EXPECT_TRUE(net.warnings.empty());
}

// A perceptron: four images, or four positions of one?
TEST(Images, AreNotToldFromMatricesAndTheUserIsWarned) {
  const Network net = load_network("mlp_784_512_256_10", shaped({4, 1, 28, 28}));
  EXPECT_EQ(net.batch, 1);
  ASSERT_EQ(net.warnings.size(), 1U);
  EXPECT_NE(net.warnings[0].find("--images 4"), std::string::npos) << net.warnings[0];
}

TEST(Images, MayBeSaid) {
  const Network one = load_network("mlp_784_512_256_10");
  const Network four = load_network("mlp_784_512_256_10", shaped({4, 1, 28, 28}, 4));
  EXPECT_EQ(four.batch, 4);
  EXPECT_TRUE(four.warnings.empty());
  EXPECT_EQ(four.macs, 4 * one.macs);
  ASSERT_EQ(four.layers.size(), one.layers.size());
  for (std::size_t l = 0; l < one.layers.size(); ++l) {
    EXPECT_EQ(four.layers[l].out.positions(), one.layers[l].out.positions()) << one.layers[l].name;
  }
}

TEST(Images, MustBeTheLeadingDimension) {
  EXPECT_THROW(load_network("mlp_784_512_256_10", shaped({4, 1, 28, 28}, 3)), Error);
}

}  // namespace
}  // namespace crossroof
