// SPDX-License-Identifier: Apache-2.0
// Credits of streams, worked by hand: window + C, and max(window, delay) + C + 3 L for a skip.
#include "workloads/credits.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "workloads/mapper.h"

namespace crossroof {
namespace {

Edge edge(LayerId from, const MapShape& map, Need need, Gate gate = Gate::s2_operands) {
  Edge e;
  e.producer = from;
  e.from = map;
  e.channels = map.channels;
  e.need = need;
  e.gate = gate;
  return e;
}

Layer conv3x3(const std::string& name, LayerId from) {
  const MapShape map{4, 8, 8};
  Layer l;
  l.name = name;
  l.kind = LayerKind::mvm;
  l.K = 36;
  l.M = 4;
  l.in = l.out = map;
  l.window = {3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  l.in_edges = {edge(from, map, Need::window)};
  return l;
}

// conv0 -> conv1 -> conv2 + conv0, all 3x3 on 8x8 maps, chunks of one row.
Network residual() {
  Network net;
  net.inputs = {{"x", {1, 4, 8, 8}, {4, 8, 8}, 8}};
  net.layers = {conv3x3("conv0", LayerId::network_input), conv3x3("conv1", LayerId(0)),
                conv3x3("conv2", LayerId(1))};
  net.layers[2].in_edges.push_back(edge(LayerId(0), {4, 8, 8}, Need::same, Gate::s5_operands));
  net.layers[2].fused = {{SimdKind::add, std::int64_t{4} * 64}};
  net.outputs = {LayerId(2)};
  return net;
}

const Stream& stream(const Mapping& m, LayerId from, LayerId to, Gate gate) {
  for (const Stream& s : m.streams) {
    if (s.producer == from && s.consumer == to && s.gate == gate && s.kind != StreamKind::store) {
      return s;
    }
  }
  throw Error("no such stream");
}

Mapping mapped(const std::string& l1) {
  const RramChip chip =
      load_machine("teaching", {"core.crossbars=8", "core.l1.capacity=\"" + l1 + "\""}).chip;
  return map_network(residual(), chip, {});
}

// Output row j of a padded 3x3 window needs rows j-1, j, j+1: three messages; C = 2.
TEST(Credits, AWindowStreamHasItsWindowPlusTheSlots) {
  const Mapping m = mapped("64 KiB");
  const Stream& s = stream(m, LayerId(0), LayerId(1), Gate::s2_operands);
  EXPECT_EQ(s.window, 3);
  EXPECT_FALSE(s.reconvergent);
  EXPECT_EQ(s.credits, 5);
}

// Row j of conv2 needs rows up to j+1 of conv1, which need rows up to j+2 of conv0: conv0 has
// emitted j+3 rows when row j of the skip is used: delay 3. conv1 and conv2 lie on the other path:
// L = 2.
TEST(Credits, ASkipHoldsTheDelayOfTheOtherPath) {
  const Mapping m = mapped("64 KiB");
  const Stream& s = stream(m, LayerId(0), LayerId(2), Gate::s5_operands);
  EXPECT_TRUE(s.reconvergent);
  EXPECT_EQ(s.kind, StreamKind::skip);
  EXPECT_EQ(s.window, 1);
  EXPECT_EQ(s.delay, 3);
  EXPECT_EQ(s.slack, 6);
  EXPECT_EQ(s.credits, 3 + 2 + 6);
  EXPECT_FALSE(s.skip_limited);
}

// conv0 -> conv1 -> conv2 and conv0 -> a, 1x1, -> conv2. Row j of conv2 needs rows up to j+2 of
// conv0; a can have made as many when row j of its result is used: delay 3, although a itself
// reaches conv2 by no other path. Both paths have one layer, L = 1 for conv2 itself.
TEST(Credits, AShortBranchHoldsTheDelayOfTheLongOne) {
  Network net = residual();
  Layer a = conv3x3("a", LayerId(0));
  a.window = {};
  a.K = 4;
  net.layers.insert(net.layers.begin() + 1, a);
  net.layers[2].in_edges[0].producer = LayerId(0);
  net.layers[3].in_edges[0].producer = LayerId(2);
  net.layers[3].in_edges[1].producer = LayerId(1);
  net.outputs = {LayerId(3)};
  const RramChip chip = load_machine("teaching", {"core.crossbars=8"}).chip;
  const Mapping m = map_network(net, chip, {});
  const Stream& s = stream(m, LayerId(1), LayerId(3), Gate::s5_operands);
  EXPECT_EQ(s.window, 1);
  EXPECT_EQ(s.delay, 3);
  EXPECT_TRUE(s.reconvergent);
  EXPECT_EQ(s.slack, 3 * 1);
  EXPECT_EQ(s.credits, 3 + 2 + 3);
}

// Output row 1 needs row 0 again: 1 x 10 with a 2x2 kernel and pad 1, chunks of one position. The
// last position of row 0 holds all ten for it, and needs the last one only.
TEST(Credits, WhatALaterChunkNeedsAgainIsHeld) {
  Stream s;
  for (std::int64_t row = 0; row < 2; ++row) {
    for (std::int64_t x = 0; x <= 10; ++x) {
      s.needs.push_back({std::max<std::int64_t>(x - 1, 0), std::min<std::int64_t>(x + 1, 10)});
    }
  }
  fill_window(s);
  EXPECT_EQ(s.window, 10);
}

// All three layers share one core. A row message is 8 * 4 bytes = 32; buffers: windows 3 * 5 * 32 =
// 480, skip 11 * 32 = 352, results C * (S4 + S7) with q = 2 row blocks: 3 * 2 * (8*4*4*2 + 8*4) =
// 1728: 2560 bytes. One byte less and the slack of the skip goes first: 2560 - 6 * 32 = 2368.
TEST(Credits, TheSlackOfASkipGoesFirstWhenL1IsShort) {
  EXPECT_FALSE(stream(mapped("2560 B"), LayerId(0), LayerId(2), Gate::s5_operands).skip_limited);
  const Mapping m = mapped("2559 B");
  const Stream& s = stream(m, LayerId(0), LayerId(2), Gate::s5_operands);
  EXPECT_TRUE(s.skip_limited);
  EXPECT_EQ(s.credits, 5);
  for (const LayerMapping& l : m.layers) EXPECT_EQ(l.plan.length, 8);
}

}  // namespace
}  // namespace crossroof
