// SPDX-License-Identifier: Apache-2.0
// Where SIMD-only layers run, and what they read.
#include "workloads/simd_hosts.h"

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "workloads/mapper.h"

namespace crossroof {
namespace {

Edge edge(LayerId from, const MapShape& map, Need need) {
  Edge e;
  e.producer = from;
  e.from = map;
  e.channels = map.channels;
  e.need = need;
  return e;
}

// 32 rows x 16 columns at 4 positions: two arrays of 8 weight columns.
Layer matrix(const std::string& name) {
  Layer l;
  l.name = name;
  l.kind = LayerKind::mvm;
  l.K = 32;
  l.M = 16;
  l.in = {32, 4, 1};
  l.out = {16, 4, 1};
  l.in_edges = {edge(LayerId::network_input, l.in, Need::same)};
  return l;
}

Layer simd(const std::string& name, LayerId from, const MapShape& in, const MapShape& out,
           Need need, SimdKind kind) {
  Layer l;
  l.name = name;
  l.kind = LayerKind::simd;
  l.in = in;
  l.out = out;
  l.work = {{kind, out.elements()}};
  l.in_edges = {edge(from, in, need)};
  l.in_edges[0].gate = Gate::s5_operands;
  return l;
}

Network with(const Layer& second) {
  Network net;
  net.name = "two layers";
  net.inputs = {{"x", {4, 32}, {32, 4, 1}, 8}};
  net.layers = {matrix("fc"), second};
  net.outputs = {LayerId(1)};
  return net;
}

// Two cores of one crossbar: fc has its two column sets on them.
RramChip two_cores() { return load_machine("teaching", {"cores=2", "core.crossbars=1"}).chip; }

TEST(SimdHosts, WorkOnOneChannelStaysWhereTheChannelIs) {
  const Mapping m =
      map_network(with(simd("relu", LayerId(0), {16, 4, 1}, {16, 4, 1}, Need::same, SimdKind::add)),
                  two_cores(), {});
  ASSERT_EQ(m.layers[1].tasks.size(), 2U);
  for (std::size_t t = 0; t < 2; ++t) {
    const Task& task = m.layers[1].tasks[t];
    EXPECT_EQ(task.core, m.layers[0].tasks[t].core);
    EXPECT_EQ(task.channels.length(), 8);
    EXPECT_EQ(task.work.noc_read.count(), 0);
    EXPECT_EQ(task.work.l1_read_simd.count(), 4 * 8 * 8);  // positions * channels * bits
    EXPECT_EQ(task.work.l1_write_simd.count(), 4 * 8 * 8);
    ASSERT_EQ(task.work.simd.size(), 1U);
    EXPECT_EQ(task.work.simd[0].count, 4 * 8);
  }
}

// Softmax needs all 16 channels of a position: each core takes two positions and fetches the half
// it lacks: 2 positions * 8 channels.
TEST(SimdHosts, WorkOnWholePositionsIsSharedOutByPositions) {
  const Mapping m = map_network(
      with(simd("softmax", LayerId(0), {16, 4, 1}, {16, 4, 1}, Need::same, SimdKind::softmax)),
      two_cores(), {});
  ASSERT_EQ(m.layers[1].tasks.size(), 2U);
  for (const Task& t : m.layers[1].tasks) {
    EXPECT_EQ(t.channels.length(), 16);
    EXPECT_EQ(t.positions, 2);
    EXPECT_EQ(t.work.noc_read.count(), 2 * 8 * 8);
    EXPECT_EQ(t.work.l1_read_simd.count(), 2 * 16 * 8);
  }
}

// Two heads of eight channels: each core keeps its own, nothing moves.
TEST(SimdHosts, HeadsAreSharedOutByChannels) {
  Layer l = simd("softmax", LayerId(0), {16, 4, 1}, {16, 4, 1}, Need::same, SimdKind::softmax);
  l.channel_groups = 2;
  const Mapping m = map_network(with(l), two_cores(), {});
  ASSERT_EQ(m.layers[1].tasks.size(), 2U);
  std::int64_t read = 0;
  for (const Task& t : m.layers[1].tasks) {
    EXPECT_EQ(t.channels.length(), 8);
    EXPECT_EQ(t.positions, 4);
    EXPECT_EQ(t.work.l1_read_simd.count(), 4 * 8 * 8);
    read += t.work.noc_read.count();
  }
  // The layers take turns at which core comes first, so heads may sit on the other core: all or
  // nothing moves.
  EXPECT_TRUE(read == 0 || read == std::int64_t{2} * 4 * 8 * 8) << read;
}

// A global sum reads the whole map once per channel and writes one position.
TEST(SimdHosts, AGlobalPoolReadsTheWholeMapOnce) {
  const Mapping m = map_network(
      with(simd("pool", LayerId(0), {16, 4, 1}, {16, 1, 1}, Need::whole, SimdKind::add)),
      two_cores(), {});
  for (const Task& t : m.layers[1].tasks) {
    EXPECT_EQ(t.work.l1_read_simd.count(), 4 * 8 * 8);
    EXPECT_EQ(t.work.l1_write_simd.count(), 8 * 8);
  }
}

Layer product(std::int64_t heads) {
  Layer l;
  l.name = "scores";
  l.kind = LayerKind::simd;
  l.in = {16, 4, 1};
  l.product_batch = heads;
  l.product_m = 4;
  l.product_k = 16 / heads;
  l.product_n = 4;
  l.channel_groups = heads;
  l.out = {4 * heads, 4, 1};
  l.macs_dynamic = true;
  l.work = {{SimdKind::mac, heads * 4 * (16 / heads) * 4}};
  l.in_edges = {edge(LayerId(0), {16, 4, 1}, Need::same),
                edge(LayerId(0), {16, 4, 1}, Need::whole)};
  for (Edge& e : l.in_edges) e.gate = Gate::s5_operands;
  return l;
}

// One head of Q K^T over 4 positions of 8 channels: per position 8 of Q and all 4 * 8 of K.
TEST(SimdHosts, AProductReadsTheSecondOperandForEveryRow) {
  const Mapping m = map_network(with(product(2)), two_cores(), {});
  ASSERT_EQ(m.layers[1].tasks.size(), 2U);
  for (const Task& t : m.layers[1].tasks) {
    EXPECT_EQ(t.work.l1_read_simd.count(), 4 * (8 + 4 * 8) * 8);
    EXPECT_EQ(t.work.l1_write_simd.count(), 4 * 4 * 8);
    ASSERT_EQ(t.work.simd.size(), 1U);
    EXPECT_EQ(t.work.simd[0].count, 4 * 8 * 4);
  }
}

// dynamic_products = crossbar-write: the second operand (8 x 4 per head, 4 cells a weight: 16
// columns) is written for every image, the products are MVMs of 4 rows.
TEST(SimdHosts, AProductMayBeWrittenIntoCrossbars) {
  const RramChip chip =
      load_machine("teaching",
                   {"cores=2", "core.crossbars=2", "dynamic_products=\"crossbar-write\"",
                    "core.crossbar.write={\"pulse\": \"10 ns\", \"rows_parallel\": 1}"})
          .chip;
  const Mapping m = map_network(with(product(2)), chip, {});
  std::int64_t macs = 0;
  for (const Task& t : m.layers[1].tasks) {
    EXPECT_EQ(t.role, Role::root);
    EXPECT_EQ(t.work.mac.count, 4);
    macs += t.work.mac.macs;
  }
  EXPECT_EQ(macs, 2 * 4 * 8 * 4);
  std::int64_t loads = 0;
  for (const WeightLoad& load : m.phases.at(0).loads) {
    EXPECT_TRUE(load.per_image);
    EXPECT_EQ(load.layer, LayerId(1));
    ++loads;
  }
  EXPECT_EQ(loads, static_cast<std::int64_t>(m.layers[1].tasks.size()));
}

// A recurrence whose weights are activations: its own last step is no host.
TEST(SimdHosts, ALayerThatFeedsItselfDoesNotRunBesideItself) {
  Layer l = simd("lstm", LayerId::network_input, {32, 4, 1}, {16, 4, 1}, Need::same, SimdKind::mac);
  l.steps = 4;
  Edge self = edge(LayerId(0), l.out, Need::same);
  self.gate = Gate::s5_operands;
  l.in_edges.push_back(self);
  Network net;
  net.inputs = {{"x", {4, 32}, {32, 4, 1}, 8}};
  net.layers = {l};
  net.outputs = {LayerId(0)};
  const Mapping m = map_network(net, two_cores(), {});
  ASSERT_FALSE(m.layers[0].tasks.empty());
  EXPECT_GT(m.layers[0].tasks[0].work.l1_read_simd.count(), 0);
}

// Pooling behind such a product asks what its host takes of L1: the product has no weight matrix.
TEST(SimdHosts, PoolingMayFollowAProductInCrossbars) {
  const RramChip chip =
      load_machine("teaching",
                   {"cores=2", "core.crossbars=4", "dynamic_products=\"crossbar-write\"",
                    "core.crossbar.write={\"pulse\": \"10 ns\", \"rows_parallel\": 1}"})
          .chip;
  Network net = with(product(2));
  Layer pool = simd("pool", LayerId(1), {8, 4, 1}, {8, 2, 1}, Need::window, SimdKind::add);
  pool.window.kernel_h = pool.window.stride_h = 2;
  Layer last = matrix("last");
  last.K = 8;
  last.in = {8, 2, 1};
  last.out = {16, 2, 1};
  last.in_edges = {edge(LayerId(2), last.in, Need::same)};
  net.layers.push_back(pool);
  net.layers.push_back(last);
  net.outputs = {LayerId(3)};
  const Mapping m = map_network(net, chip, {});
  std::int64_t channels = 0;
  for (const Task& t : m.layers[2].tasks) channels += t.channels.length();
  EXPECT_EQ(channels, 8);
}

// relu -> shift -> late, relu -> early: relu has to be there when the phase of `early` begins.
TEST(SimdHosts, WorkWithoutAProducerRunsWithItsFirstReader) {
  const MapShape map{32, 4, 1};
  Network net;
  net.inputs = {{"x", {4, 32}, map, 8}};
  net.layers = {simd("relu", LayerId::network_input, map, map, Need::same, SimdKind::add),
                simd("shift", LayerId(0), map, map, Need::same, SimdKind::add), matrix("early"),
                matrix("late")};
  net.layers[2].in_edges[0].producer = LayerId(0);
  net.layers[3].in_edges[0].producer = LayerId(1);
  net.outputs = {LayerId(2), LayerId(3)};
  MappingOptions options;
  options.mode = RunMode::layer_serial;
  const Mapping m =
      map_network(net, load_machine("teaching", {"cores=4", "core.crossbars=1"}).chip, options);
  EXPECT_EQ(first_matrix_users(net, m.layers)[0], LayerId(2));
  EXPECT_EQ(m.layers[0].phase, 0);
  EXPECT_EQ(m.layers[2].phase, 0);
  EXPECT_EQ(m.layers[3].phase, 1);
}

}  // namespace
}  // namespace crossroof
