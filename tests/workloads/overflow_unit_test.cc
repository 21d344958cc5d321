// SPDX-License-Identifier: Apache-2.0
// Weights that do not fit: refused by how much, spread over chips, or reloaded in passes.
#include <set>

#include <gtest/gtest.h>

#include "models/error.h"
#include "models/machine_json.h"
#include "workloads/mapper.h"

namespace crossroof {
namespace {

// `layers` fully connected layers of 32 x 8 weights: one array each on the teaching chip (32 rows,
// 32 / 4 = 8 weight columns); the chip has two.
Network chain(std::int64_t layers, std::int64_t columns = 8) {
  Network net;
  net.name = "chain";
  net.inputs = {{"x", {1, 32}, {32, 1, 1}, 8}};
  for (std::int64_t i = 0; i < layers; ++i) {
    Layer l;
    l.name = "fc" + std::to_string(i);
    l.kind = LayerKind::mvm;
    l.K = i == 0 ? 32 : columns;
    l.M = columns;
    l.in = {l.K, 1, 1};
    l.out = {columns, 1, 1};
    Edge e;
    e.producer = i == 0 ? LayerId::network_input : layer_id(static_cast<std::size_t>(i - 1));
    e.from = l.in;
    e.channels = l.K;
    l.in_edges = {e};
    net.layers.push_back(l);
  }
  net.outputs = {layer_id(static_cast<std::size_t>(layers - 1))};
  return net;
}

// Five steps of a recurrent layer of one gate: 32 weight rows for `columns` results and 32 -
// columns inputs, which come from `fc0` (of one array).
Network recurrent(std::int64_t columns) {
  Network net = chain(2, columns);
  net.inputs = {{"x", {1, 32, 5, 1}, {32, 5, 1}, 8}};
  Layer& fc = net.layers[0];
  fc.M = 32 - columns;
  fc.in = fc.in_edges[0].from = {32, 5, 1};
  fc.out = {32 - columns, 5, 1};
  Layer& cell = net.layers[1];
  cell.name = "cell";
  cell.K = 32;
  cell.in = {32, 5, 1};
  cell.out = {columns, 5, 1};
  cell.steps = 5;
  cell.in_edges[0].from = fc.out;
  cell.in_edges[0].channels = fc.M;
  Edge state;
  state.producer = layer_id(1);
  state.from = cell.out;
  state.channels = columns;
  state.consumer_channel = fc.M;
  cell.in_edges.push_back(state);
  return net;
}

RramChip chip(const std::vector<std::string>& sets = {}) {
  return load_machine("teaching", sets).chip;
}

MappingOptions with(Overflow overflow, RunMode mode = RunMode::layer_pipeline) {
  MappingOptions o;
  o.overflow = overflow;
  o.mode = mode;
  return o;
}

const std::vector<std::string> kLinked = {"chip_link={\"rate\": \"1 GB/s\", \"latency\": \"1 ns\"}",
                                          "chips=3"};

std::string refusal(const Network& net, const RramChip& c, const MappingOptions& o) {
  try {
    map_network(net, c, o);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Overflow, ErrorSaysByHowMuch) {
  const std::string text = refusal(chain(5), chip(), with(Overflow::error));
  EXPECT_NE(text.find("take 5 crossbar arrays, the chip has 2 (3 too few)"), std::string::npos)
      << text;
}

TEST(Overflow, MultiChipPutsConsecutiveLayersOnSuccessiveChips) {
  const Mapping m = map_network(chain(5), chip(kLinked), with(Overflow::multi_chip));
  EXPECT_EQ(m.chips, 3);
  EXPECT_EQ(m.arrays_total, 6);
  const std::int64_t expected[] = {0, 0, 1, 1, 2};
  for (std::size_t l = 0; l < 5; ++l) EXPECT_EQ(m.layers[l].tasks.at(0).chip, expected[l]) << l;
}

// fc1 on chip 0 sends 8 bytes to fc2 on chip 1; fc0 sends its 8 to the same core: nothing moves.
TEST(Overflow, OnlyWhatCrossesChipsPassesTheirLink) {
  const Mapping m = map_network(chain(5), chip(kLinked), with(Overflow::multi_chip));
  EXPECT_EQ(m.layers[0].tasks[0].work.chip_write.count(), 0);
  EXPECT_EQ(m.layers[0].tasks[0].work.noc_write.count(), 0);
  EXPECT_EQ(m.layers[1].tasks[0].work.chip_write.count(), 64);
  EXPECT_EQ(m.layers[1].tasks[0].work.noc_write.count(), 64);
  EXPECT_EQ(m.layers[2].tasks[0].work.chip_read.count(), 64);
}

TEST(Overflow, MultiChipIsRefusedWithoutALinkOrEnoughChips) {
  const std::string no_link = refusal(chain(5), chip(), with(Overflow::multi_chip));
  EXPECT_NE(no_link.find("needs 3 chips"), std::string::npos) << no_link;
  EXPECT_NE(no_link.find("no chip_link"), std::string::npos) << no_link;
  const std::string too_few = refusal(chain(7), chip(kLinked), with(Overflow::multi_chip));
  EXPECT_NE(too_few.find("needs 4 chips, but machine 'teaching' has 3"), std::string::npos)
      << too_few;
}

TEST(Overflow, AColumnLargerThanTheChipIsRefusedByName) {
  Network tall = chain(1);
  tall.layers[0].K = 96;  // three row blocks, two arrays
  tall.layers[0].in = tall.inputs[0].map = {96, 1, 1};
  tall.layers[0].in_edges[0].from = {96, 1, 1};
  tall.layers[0].in_edges[0].channels = 96;
  const std::string text = refusal(tall, chip(), with(Overflow::reload, RunMode::layer_serial));
  EXPECT_NE(text.find("'fc0'"), std::string::npos) << text;
  EXPECT_NE(text.find("3 row blocks"), std::string::npos) << text;
}

// Two arrays a pass: passes {0, 1}, {2, 3}, {4}. Serial: a phase per layer. What crosses a phase
// goes through memory: 8 bytes out, 8 bytes in.
TEST(Overflow, ReloadRunsInPassesThroughMemory) {
  const Mapping m = map_network(chain(5), chip(), with(Overflow::reload, RunMode::layer_serial));
  EXPECT_EQ(m.passes, 3);
  EXPECT_EQ(m.phases.size(), 5U);
  for (std::size_t l = 0; l < 5; ++l) {
    const TaskWork& w = m.layers[l].tasks.at(0).work;
    EXPECT_EQ(w.memory_read.count(), l == 0 ? 32 * 8 : 64) << l;
    EXPECT_EQ(w.memory_write.count(), 64) << l;
  }
  // Each layer's weights are loaded once: K * M * 8 bits.
  std::int64_t bits = 0, loads = 0;
  for (const Phase& p : m.phases) {
    for (const WeightLoad& load : p.loads) {
      bits += load.bits.count();
      ++loads;
      EXPECT_FALSE(load.per_image);
    }
  }
  EXPECT_EQ(loads, 5);
  EXPECT_EQ(bits, (32 * 8 + 4 * 8 * 8) * 8);
}

TEST(Overflow, ReloadWithAPipelineMakesAPhaseOfEachPass) {
  const Mapping m = map_network(chain(5), chip(), with(Overflow::reload));
  EXPECT_EQ(m.phases.size(), 3U);
  EXPECT_EQ(m.layers[0].tasks[0].work.memory_write.count(), 0);   // fc1 is in the same pass
  EXPECT_EQ(m.layers[1].tasks[0].work.memory_write.count(), 64);  // fc2 is in the next
}

// 40 columns are five arrays: three passes of two column sets, two and one.
TEST(Overflow, ALayerLargerThanTheChipIsSpreadOverPasses) {
  const Mapping m =
      map_network(chain(1, 40), chip(), with(Overflow::reload, RunMode::layer_serial));
  EXPECT_EQ(m.passes, 3);
  EXPECT_EQ(m.phases.size(), 3U);
  std::set<std::int64_t> phases;
  std::int64_t columns = 0;
  for (const Task& t : m.layers[0].tasks) {
    phases.insert(t.phase);
    columns += t.held.columns;
  }
  EXPECT_EQ(phases.size(), 3U);
  EXPECT_EQ(columns, 40);
}

// 24 columns are three arrays and a pass has two: the columns of the second pass would make a part
// of the state that the first needs.
TEST(Overflow, ARecurrentLayerLargerThanAPassIsRefused) {
  for (const RunMode mode : {RunMode::layer_serial, RunMode::layer_pipeline}) {
    EXPECT_EQ(
        refusal(recurrent(24), chip(), with(Overflow::reload, mode)),
        "layer 'cell' does not fit machine 'teaching' in one pass: its weights take 3 crossbar"
        " arrays, one pass (an empty chip) holds 2 of them, and a recurrent layer cannot be"
        " cut over passes, because each step needs the whole result of the one before;"
        " expected more or larger crossbars, fewer weight bits, or --overflow multi-chip");
  }
}

// Two arrays fill a pass: not one array beside fc0, the other in the next pass.
TEST(Overflow, ARecurrentLayerThatFillsAPassStartsAFreshOne) {
  for (const RunMode mode : {RunMode::layer_serial, RunMode::layer_pipeline}) {
    const Mapping m = map_network(recurrent(16), chip(), with(Overflow::reload, mode));
    EXPECT_EQ(m.passes, 2);
    EXPECT_EQ(m.layers[0].phase, 0);
    EXPECT_FALSE(m.layers[1].spread);
    for (const Task& t : m.layers[1].tasks) EXPECT_EQ(t.phase, 1);
  }
}

// Its parts run at the same time there.
TEST(Overflow, ARecurrentLayerMayBeSpreadOverChips) {
  const Mapping m = map_network(recurrent(24), chip(kLinked), with(Overflow::multi_chip));
  EXPECT_EQ(m.chips, 3);
  EXPECT_EQ(m.phases.size(), 1U);
}

// One step has no state to wait for.
TEST(Overflow, ARecurrentLayerOfOneStepIsSpreadOverPasses) {
  Network net = recurrent(24);
  net.inputs[0].map.height = 1;
  for (Layer& l : net.layers) {
    l.in.height = l.out.height = 1;
    for (Edge& e : l.in_edges) e.from.height = 1;
  }
  net.layers[1].steps = 1;
  EXPECT_TRUE(map_network(net, chip(), with(Overflow::reload)).layers[1].spread);
}

TEST(Overflow, WhatFitsIsNotReloaded) {
  const Mapping m = map_network(chain(2), chip(), with(Overflow::reload, RunMode::layer_serial));
  EXPECT_EQ(m.passes, 1);
  for (const Phase& p : m.phases) EXPECT_TRUE(p.loads.empty());
}

}  // namespace
}  // namespace crossroof
