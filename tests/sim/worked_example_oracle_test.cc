// SPDX-License-Identifier: Apache-2.0
// The worked example to the cycle, event by event (docs/worked-example.md: by hand, by two
// independent programs, by the recurrence). One cycle is 1 ns.
#include "tests/analytic/worked_example.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "sim/simulate.h"
#include "tests/sim/simulated_cases.h"
#include "workloads/mapper.h"

namespace crossroof::sim {
namespace {

constexpr Tick kCycle = 1000000;  // ticks of 1 fs
using Spans = std::vector<std::pair<Tick, Tick>>;

struct Example {
  RramChip chip;
  Program program;
  Recorder recorder;
  SimResult result;

  // With one read-write port, or one port to read and one to write.
  Example(bool separate_ports, std::int64_t rows)
      : chip(load_machine("teaching", separate_ports
                                          ? std::vector<std::string>{"core.l1.ports={\"read\": 1, "
                                                                     "\"write\": 1}"}
                                          : std::vector<std::string>{})
                 .chip) {
    const Network net = worked_network(rows, 4);
    program = expand(net, chip, map_network(net, chip, {}));
    SimOptions options;
    options.trace = &recorder;
    result = simulate(chip, program, options);
  }

  Spans spans(Stage stage) const {
    Spans spans;
    for (const Service& s : recorder.of(0, stage)) {
      EXPECT_EQ(s.start % kCycle, 0U);
      EXPECT_EQ(s.end % kCycle, 0U);
      spans.push_back({s.start / kCycle, s.end / kCycle});
    }
    return spans;
  }
  double cycles() const { return result.makespan.value() * 1e9; }
};

// 16 B per input row and 32 B per output row, one flit of 4 B a packet: rows land at 4, 8, 12, 16
// (the controller begins them at 0, 4, 8, 12); S8 is seen at the controller, cut through.
Spans packets_of(const Example& e, std::size_t first, std::size_t last) {
  const std::vector<Service> all = e.recorder.of("memory memory controller 0");
  Spans spans;
  for (std::size_t i = first; i < last && i < all.size(); ++i) {
    spans.push_back({all[i].start / kCycle, all[i].end / kCycle});
  }
  return spans;
}

Spans in_packets(const Spans& spans) {
  Spans packets;
  for (const auto& [start, end] : spans) {
    for (Tick t = start; t < end; ++t) packets.push_back({t, t + 1});
  }
  return packets;
}

TEST(SimulatedWorkedExample, OnePortTakes1612Cycles) {
  EXPECT_DOUBLE_EQ(Example(false, 4).cycles(), 1612);
}

TEST(SimulatedWorkedExample, OnePortServesEveryStageInItsInterval) {
  const Example e(false, 4);
  EXPECT_EQ(e.spans(Stage::l1_read_mac), (Spans{{8, 80}, {80, 152}, {468, 540}, {796, 868}}));
  EXPECT_EQ(e.spans(Stage::mac), (Spans{{80, 340}, {336, 596}, {592, 852}, {868, 1128}}));
  EXPECT_EQ(e.spans(Stage::l1_write_mac),
            (Spans{{340, 468}, {668, 796}, {1012, 1140}, {1284, 1412}}));
  EXPECT_EQ(e.spans(Stage::l1_read_simd),
            (Spans{{540, 668}, {884, 1012}, {1156, 1284}, {1428, 1556}}));
  EXPECT_EQ(e.spans(Stage::simd), (Spans{{668, 700}, {1012, 1044}, {1284, 1316}, {1556, 1588}}));
  EXPECT_EQ(e.spans(Stage::l1_write_simd),
            (Spans{{868, 884}, {1140, 1156}, {1412, 1428}, {1588, 1604}}));
  EXPECT_EQ(packets_of(e, 0, 16), in_packets({{0, 4}, {4, 8}, {8, 12}, {12, 16}}));
  EXPECT_EQ(packets_of(e, 16, 48),
            in_packets({{884, 892}, {1156, 1164}, {1428, 1436}, {1604, 1612}}));
}

// Ties at 340, 596 and 1140 go to the older chunk, then to the later stage.
TEST(SimulatedWorkedExample, OnePortGrantsTheL1InTheListedOrder) {
  const Example e(false, 4);
  std::string grants;
  for (const Service& s : e.recorder.of("core 0 L1")) {
    grants += std::string(kStages[s.stage].step) + "." + std::to_string(s.chunk) + " " +
              std::to_string(s.start / kCycle) + ", ";
  }
  EXPECT_EQ(grants,
            "S2.0 8, S2.1 80, S4.0 340, S2.2 468, S5.0 540, S4.1 668, S2.3 796, S7.0 868, "
            "S5.1 884, S4.2 1012, S7.1 1140, S5.2 1156, S4.3 1284, S7.2 1412, S5.3 1428, "
            "S7.3 1588, ");
}

// 288 + 512 + 512 + 64 = 1376 of 1612 cycles.
TEST(SimulatedWorkedExample, TheOnePortIsBusyFor1376Cycles) {
  const Example e(false, 4);
  for (const SimResource& r : e.result.resources) {
    if (r.kind != SimResourceKind::l1) continue;
    EXPECT_NEAR(r.busy.value() * 1e9, 1376, 1e-6);
  }
}

// As if every stage were alone, but for S7: its write of chunk i, asked for at 628 + 256 i, finds
// the write port with S4 of the next chunk until 724 + 256 i. The last is alone.
TEST(SimulatedWorkedExample, AReadAndAWritePortTake1420Cycles) {
  const Example e(true, 4);
  EXPECT_DOUBLE_EQ(e.cycles(), 1420);
  EXPECT_EQ(e.spans(Stage::l1_read_mac), (Spans{{8, 80}, {80, 152}, {340, 412}, {596, 668}}));
  EXPECT_EQ(e.spans(Stage::mac), (Spans{{80, 340}, {336, 596}, {592, 852}, {848, 1108}}));
  EXPECT_EQ(e.spans(Stage::l1_write_mac),
            (Spans{{340, 468}, {596, 724}, {852, 980}, {1108, 1236}}));
  EXPECT_EQ(e.spans(Stage::l1_read_simd),
            (Spans{{468, 596}, {724, 852}, {980, 1108}, {1236, 1364}}));
  EXPECT_EQ(e.spans(Stage::simd), (Spans{{596, 628}, {852, 884}, {1108, 1140}, {1364, 1396}}));
  EXPECT_EQ(e.spans(Stage::l1_write_simd),
            (Spans{{724, 740}, {980, 996}, {1236, 1252}, {1396, 1412}}));
  EXPECT_EQ(packets_of(e, 16, 48),
            in_packets({{740, 748}, {996, 1004}, {1252, 1260}, {1412, 1420}}));
}

// 16 chunks on one port: longer than the private recurrence (4492) and the busy port (5504).
TEST(SimulatedWorkedExample, FourTimesTheRowsTake5740CyclesOnOnePort) {
  EXPECT_DOUBLE_EQ(Example(false, 16).cycles(), 5740);
}

// Private stages: 1420 + 12 further chunks at the crossbars' 256 cycles.
TEST(SimulatedWorkedExample, FourTimesTheRowsTake4492CyclesOnAReadAndAWritePort) {
  EXPECT_DOUBLE_EQ(Example(true, 16).cycles(), 4492);
}

}  // namespace
}  // namespace crossroof::sim
