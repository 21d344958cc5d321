// SPDX-License-Identifier: Apache-2.0
// The algebra of axes over channels (C) and positions (P).
#include <gtest/gtest.h>

#include "workloads/onnx/map_view.h"

namespace crossroof::testing {
namespace {

MapView fresh_view(MapForm form, const Dims& dims, std::int64_t batch = 1) {
  FreshMap fresh = fresh_map(form, dims, batch);
  MapView view;
  view.layout = fresh.layout;
  view.map = fresh.map;
  view.pieces = {{LayerId(0), 0, fresh.map, 0, fresh.map.channels}};
  return view;
}

TEST(MapView, AnImageHasItsChannelsOnAxisOne) {
  const MapView v = fresh_view(MapForm::image, {1, 3, 8, 6});
  EXPECT_EQ(v.map.channels, 3);
  EXPECT_EQ(v.map.height, 8);
  EXPECT_EQ(v.map.width, 6);
  EXPECT_TRUE(is_image(v));
  EXPECT_FALSE(is_tokens(v));
}

TEST(MapView, ImagesThatAreNoBatchAreFoldedIntoTheHeight) {
  EXPECT_EQ(fresh_view(MapForm::image, {4, 3, 8, 6}).map.height, 32);
  EXPECT_EQ(fresh_view(MapForm::image, {4, 3, 8, 6}, 4).map.height, 8);
}

TEST(MapView, ALeadingAxisThatIsNoMultipleOfTheBatchIsReported) {
  EXPECT_THROW(fresh_map(MapForm::image, {6, 3, 8, 6}, 4), BatchMismatch);
}

// [1,768,14,14] -> [1,768,196] -> [1,196,768].
TEST(MapView, PatchesReadAsTokensKeepTheirPositions) {
  MapView v = fresh_view(MapForm::image, {1, 768, 14, 14});
  v.layout = *reshaped(v.layout, {1, 768, 196});
  v.layout = permuted(v.layout, {0, 2, 1});
  EXPECT_TRUE(is_tokens(v));
  EXPECT_TRUE(same_positions(fresh_view(MapForm::tokens, {1, 196, 768}), v));
}

// Heads: [5,12*64] -> [5,12,64] -> [12,5,64] and back.
TEST(MapView, HeadsSplitOffChannelsAndComeBack) {
  MapView v = fresh_view(MapForm::tokens, {5, 768});
  v.layout = permuted(*reshaped(v.layout, {5, 12, 64}), {1, 0, 2});
  EXPECT_EQ(v.layout[0], (AxisFactors{{MapAxis::channel, 12, 64}}));
  EXPECT_FALSE(is_tokens(v));
  v.layout = *reshaped(permuted(v.layout, {1, 0, 2}), {5, 768});
  EXPECT_TRUE(is_tokens(v));
}

// A window partition: 4x4 positions as 2x2 windows of 2x2.
TEST(MapView, WindowsPermutePositions) {
  MapView v = fresh_view(MapForm::channels_last, {1, 4, 4, 8});
  v.layout = permuted(*reshaped(v.layout, {1, 2, 2, 2, 2, 8}), {0, 1, 3, 2, 4, 5});
  v.layout = *reshaped(v.layout, {4, 4, 8});
  EXPECT_FALSE(is_tokens(v));
  EXPECT_FALSE(same_positions(fresh_view(MapForm::tokens, {4, 4, 8}), v));
}

TEST(MapView, AReshapeThatCutsAcrossFactorsHasNoView) {
  const MapView v = fresh_view(MapForm::image, {1, 3, 4, 4});
  EXPECT_FALSE(reshaped(v.layout, {1, 4, 12}));
  EXPECT_TRUE(reshaped(v.layout, {1, 48}));
}

TEST(MapView, SlicesOfChannelsCutPieces) {
  const MapView v = fresh_view(MapForm::image, {1, 6, 4, 4});
  const auto part = channel_slice(v, 1, 2, 3);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->map.channels, 3);
  ASSERT_EQ(part->pieces.size(), 1U);
  EXPECT_EQ(part->pieces[0].channel, 2);
  EXPECT_EQ(part->pieces[0].channels, 3);
  EXPECT_FALSE(channel_slice(v, 2, 0, 2));
}

// The inner half of each head is no run of channels; moving it keeps the positions.
TEST(MapView, InnerChannelsAreMovedNotCut) {
  MapView v = fresh_view(MapForm::tokens, {5, 8});
  v.layout = *reshaped(v.layout, {5, 2, 4});
  EXPECT_FALSE(channel_slice(v, 2, 0, 2));
  const auto moved = with_channels(v, 2, 2);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->map.channels, 4);
  EXPECT_EQ(moved->map.positions(), 5);
  EXPECT_EQ(moved->layout[1], (AxisFactors{{MapAxis::channel, 2, 2}}));
}

TEST(MapView, ConcatenationAppendsChannelsOfTheSamePositions) {
  const MapView a = fresh_view(MapForm::image, {1, 6, 4, 4});
  const MapView b = fresh_view(MapForm::image, {1, 2, 4, 4});
  const auto joined = channel_concat({&a, &b}, 1);
  ASSERT_TRUE(joined);
  EXPECT_EQ(joined->map.channels, 8);
  EXPECT_EQ(joined->pieces.size(), 2U);
  const MapView c = fresh_view(MapForm::image, {1, 2, 2, 4});
  EXPECT_FALSE(channel_concat({&a, &c}, 1));
  EXPECT_FALSE(channel_concat({&a, &a}, 2));
}

}  // namespace
}  // namespace crossroof::testing
